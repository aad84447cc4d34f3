import { sql } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { NamedAddress } from '#server/rules/accounts/email.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { forgetReading } from '#server/tracking/rooms/member-times.ts'
import type { Access } from './member-forms.ts'
import { emailsInTeam } from './member-rows.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

export type Adding = {
  people: readonly NamedAddress[]
  access: Access
  /** Whether they see nothing until someone grants them folders. */
  seesNothingYet: boolean
  /** How many members the room can have. */
  max: number
  now: number
}

/** The outcome for one line of a pasted list. */
export type AddedLine = {
  typed: string
  outcome: 'added' | 'already' | 'owner' | 'not in team' | 'full' | 'no address'
  /** The member, if there is one now. */
  guid: string | null
  /** That no email was sent to the added member, because several were within an hour; absent otherwise. */
  isEmailHeld?: boolean
}

/**
 * Adds people to a room that the transaction holds, as new ones: someone who was removed comes back with no rules, and
 * with the used print copies still counted. Answers a line for each.
 */
export async function addMembers(tx: Transaction, room: RoomAccess, adding: Adding): Promise<AddedLine[]> {
  const { people, access } = adding
  if (people.length === 0) return []
  const emails = people.map(({ email }) => email)
  const inTeam = access.role === roles.coOwner ? await emailsInTeam(tx, room.owner.teamGuid, emails) : null
  const here = await presentOf(tx, room.guid, emails)
  const lines: AddedLine[] = []
  for (const person of people) {
    const { email: typed } = person
    const known = here.get(typed)
    if (known) {
      const outcome = known.role === roles.owner ? 'owner' : 'already'
      lines.push({ typed, outcome, guid: known.guid })
    } else if (typed === room.owner.email.toLowerCase()) lines.push({ typed, outcome: 'owner', guid: null })
    else if (inTeam && !inTeam.has(typed)) lines.push({ typed, outcome: 'not in team', guid: null })
    else {
      const guid = await insertWithin(tx, room, adding, person)
      lines.push({ typed, outcome: guid === null ? 'full' : 'added', guid })
    }
  }
  const added = lines.flatMap(({ outcome, guid }) => (outcome === 'added' && guid ? [guid] : []))
  if (added.length > 0) await beginAnew(tx, room.guid, added, adding)
  return lines
}

async function presentOf(tx: Transaction, roomGuid: string, emails: readonly string[]) {
  const lowered = sql<string>`lower(email)`
  const rows = await tx
    .selectFrom('member')
    .select(['guid', 'role', lowered.as('email')])
    .where('room_guid', '=', roomGuid)
    .where('removed_at', 'is', null)
    .where(lowered, 'in', emails)
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}

/** One statement counts and writes; null if the room is full. */
async function insertWithin(
  tx: Transaction,
  room: RoomAccess,
  { access, max, now }: Adding,
  { email, name }: NamedAddress,
): Promise<string | null> {
  const { role, groupGuid, allowedPrint, startsAt, expiresAt } = access
  const { rows } = await sql<{ guid: string }>`
    insert into member (guid, room_guid, email, name, role, group_guid, allowed_print, starts_at, expires_at,
      added_at, added_by, mail_status)
    select cast(${newGuid()} as text), cast(${room.guid} as text), cast(${email} as text), cast(${name} as text),
      cast(${role} as bigint), cast(${groupGuid} as text), cast(${allowedPrint} as bigint),
      cast(${startsAt} as bigint), cast(${expiresAt} as bigint), cast(${now} as bigint),
      cast(${room.email} as text), 'None'
    where (select count(*) from member where room_guid = ${room.guid} and removed_at is null and role <> 0) < ${max}
    on conflict (room_guid, lower(email)) do update set
      name = excluded.name, role = excluded.role, group_guid = excluded.group_guid,
      allowed_print = excluded.allowed_print, starts_at = excluded.starts_at, expires_at = excluded.expires_at,
      added_at = excluded.added_at, added_by = excluded.added_by, mail_status = excluded.mail_status,
      mail_reason = '', mailed_at = null, removed_at = null, suspended_at = null,
      first_entered_at = null, entered_at = null, news_since = null, session_count = 0
    where member.removed_at is not null
    returning guid`.execute(tx)
  return rows[0]?.guid ?? null
}

/** Earlier rules are removed. A rule on the root that allows nothing is how "only these folders" works. */
async function beginAnew(
  tx: Transaction,
  roomGuid: string,
  guids: readonly string[],
  { seesNothingYet, access }: Adding,
): Promise<void> {
  await tx.deleteFrom('room_rule').where('member_guid', 'in', guids).execute()
  await forgetReading(tx, guids)
  if (!seesNothingYet || access.role === roles.coOwner) return
  const rules = guids.map((member_guid) => ({
    guid: newGuid(),
    item_guid: roomGuid,
    member_guid,
    group_guid: null,
    right_code: 0 as const,
  }))
  await tx.insertInto('room_rule').values(rules).execute()
}

import { sql, type Kysely } from 'kysely'
import { isQuiet } from '#server/accounts/addresses/quiet-addresses.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { hasFlag } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { rightAt, type Grants } from '#server/rules/rooms/room-rights.ts'
import { heldRole, roles, type Role } from '#server/rules/rooms/room-roles.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemPath } from '#server/rooms/tree/paths.ts'

/** A member as emails about a room need them: what they can see of it now. */
export type NewsReader = { email: string; grants: Grants; owesTerms: boolean; room: RoomAccess }

const columns = ['guid', 'email', 'role', 'room_guid', outOfTeam.as('is_out_of_team')] as const
type MemberRow = { guid: string; email: string; role: Role; room_guid: string; is_out_of_team: 0 | 1 }

/** Everyone who gets emails about a room, without the actor. */
export async function newsReaders(
  tx: Transaction,
  { roomGuid, but, now }: { roomGuid: string; but: string; now: number },
): Promise<(NewsReader & { guid: string })[]> {
  const rows = await tx
    .selectFrom('member')
    .select(columns)
    .where('room_guid', '=', roomGuid)
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('is_quiet', '=', 0)
    .where(sql<string>`lower(email)`, '!=', but.toLowerCase())
    .execute()
  const readers = []
  for (const row of rows) {
    const reader = await readerOf(tx, row, now)
    if (reader) readers.push({ ...reader, guid: row.guid })
  }
  return readers
}

/** A member who can get emails about their room right now, or null. */
export async function newsReader(
  tx: Transaction,
  memberGuid: string,
  now: number,
): Promise<NewsReader | null> {
  const row = await tx
    .selectFrom('member')
    .select(columns)
    .where('guid', '=', memberGuid)
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('is_quiet', '=', 0)
    .executeTakeFirst()
  return row ? readerOf(tx, row, now) : null
}

async function readerOf(tx: Transaction, row: MemberRow, now: number): Promise<NewsReader | null> {
  if (await isQuiet(tx, row.email)) return null
  const { email, room_guid: roomGuid } = row
  const role = heldRole({ role: row.role, groupRole: null, isOutOfTeam: row.is_out_of_team === 1 })
  const room = await loadRoom(tx, { user: null, readerEmail: email, browserId: '' }, roomGuid, now)
  if (!room) return null
  // An address alone proves neither owner nor co-owner: here the row says who it is.
  const relationship = role === roles.owner ? 'owner' : role === roles.coOwner ? 'co-owner' : null
  if (relationship) {
    const refusal = decideInRoom({ ...room.policyFacts, relationship }, 'browse', now)
    return refusal === null ? { email, grants: 'all', owesTerms: false, room } : null
  }
  const refusal = decideInRoom(room.policyFacts, 'browse', now)
  const isIn =
    refusal === null || (room.policyFacts.relationship === 'member' && hasFlag(refusal, 'atRoomEntry'))
  return isIn ? { email, grants: room.grants, owesTerms: room.policyFacts.owesTerms, room } : null
}

/** Those of the items that someone can see. */
export function seenBy({ grants }: Pick<NewsReader, 'grants'>, items: readonly ItemPath[]): ItemPath[] {
  return items.filter(({ path }) => (rightAt(grants, path) ?? 0) > 0)
}

/** Whether a member wants no emails about a room, and which room it is; undefined if they are not in it. */
export function quietOf(kysely: Kysely<Schema>, memberGuid: string) {
  return kysely
    .selectFrom('member')
    .innerJoin('room', 'room.guid', 'member.room_guid')
    .select(['member.is_quiet', 'member.email', 'room.name'])
    .where('member.guid', '=', memberGuid)
    .where('member.removed_at', 'is', null)
    .where('room.binned_at', 'is', null)
    .executeTakeFirst()
}

import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/open.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import { writeMember, type NewMember } from '#server/rooms/rows.ts'
import type { Here } from './users.ts'

export type Inside = Identity & { memberGuid: string }

/** A member who proved the address by a code and has entered the room, at a browser of its own. */
export async function addMember(
  { database, now }: Here,
  roomGuid: string,
  email: string,
  role: Role = 1,
  more: Partial<NewMember> = {},
): Promise<Inside> {
  const identity: Identity = { user: null, readerEmail: email, browserId: email }
  const member = { roomGuid, email, name: '', role, addedBy: '', now, ...more }
  const memberGuid = await database.transaction((tx) => writeMember(tx, member))
  const visit = { guid: newGuid(), share_guid: null, room_guid: roomGuid, recipient_guid: null }
  const seen = { started_at: now, seen_at: now, measured_until: null }
  await database.kysely
    .insertInto('visit')
    .values({ ...visit, member_guid: memberGuid, reader_key: readerKey(identity), ...seen })
    .execute()
  return { ...identity, memberGuid }
}

/** Gives a member a right on an item, or on each of several, or hides it (-1). */
export async function addRule(
  { database }: Pick<Here, 'database'>,
  { memberGuid: member_guid }: { memberGuid: string },
  items: string | readonly string[],
  code: RuleCode,
): Promise<void> {
  const rule = { member_guid, group_guid: null, right_code: code }
  const rows = [items].flat().map((item_guid) => ({ guid: newGuid(), item_guid, ...rule }))
  for (let at = 0; at < rows.length; at += 1000)
    await database.kysely
      .insertInto('room_rule')
      .values(rows.slice(at, at + 1000))
      .execute()
}

import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { seesItem } from '#server/rooms/access/authorize-room.ts'
import { loadRoom } from '#server/rooms/access/room-access.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'

/** What a code on the recipients' sign-in page is for: one share, or a whole room. */
export type CodeSubject = { column: 'share_guid' | 'room_guid'; guid: string }

/**
 * The room that a guid refers to, directly or by something in it; otherwise it counts as a share's, whether or not
 * there is one.
 */
export async function codeSubject(kysely: Kysely<Schema>, guid: string): Promise<CodeSubject> {
  const item = await kysely.selectFrom('item').select('room_guid').where('guid', '=', guid).executeTakeFirst()
  return item ? { column: 'room_guid', guid: item.room_guid } : { column: 'share_guid', guid }
}

/** The subject of an event about a code. */
export function subjectOfCode({ column, guid }: CodeSubject): { subject: string; roomGuid?: string } {
  return column === 'room_guid' ? { subject: guid, roomGuid: guid } : { subject: guid }
}

/** Whether the address is on the list of a share. An update that changes nothing: it locks the row. */
export async function lockListed(tx: Transaction, shareGuid: string, email: string): Promise<boolean> {
  const listed = await tx
    .updateTable('recipient')
    .set((recipient) => ({ email: recipient.ref('email') }))
    .where('share_guid', '=', shareGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .where('revoked_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return listed !== undefined
}

/**
 * Whether the address belongs to a member who can see what the code was requested for; no one can by the address of a
 * file that is hidden from them. Suspended members can by the room's own address, whose sign-in page tells them so.
 * Locks the member's row.
 */
export async function lockMember(
  tx: Transaction,
  roomGuid: string,
  requestedFor: string,
  email: string,
  now: number,
): Promise<boolean> {
  const member = await tx
    .updateTable('member')
    .set((row) => ({ email: row.ref('email') }))
    .where('room_guid', '=', roomGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .where('role', '<>', roles.owner)
    .where('removed_at', 'is', null)
    .returning('suspended_at')
    .executeTakeFirst()
  if (!member) return false
  if (member.suspended_at !== null) return requestedFor === roomGuid
  const room = await loadRoom(tx, { user: null, readerEmail: email, browserId: '' }, roomGuid, now)
  return room !== null && seesItem(tx, room, requestedFor)
}

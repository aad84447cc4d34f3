import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

/** A comment on a file in a data room; the text of a deleted one is empty. Times in epoch milliseconds. */
export type RoomComment = {
  number: number
  email: string
  /** As the room's list has it; the address for someone who is no longer in the room. */
  name: string
  isOwners: boolean
  text: string
  createdAt: number
  isDeleted: boolean
}

/** The room of an item that is not in the trash, or null. */
export async function roomOfItem(kysely: Kysely<Schema>, itemGuid: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('item')
    .select('room_guid')
    .where('guid', '=', itemGuid)
    .executeTakeFirst()
  return row?.room_guid ?? null
}

/** All comments on a file, the oldest first. */
export async function roomCommentsOf(
  kysely: Kysely<Schema>,
  { guid, owner }: Pick<RoomAccess, 'guid' | 'owner'>,
  itemGuid: string,
): Promise<RoomComment[]> {
  const rows = await kysely
    .selectFrom('room_comment')
    .leftJoin('member', (join) =>
      join.onRef('member.email', '=', 'room_comment.author_email').on('member.room_guid', '=', guid),
    )
    .selectAll('room_comment')
    .select(['member.name', 'member.role'])
    .where('room_comment.item_guid', '=', itemGuid)
    .orderBy('room_comment.number')
    .execute()
  return rows.map((row) => {
    const isOwners = row.role === roles.owner || row.author_email === owner.email
    return {
      number: row.number,
      email: row.author_email,
      name: (isOwners ? owner.name : row.name) || row.author_email,
      isOwners,
      text: row.text,
      createdAt: row.created_at,
      isDeleted: row.deleted_at !== null,
    }
  })
}

type NewComment = { guid: string; itemGuid: string; email: string; text: string; now: number }

/** Adds a comment. Call with the room locked, so that of two at once each gets its own number. */
export async function addRoomComment(tx: Transaction, wanted: NewComment): Promise<void> {
  const { guid, itemGuid, email, text, now } = wanted
  const { last } = await tx
    .selectFrom('room_comment')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('item_guid', '=', itemGuid)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('room_comment')
    .values({
      guid,
      item_guid: itemGuid,
      number: Number(last) + 1,
      author_email: email,
      text,
      created_at: now,
      deleted_at: null,
    })
    .execute()
}

/** Deletes the text of a comment and leaves a stub: of this author, or of anyone for null. False if there is none. */
export async function removeRoomComment(
  tx: Transaction,
  { itemGuid, number, email, now }: { itemGuid: string; number: number; email: string | null; now: number },
): Promise<boolean> {
  const removed = await tx
    .updateTable('room_comment')
    .set({ text: '', deleted_at: now })
    .where('item_guid', '=', itemGuid)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .$if(email !== null, (query) => query.where('author_email', '=', email!))
    .returning('guid')
    .executeTakeFirst()
  return removed !== undefined
}

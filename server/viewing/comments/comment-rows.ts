import { sql, type Kysely, type Selectable } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { CommentTable } from '#server/db/tables/comment-tables.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/** One comment as both sides read it. Times in epoch milliseconds; the text of a deleted one is empty. */
export type Comment = {
  number: number
  isOwners: boolean
  text: string
  createdAt: number
  isDeleted: boolean
  isRead: boolean
}

/** All comments of a thread in their order. */
export async function commentsOf(kysely: Kysely<Schema>, recipientGuid: string): Promise<Comment[]> {
  const rows = await kysely
    .selectFrom('comment')
    .selectAll()
    .where('recipient_guid', '=', recipientGuid)
    .orderBy('number')
    .execute()
  return rows.map(commentOf)
}

function commentOf(row: Selectable<CommentTable>): Comment {
  return {
    number: row.number,
    isOwners: row.is_owners === 1,
    text: row.text,
    createdAt: row.created_at,
    isDeleted: row.deleted_at !== null,
    isRead: row.read_at !== null,
  }
}

/** How many of the other side's comments someone has not read; deleted ones have nothing to read. */
export function unreadIn(comments: readonly Comment[], { isOwner }: { isOwner: boolean }): number {
  return comments.filter((comment) => comment.isOwners !== isOwner && !comment.isRead && !comment.isDeleted)
    .length
}

type NewComment = { shareGuid: string; recipientGuid: string; isOwners: boolean; text: string; now: number }

/** Adds a comment. Call with the share locked, so that of two at once each gets its own number. */
export async function addComment(tx: Transaction, wanted: NewComment): Promise<void> {
  const { shareGuid, recipientGuid, isOwners, text, now } = wanted
  const { last } = await tx
    .selectFrom('comment')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('share_guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('comment')
    .values({
      guid: newGuid(),
      share_guid: shareGuid,
      recipient_guid: recipientGuid,
      number: Number(last) + 1,
      is_owners: isOwners ? 1 : 0,
      text,
      created_at: now,
      deleted_at: null,
      read_at: null,
      told_at: null,
    })
    .execute()
}

/** Records that one side has read what the other wrote, up to the last comment that it was shown. */
export async function markRead(
  kysely: Kysely<Schema>,
  {
    recipientGuid,
    upTo,
    isOwner,
    now,
  }: { recipientGuid: string; upTo: number; isOwner: boolean; now: number },
): Promise<void> {
  await kysely
    .updateTable('comment')
    .set({ read_at: now })
    .where('recipient_guid', '=', recipientGuid)
    .where('number', '<=', upTo)
    .where('is_owners', '=', isOwner ? 0 : 1)
    .where('read_at', 'is', null)
    .execute()
}

/** Deletes the text of one side's own comment and leaves a stub; false if there is no such comment. */
export async function removeComment(
  kysely: Kysely<Schema>,
  {
    recipientGuid,
    number,
    isOwner,
    now,
  }: { recipientGuid: string; number: number; isOwner: boolean; now: number },
): Promise<boolean> {
  const removed = await kysely
    .updateTable('comment')
    .set({ text: '', deleted_at: now })
    .where('recipient_guid', '=', recipientGuid)
    .where('number', '=', number)
    .where('is_owners', '=', isOwner ? 1 : 0)
    .where('deleted_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return removed !== undefined
}

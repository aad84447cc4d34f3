import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/** What describes the items of those batches; each item once, the first added first. */
export async function itemsOfBatches(
  kysely: Kysely<Schema>,
  batchGuids: readonly string[],
): Promise<string[]> {
  if (batchGuids.length === 0) return []
  const rows = await kysely
    .selectFrom('room_batch_line')
    .innerJoin('room_batch', 'room_batch.guid', 'room_batch_line.batch_guid')
    .select('room_batch_line.item_guid')
    .where('batch_guid', 'in', batchGuids)
    .where('item_guid', 'is not', null)
    .orderBy('room_batch.added_at')
    .orderBy('room_batch.guid')
    .orderBy('place')
    .execute()
  return [...new Set(rows.map((row) => row.item_guid!))]
}

/** Batches of a room that wait to be announced, the oldest first; with `addedBy`, of one person only. */
export function batchesForLater(kysely: Kysely<Schema>, roomGuid: string, addedBy: string | null) {
  return kysely
    .selectFrom('room_batch')
    .select(['guid', 'added_by', 'added_at', 'parent_guid'])
    .where('room_guid', '=', roomGuid)
    .where('choice', '=', 'later')
    .$if(addedBy !== null, (query) => query.where('added_by', '=', addedBy!))
    .orderBy('added_at')
    .orderBy('guid')
    .execute()
}

/** What one person added to a room that members were not notified of, and that was not excluded. */
export function batchesUntold(kysely: Kysely<Schema>, roomGuid: string, addedBy: string) {
  return kysely
    .selectFrom('room_batch')
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .where('added_by', '=', addedBy)
    .where((batch) => batch.or([batch('choice', 'is', null), batch('choice', '=', 'later')]))
    .orderBy('added_at')
    .orderBy('guid')
    .execute()
}

/** Queues emails about these batches for members. */
export async function planNews(
  tx: Transaction,
  memberGuids: readonly string[],
  batchGuids: readonly string[],
): Promise<void> {
  for (const batchGuid of batchGuids) {
    for (let at = 0; at < memberGuids.length; at += 200) {
      const rows = memberGuids.slice(at, at + 200)
      await tx
        .insertInto('member_news')
        .values(rows.map((guid) => ({ member_guid: guid, batch_guid: batchGuid, told_at: null })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

/** Members of a room for whom emails are queued. */
export async function membersToTell(kysely: Kysely<Schema>, roomGuid: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('member_news')
    .innerJoin('room_batch', 'room_batch.guid', 'member_news.batch_guid')
    .select('member_news.member_guid')
    .distinct()
    .where('room_batch.room_guid', '=', roomGuid)
    .where('member_news.told_at', 'is', null)
    .execute()
  return rows.map((row) => row.member_guid)
}

/** When a member was last notified; 0 for never. */
export async function lastTold(tx: Transaction, memberGuid: string): Promise<number> {
  const row = await tx
    .selectFrom('member_news')
    .select(sql<number | null>`max(told_at)`.as('at'))
    .where('member_guid', '=', memberGuid)
    .executeTakeFirst()
  return Number(row?.at ?? 0)
}

/** Claims what is queued for a member, once, and answers the batches. */
export async function takeNews(tx: Transaction, memberGuid: string, now: number): Promise<string[]> {
  const rows = await tx
    .updateTable('member_news')
    .set({ told_at: now })
    .where('member_guid', '=', memberGuid)
    .where('told_at', 'is', null)
    .returning('batch_guid')
    .execute()
  return rows.map((row) => row.batch_guid)
}

import type { Kysely } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { RoomBatchLineTable } from '#server/db/tables/room-news-tables.ts'
import type { Schema } from '#server/db/schema.ts'

/** The outcome for one file: where it is now, or why it is not there. */
export type Outcome = Pick<RoomBatchLineTable, 'name' | 'item_guid' | 'version' | 'file_guid' | 'note'>

export type NewBatch = { roomGuid: string; parentGuid: string; addedBy: string; now: number }

/** Starts the record of what is added to a folder at once, and returns its guid. */
export async function writeBatch(tx: Transaction, batch: NewBatch): Promise<string> {
  const guid = newGuid()
  const { roomGuid, parentGuid, addedBy, now } = batch
  await tx
    .insertInto('room_batch')
    .values({
      guid,
      room_guid: roomGuid,
      parent_guid: parentGuid,
      added_by: addedBy.toLowerCase(),
      added_at: now,
      choice: null,
    })
    .execute()
  return guid
}

/** Records the outcome for one file of a batch; recorded again, the latest counts. */
export async function writeOutcome(
  tx: Transaction,
  batchGuid: string,
  place: number,
  outcome: Outcome,
): Promise<void> {
  await tx
    .insertInto('room_batch_line')
    .values({ batch_guid: batchGuid, place, ...outcome })
    .onConflict((conflict) => conflict.columns(['batch_guid', 'place']).doUpdateSet(outcome))
    .execute()
}

/** Whether someone can still add to a batch of a folder: it is theirs, and no one has decided about it. */
export async function openBatch(
  tx: Transaction,
  batchGuid: string,
  { roomGuid, parentGuid, addedBy }: Omit<NewBatch, 'now'>,
): Promise<boolean> {
  const batch = await tx
    .selectFrom('room_batch')
    .select('guid')
    .where('guid', '=', batchGuid)
    .where('room_guid', '=', roomGuid)
    .where('parent_guid', '=', parentGuid)
    .where('added_by', '=', addedBy.toLowerCase())
    .where('choice', 'is', null)
    .executeTakeFirst()
  return batch !== undefined
}

/** Those of some places of a batch whose file is in the room. */
export async function placesAdded(
  kysely: Kysely<Schema>,
  batchGuid: string,
  { from, count }: { from: number; count: number },
): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('room_batch_line')
    .select('place')
    .where('batch_guid', '=', batchGuid)
    .where('place', '>=', from)
    .where('place', '<', from + count)
    .where('item_guid', 'is not', null)
    .execute()
  return new Set(rows.map(({ place }) => place))
}

/** A batch with its files in the order in which they were selected; undefined if there is none in this room. */
export async function batchOf(kysely: Kysely<Schema>, roomGuid: string, batchGuid: string) {
  const batch = await kysely
    .selectFrom('room_batch')
    .selectAll()
    .where('guid', '=', batchGuid)
    .where('room_guid', '=', roomGuid)
    .executeTakeFirst()
  if (!batch) return undefined
  const lines = await kysely
    .selectFrom('room_batch_line')
    .selectAll()
    .where('batch_guid', '=', batchGuid)
    .orderBy('place')
    .execute()
  return { ...batch, lines }
}

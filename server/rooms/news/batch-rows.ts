import type { Kysely } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { RoomBatchLineTable } from '#server/db/tables/room-news-tables.ts'
import type { Schema } from '#server/db/schema.ts'

/** The outcome for one file: where it is now, or why it is not there. */
export type Outcome = Pick<RoomBatchLineTable, 'name' | 'item_guid' | 'version' | 'file_guid' | 'note'>

export type NewBatch = { roomGuid: string; parentGuid: string; addedBy: string; now: number }

/** Starts the record of what is added to a folder at once, and answers its guid. */
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

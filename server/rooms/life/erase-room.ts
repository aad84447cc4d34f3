import type { Database, Transaction } from '#server/db/open.ts'
import { removeFile, removeSomePages } from '#server/uploads/remove-file.ts'
import { eraseBelow, type ErasingDeps } from './erase-item.ts'

const batchSize = 200

/**
 * Removes a room with its items and their files, its members, and its events; the storage of the files becomes free for
 * its owner. In small transactions, each of which leaves a consistent state: interrupted, it continues where it was.
 * Only for rooms that no one can open any more.
 */
export async function eraseRoom(deps: ErasingDeps, guid: string): Promise<void> {
  const { database, events } = deps
  await eraseBelow(deps, guid)
  await eraseFilesLeft(deps, guid)
  await eraseStreamsLeft(deps, guid)
  await erasePeople(database, guid)
  await events.shorten(guid)
  await database.transaction(async (tx) => {
    await events.erase(tx, guid)
    // The root folder, its words and all rows that belong to the room are removed with it.
    await tx.deleteFrom('room').where('guid', '=', guid).execute()
  })
}

/** Files that were uploaded for the room but not added to it. */
async function eraseFilesLeft({ database, vault }: ErasingDeps, roomGuid: string): Promise<void> {
  for (;;) {
    const files = await database.kysely
      .selectFrom('file')
      .select('guid')
      .where('room_guid', '=', roomGuid)
      .limit(batchSize)
      .execute()
    for (const { guid } of files) {
      while (await database.transaction((tx) => removeSomePages(tx, vault, guid)));
      await database.transaction((tx) => removeFile(tx, vault, guid))
    }
    if (files.length < batchSize) return
  }
}

/** Events of items that were removed before their room. */
async function eraseStreamsLeft({ database, events }: ErasingDeps, roomGuid: string): Promise<void> {
  for (;;) {
    const heads = await database.kysely
      .selectFrom('event_head')
      .select('subject_guid')
      .where('room_guid', '=', roomGuid)
      .where('subject_guid', '<>', roomGuid)
      .limit(batchSize)
      .execute()
    for (const { subject_guid } of heads) {
      await events.shorten(subject_guid)
      await database.transaction((tx) => events.erase(tx, subject_guid))
    }
    if (heads.length < batchSize) return
  }
}

/** Visits and acceptances first, since there may be many; the members' rules and print copies are removed with them. */
async function erasePeople(database: Database, roomGuid: string): Promise<void> {
  for (const table of ['visit', 'room_acceptance', 'member'] as const) {
    while ((await database.transaction((tx) => eraseSome(tx, table, roomGuid))) === batchSize);
  }
}

async function eraseSome(
  tx: Transaction,
  table: 'visit' | 'room_acceptance' | 'member',
  roomGuid: string,
): Promise<number> {
  const rows = await tx
    .selectFrom(table)
    .select('guid')
    .where('room_guid', '=', roomGuid)
    .limit(batchSize)
    .execute()
  const guids = rows.map(({ guid }) => guid)
  if (guids.length > 0) await tx.deleteFrom(table).where('guid', 'in', guids).execute()
  return guids.length
}

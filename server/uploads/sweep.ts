import type { Database, Transaction } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'

type Needs = { database: Database; vault: Vault; storage: Storage; clock: () => number; log: Log }

const day = 24 * 60 * 60 * 1000
const batch = 100

/** Removes in small batches what nothing uses, all of it at least a day old, so that no upload under way is touched. */
export async function sweep(needs: Needs): Promise<void> {
  const before = needs.clock() - day
  const files = await removeFilesNotTaken(needs, before)
  const objects = await removeUnusedObjects(needs, before)
  const bytes = await removeUnknownBytes(needs, before)
  const unfinished = await needs.storage.sweep(before)
  if (files + objects + bytes + unfinished > 0)
    needs.log.info({ files, objects, bytes, unfinished }, 'Removed what nothing uses')
}

async function removeFilesNotTaken({ database, vault }: Needs, before: number): Promise<number> {
  let removed = 0
  for (;;) {
    const found = await database.kysely
      .selectFrom('file')
      .select('guid')
      .where('taken_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(batch)
      .execute()
    for (const { guid } of found) await database.transaction((tx) => removeFile(tx, vault, guid))
    removed += found.length
    if (found.length < batch) return removed
  }
}

async function removeFile(tx: Transaction, vault: Vault, guid: string): Promise<void> {
  // The images first: their rows go with the file's.
  const images = await tx
    .selectFrom('page_image')
    .select('object_guid')
    .where('file_guid', '=', guid)
    .execute()
  const file = await tx
    .deleteFrom('file')
    .where('guid', '=', guid)
    .where('taken_at', 'is', null)
    .returning('object_guid')
    .executeTakeFirst()
  if (!file) return
  for (const object of [file, ...images]) await vault.remove(object.object_guid, tx)
}

/** Object rows that nothing points to: a process ended between storing an object and using it. */
async function removeUnusedObjects({ database, vault }: Needs, before: number): Promise<number> {
  let removed = 0
  for (;;) {
    const found = await database.kysely
      .selectFrom('object')
      .select('guid')
      .where('created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('file').select('file.guid').whereRef('file.object_guid', '=', 'object.guid'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('page_image').select('number').whereRef('page_image.object_guid', '=', 'object.guid'),
          ),
        ),
      )
      .limit(batch)
      .execute()
    for (const { guid } of found) await vault.remove(guid)
    removed += found.length
    if (found.length < batch) return removed
  }
}

/** Stored bytes without a row: a process ended before their row was written, or before they were removed. */
async function removeUnknownBytes(needs: Needs, before: number): Promise<number> {
  let removed = 0
  let names: string[] = []
  for await (const { name, modifiedAt } of needs.storage.list()) {
    if (modifiedAt >= before) continue
    names.push(name)
    if (names.length < batch) continue
    removed += await removeUnknown(needs, names)
    names = []
  }
  return removed + (names.length > 0 ? await removeUnknown(needs, names) : 0)
}

async function removeUnknown({ database, storage }: Needs, names: string[]): Promise<number> {
  const rows = await database.kysely.selectFrom('object').select('guid').where('guid', 'in', names).execute()
  const known = new Set(rows.map((row) => row.guid))
  const unknown = names.filter((name) => !known.has(name))
  for (const name of unknown) await storage.remove(name)
  return unknown.length
}

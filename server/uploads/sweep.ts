import { sql } from 'kysely'
import { installedAt } from '#server/db/installed-at.ts'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { Storage, StoredName } from '#server/storage/storage.ts'
import { unknownNames } from '#server/storage/unknown-names.ts'
import type { Vault } from '#server/storage/vault.ts'
import { removeFile } from './remove-file.ts'
import { miscounted, recount } from './storage-bytes.ts'
import { unusedObjects } from './unused-objects.ts'

type Deps = { database: Database; vault: Vault; storage: Storage; clock: () => number; log: Log }

/** What a sweep removed, or would remove. */
export type Swept = {
  /** Files that no share used. */
  files: number
  /** Objects that no file and no page refers to. */
  objects: number
  /** Stored bytes without a row. */
  strays: number
  /** Stored bytes without a row that are older than this database, and so may be another's: they are left alone. */
  older: number
  /** Writes that were begun and abandoned; their bytes are not known. Only a sweep counts them. */
  unfinished: number
  /** Of files, objects and orphans together. */
  bytes: number
  /** Accounts whose storage was counted wrong; a sweep corrects that. */
  miscounted: number
}

const day = 24 * 60 * 60 * 1000
// From the end of its writing to the row that names it, an object waits for a transaction; from its rows to its use too.
const unusedFor = 15 * 60 * 1000
const batch = 100
// The clocks of database and store differ by less.
const clocksDiffer = 60_000

/**
 * Removes in small batches what nothing uses: after a day files that were not shared, whose forms may still be open,
 * and unfinished writes; after 15 minutes what was completely written and belongs to nothing.
 */
export async function sweep(deps: Deps): Promise<Swept> {
  const now = deps.clock()
  const swept = nothing()
  await removeFilesNotTaken(deps, now - day, swept)
  await removeUnusedObjects(deps, now - unusedFor, swept)
  await removeUnknownBytes(deps, strayBefore(deps), swept)
  swept.unfinished = await deps.storage.sweep(now - day)
  swept.miscounted = await recount(deps.database)
  if (swept.files + swept.objects + swept.strays + swept.unfinished > 0)
    deps.log.info(swept, 'Removed what nothing uses')
  if (swept.miscounted > 0)
    deps.log.warn({ accounts: swept.miscounted }, 'The storage of accounts was counted wrong: put right')
  if (swept.older > 0)
    deps.log.warn(
      { objects: swept.older },
      'Stored objects without a row are older than this database: left alone',
    )
  return swept
}

function nothing(): Swept {
  return { files: 0, objects: 0, strays: 0, older: 0, unfinished: 0, bytes: 0, miscounted: 0 }
}

/** What a sweep would remove now. */
export async function inspect({ database, storage, clock }: Deps): Promise<Swept> {
  const now = clock()
  const files = await filesNotTaken(database, now - day)
    .select((file) => [
      file.fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(file.size), 0) as bigint)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  const swept: Swept = { ...nothing(), files: Number(files.count), bytes: Number(files.bytes) }
  for await (const objects of unusedObjects(database, now - unusedFor)) {
    swept.objects += objects.length
    for (const { size } of objects) swept.bytes += size
  }
  for await (const { size } of straysOf({ database, storage }, strayBefore({ storage, clock }), swept)) {
    swept.strays++
    swept.bytes += size
  }
  for await (const _ of miscounted(database)) swept.miscounted++
  return swept
}

async function removeFilesNotTaken({ database, vault }: Deps, before: number, swept: Swept): Promise<void> {
  for (;;) {
    const found = await filesNotTaken(database, before)
      .select('file.guid')
      .orderBy('created_at')
      .limit(batch)
      .execute()
    for (const { guid } of found)
      swept.bytes += await database.transaction((tx) => removeFile(tx, vault, guid, { isNotTaken: true }))
    swept.files += found.length
    if (found.length < batch) return
  }
}

function filesNotTaken({ kysely }: Database, before: number) {
  return kysely.selectFrom('file').where('taken_at', 'is', null).where('file.created_at', '<', before)
}

async function removeUnusedObjects({ database, vault }: Deps, before: number, swept: Swept): Promise<void> {
  for await (const objects of unusedObjects(database, before)) {
    for (const { guid } of objects) swept.bytes += await vault.remove(guid)
    swept.objects += objects.length
  }
}

// If only the start of a write is known, a long one must not look old at the moment of its end.
function strayBefore({ storage, clock }: Pick<Deps, 'storage' | 'clock'>): number {
  return clock() - (storage.tellsEnd ? unusedFor : day)
}

async function removeUnknownBytes({ database, storage }: Deps, before: number, swept: Swept): Promise<void> {
  for await (const { name, size } of straysOf({ database, storage }, before, swept)) {
    await storage.remove(name)
    swept.strays++
    swept.bytes += size
  }
}

/**
 * Stored bytes without a row: a process ended before their row was written, or before they were removed. Anything older
 * than the database belongs to none of its processes, but to a database that was lost, or that another setting names.
 * Someone who starts on an empty one by mistake must still find the files.
 */
async function* straysOf(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  before: number,
  swept: Swept,
): AsyncGenerator<StoredName> {
  const since = (await installedAt(database)) - clocksDiffer
  const unknown = unknownNames(database.kysely, storage, ({ modifiedAt }) => modifiedAt < before)
  for await (const stored of unknown) {
    if (stored.modifiedAt >= since) yield stored
    else swept.older++
  }
}

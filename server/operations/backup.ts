import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { installedAt } from '#server/db/installed-at.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import { productVersion } from '#server/rules/product/product.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import type { InstallationKey } from '#server/storage/keys/installation-key.ts'
import { KeyFile } from '#server/storage/keys/key-file.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Storage } from '#server/storage/storage.ts'
import { unknownNames } from '#server/storage/unknown-names.ts'
import { databaseName, enterBackupFolder, wordsName, type BackupFolder } from './backup-folder.ts'
import { copyObjects, type ObjectCounts } from './copy-objects.ts'
import { copyRows, countRows, type RowCounts } from './copy-rows.ts'
import { fileHash, flush, moveDurably, placeFile } from '#server/storage/disk/durable.ts'
import { manifestName, writeManifest } from './manifest.ts'
import { OperationRefused } from './refused.ts'

export type BackupDeps = {
  database: Database
  storage: Storage
  keyRing: KeyRing
  config: { dataDir: string; secretKeys: readonly Buffer[] }
  clock: () => number
  log: Log
}
export type BackupOptions = { withoutKey?: boolean; onProgress?: (counts: ObjectCounts) => void }
export type BackupReport = {
  folder: string
  tables: RowCounts
  objects: ObjectCounts
  /** Objects of earlier backups that no longer exist, and so were removed. */
  removed: number
  hasKey: boolean
}

type Snapshot = {
  file: string
  tables: RowCounts
  installedAt: number
  objects: ObjectCounts
  extra: string[]
}

/** How often a snapshot is repeated because objects were removed while they were copied. */
const maxSnapshots = 5

/**
 * Writes the installation as it is now into a folder that is empty or contains an earlier backup of it; it can be in
 * use meanwhile. A backup is an installation with SQLite and files, whatever it was made from. Until the last moment an
 * earlier backup in the folder stays intact; the next run completes an interrupted one. Throws OperationRefused.
 */
export async function backUp(
  deps: BackupDeps,
  wanted: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  const target = await enterBackupFolder(wanted, deps.config.dataDir)
  try {
    await requireSameInstallation(deps.database, target)
    const objects = await openDiskStorage({ dataDir: target.folder })
    // Most of the bytes first, while the database is in use: what the snapshot refers to besides is little.
    const copying = { from: deps.storage, to: objects, onProgress: options.onProgress }
    const before = await copyObjects({ ...copying, kysely: deps.database.kysely })
    const snapshot = await takeSnapshot(deps, target, copying)
    const hasKey = await replace(deps, target, snapshot, options)
    for (const name of snapshot.extra) await objects.remove(name)
    await target.finish()
    return {
      folder: target.folder,
      tables: snapshot.tables,
      objects: together(before, snapshot.objects),
      removed: snapshot.extra.length,
      hasKey,
    }
  } finally {
    target.release()
  }
}

async function requireSameInstallation(database: Database, { folder, earlier }: BackupFolder): Promise<void> {
  if (!earlier || earlier.installedAt === (await installedAt(database))) return
  throw new OperationRefused(
    `${folder} contains the backup of another installation. Choose another folder, so that neither replaces the other.`,
  )
}

/** Rows of one moment, with all the objects that they refer to. */
async function takeSnapshot(
  deps: BackupDeps,
  target: BackupFolder,
  copying: { from: Storage; to: Storage; onProgress?: BackupOptions['onProgress'] },
): Promise<Snapshot> {
  const file = path.join(target.unfinished, databaseName)
  for (let taken = 1; taken <= maxSnapshots; taken++) {
    const database = await copyDatabase(deps, file)
    try {
      const objects = await copyObjects({ ...copying, kysely: database.kysely })
      if (await areAllKnown(deps.database, objects.damaged)) {
        return {
          file,
          objects,
          tables: await countRows(database.kysely),
          installedAt: await installedAt(database),
          extra: await namesWithoutRow(database, copying.to),
        }
      }
    } finally {
      await database.close()
    }
  }
  throw new OperationRefused(
    `Objects kept being removed while they were copied (${maxSnapshots} attempts). Nothing is damaged; run the command again at a quieter time.`,
  )
}

/** A copy of all rows as a SQLite database in the backup. */
async function copyDatabase({ database, log }: BackupDeps, file: string): Promise<Database> {
  for (const ending of ['', '-wal', '-shm', '.part']) await rm(`${file}${ending}`, { force: true })
  const open = (): Promise<Database> => openDatabase({ url: `sqlite:${file}`, log })
  if (database.kind === 'sqlite') {
    await database.backup(file)
    return open()
  }
  const copy = await open()
  try {
    await copyRows(database, copy)
    return copy
  } catch (error) {
    await copy.close()
    throw error
  }
}

/** Whether the installation still has the rows of these objects: then their bytes were not removed, but are damaged. */
async function areAllKnown({ kysely }: Database, guids: string[]): Promise<boolean> {
  for (let at = 0; at < guids.length; at += 500) {
    const some = guids.slice(at, at + 500)
    const rows = await kysely.selectFrom('object').select('guid').where('guid', 'in', some).execute()
    if (rows.length < some.length) return false
  }
  return true
}

async function namesWithoutRow({ kysely }: Database, storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of unknownNames(kysely, storage)) names.push(name)
  return names
}

/** Replaces the old database with the new one. In between the folder is not a backup, and says so. */
async function replace(
  deps: BackupDeps,
  target: BackupFolder,
  { file, tables, objects, installedAt: at }: Snapshot,
  { withoutKey = false }: BackupOptions,
): Promise<boolean> {
  const database = await fileHash(file)
  const key = new KeyFile(target.folder)
  const words = path.join(deps.config.dataDir, wordsName)
  await rm(target.pathOf(manifestName), { force: true })
  await flush(target.folder)
  // Left by a program that opened the earlier backup and died; they do not belong to the new one.
  for (const ending of ['-wal', '-shm']) await rm(target.pathOf(`${databaseName}${ending}`), { force: true })
  await moveDurably(file, target.pathOf(databaseName))
  if (withoutKey) await rm(key.path, { force: true })
  else key.replace(keysOf(deps))
  await placeOrRemove(target.pathOf(wordsName), existsSync(words) ? await readFile(words) : null)
  await writeManifest(target.folder, {
    version: productVersion,
    madeAt: deps.clock(),
    installedAt: at,
    database,
    tables,
    objects: { count: objects.count, bytes: objects.bytes },
    damaged: objects.damaged,
    hasKey: !withoutKey,
  })
  return !withoutKey
}

/** Including those from the start: if the key is rotated meanwhile, the snapshot may need either. */
function keysOf({ keyRing, config }: BackupDeps): readonly InstallationKey[] {
  const file = new KeyFile(config.dataDir)
  const isFromFile = config.secretKeys.length === 0 && file.exists
  return new KeyRing([...(isFromFile ? file.read() : []), ...keyRing.keys]).keys
}

async function placeOrRemove(file: string, content: string | Buffer | null): Promise<void> {
  if (content === null) await rm(file, { force: true })
  else await placeFile(file, content)
}

/** What both passes copied; the total, as the second one saw it. */
function together(first: ObjectCounts, second: ObjectCounts): ObjectCounts {
  return {
    ...second,
    copied: first.copied + second.copied,
    copiedBytes: first.copiedBytes + second.copiedBytes,
  }
}

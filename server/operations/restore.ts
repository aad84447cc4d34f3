import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { lockDataFile } from '#server/db/sqlite/sqlite-lock.ts'
import type { Log } from '#server/log.ts'
import { HeadsFile } from '#server/events/events.ts'
import { holdEmails, sendHeldEmails } from '#server/mail/held-emails.ts'
import { readDiskStorage } from '#server/storage/disk/disk.ts'
import { KeyFile } from '#server/storage/keys/key-file.ts'
import type { Storage } from '#server/storage/storage.ts'
import { databaseName, isInside, wordsName } from './backup-folder.ts'
import { checkObjects, chooseKey, requireBackup, type ChosenKey } from './check-backup.ts'
import { copyObjects, type ObjectCounts } from './copy-objects.ts'
import { copyRows, countRows, hasSameRows, isEmpty, type RowCounts } from './copy-rows.ts'
import { copyDurably, flush, moveDurably, placeFile } from '#server/storage/disk/durable.ts'
import { manifestName, type Manifest } from './manifest.ts'
import { restoringName } from './half-restored.ts'
import { InstallationHeld, OperationRefused } from './refused.ts'

export type RestoreReport = {
  tables: RowCounts
  objects: ObjectCounts
  /** When the backup was made, epoch milliseconds. */
  madeAt: number
  keyFrom: ChosenKey['from']
  /** Emails that had not been sent when the backup was made. */
  waitingEmails: number
}

export type RestoreDeps = {
  config: Pick<Config, 'dataDir' | 'secretKeys'>
  log: Log
  clock: () => number
  /** An empty PostgreSQL database, or null: SQLite in the data folder. */
  openTargetDatabase: () => Promise<Database | null>
  openTargetStorage: () => Promise<Storage>
  /**
   * Whether waiting emails are sent as soon as a server runs. Otherwise they are held: people may have received them.
   */
  sendWaiting?: boolean
  onProgress?: (counts: ObjectCounts) => void
}

type Restoring = RestoreDeps & {
  from: string
  manifest: Manifest
  /** The folder in the data folder that says that a restore is under way. */
  working: string
  target: Database | null
  /** Whether an earlier run was interrupted. */
  isAgain: boolean
}

/** What can be in a data folder that counts as empty. */
const mayBeThere =
  /^(restoring|strongroom\.lock(-journal)?|secret\.key|blocked-words\.txt|audit|\.env|lost\+found)$/

/**
 * Turns a backup into an installation, in an empty place. The whole backup is checked before anything is written. An
 * interrupted restore can be run again; no server starts on an incomplete one. Throws OperationRefused.
 */
export async function restore(deps: RestoreDeps, from: string): Promise<RestoreReport> {
  const { dataDir } = deps.config
  const manifest = await requireBackup(from)
  await requireApart(from, dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = hold(dataDir)
  try {
    const working = path.join(dataDir, restoringName)
    const isAgain = await requireEmptyOrSame(dataDir, from)
    const target = await deps.openTargetDatabase()
    try {
      if (target && !isAgain) await requireEmptyDatabase(target)
      return await run({ ...deps, from, manifest, working, target, isAgain })
    } finally {
      await target?.close()
    }
  } finally {
    lock.close()
  }
}

/** Prevents a server from being started on the folder meanwhile. */
function hold(dataDir: string) {
  try {
    return lockDataFile(path.join(dataDir, databaseName))
  } catch (error) {
    throw new InstallationHeld(
      `A running server or another restore is using ${dataDir}. A backup can only be restored where there is no installation yet.`,
      { cause: error },
    )
  }
}

async function requireApart(from: string, dataDir: string): Promise<void> {
  if (!(await isInside(from, dataDir)) && !(await isInside(dataDir, from))) return
  throw new OperationRefused(
    `The backup ${from} and the data folder ${dataDir} must be two separate folders, neither inside the other.`,
  )
}

/** Returns whether a restore of this backup was interrupted here. */
async function requireEmptyOrSame(dataDir: string, from: string): Promise<boolean> {
  const begun = path.join(dataDir, restoringName, manifestName)
  if (existsSync(begun)) {
    const isSame = (await readFile(begun, 'utf8')) === (await readFile(path.join(from, manifestName), 'utf8'))
    if (isSame) return true
    throw new OperationRefused(
      `A restore of another backup into ${dataDir} was interrupted. Run that one again, or empty the folder.`,
    )
  }
  const there = (await readdir(dataDir)).filter((name) => !mayBeThere.test(name))
  if (there.length === 0) return false
  throw new OperationRefused(
    `${dataDir} is not empty: it contains ${there.slice(0, 5).join(', ')}. A backup can only be restored into an empty folder: set DATA_DIR to another one, or move its contents away.`,
  )
}

async function requireEmptyDatabase(target: Database): Promise<void> {
  if (await isEmpty(target)) return
  throw new OperationRefused(
    'The database that DATABASE_URL names is not empty. A backup can only be restored into an empty one: create another database.',
  )
}

async function run(restoring: Restoring): Promise<RestoreReport> {
  const { config, log, clock, from, working, target, sendWaiting } = restoring
  try {
    await mkdir(working, { recursive: true, mode: 0o700 })
    const file = path.join(working, databaseName)
    for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true })
    // A copy: opening brings its tables up to date, and the backup stays as it is.
    await copyDurably(path.join(from, databaseName), file)
    const rows = await openDatabase({ url: `sqlite:${file}`, log })
    let report: RestoreReport
    try {
      report = await fill(restoring, rows)
      if (sendWaiting && !target) await sendHeldEmails(rows, clock())
    } finally {
      await rows.close()
    }
    // The heads in it go on from where the backup was made; those of what was lost stay as a record beside.
    await new HeadsFile(config.dataDir).setAside(clock())
    if (!target) await moveDurably(file, path.join(config.dataDir, databaseName))
    await rm(working, { recursive: true })
    await flush(config.dataDir)
    // Last: until the restore is complete, the rows there are compared with those of the backup.
    if (sendWaiting && target) await sendHeldEmails(target, clock())
    return report
  } catch (error) {
    // Refused before anything was started: the folder is left as it was.
    if (!existsSync(path.join(working, manifestName))) await rm(working, { recursive: true, force: true })
    throw error
  }
}

/** Checks, then brings the objects, the key and, for PostgreSQL, the rows. */
async function fill(restoring: Restoring, rows: Database): Promise<RestoreReport> {
  const { config, from, manifest, working, target, isAgain, onProgress } = restoring
  const key = chooseKey(from, config)
  const source = readDiskStorage(from)
  await checkObjects(rows, source, manifest, key)
  // Complete or absent: it tells the next run, and a server, that this one has started.
  await placeFile(path.join(working, manifestName), await readFile(path.join(from, manifestName)))
  const to = await restoring.openTargetStorage()
  const objects = await copyObjects({ kysely: rows.kysely, from: source, to, onProgress })
  await placeFiles(from, config.dataDir, key)
  // Those that were held in the backup already are among them.
  const waitingEmails = await holdEmails(rows.kysely)
  const tables = await countRows(rows.kysely)
  if (target && !(isAgain && (await hasSameRows(rows, target)))) await copyRows(rows, target)
  return { tables, objects, madeAt: manifest.madeAt, keyFrom: key.from, waitingEmails }
}

async function placeFiles(from: string, dataDir: string, key: ChosenKey): Promise<void> {
  if (key.from === 'backup') new KeyFile(dataDir).replace(key.ring.keys)
  const [kept, own] = [path.join(from, wordsName), path.join(dataDir, wordsName)]
  if (existsSync(kept) && !existsSync(own)) await placeFile(own, await readFile(kept))
}

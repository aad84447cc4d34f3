import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFile } from '#server/db/sqlite/sqlite-lock.ts'
import { keyFileName } from '#server/storage/keys/key-file.ts'
import { manifestName, readManifest, type Manifest } from './manifest.ts'
import { InstallationHeld, OperationRefused } from './refused.ts'

export const databaseName = 'strongroom.db'
export const wordsName = 'blocked-words.txt'
/** While a backup is being written, this folder is in it. */
const unfinishedName = 'unfinished'

/** A folder that contains a backup, or is about to; one process at a time writes to it. */
export type BackupFolder = {
  folder: string
  /** What the last complete backup in it contains, or null. */
  earlier: Manifest | null
  /** For the database that is not complete yet. */
  unfinished: string
  pathOf(name: string): string
  /** Removes the mark of an unfinished backup. */
  finish(): Promise<void>
  release(): void
}

/** Throws OperationRefused if the folder contains anything but an earlier backup, or is being written to. */
export async function enterBackupFolder(wanted: string, dataDir: string): Promise<BackupFolder> {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const folder = await realpath(wanted)
  await refuseInside(folder, dataDir)
  const names = await readdir(folder)
  await refuseForeign(folder, names)
  const unfinished = path.join(folder, unfinishedName)
  // Before anything else is written: so that an interrupted run is recognised.
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const lock = hold(folder)
  for (const name of names.filter((one) => one.endsWith('.part'))) await rm(path.join(folder, name))
  return {
    folder,
    earlier: await readManifest(folder),
    unfinished,
    pathOf: (name) => path.join(folder, name),
    finish: () => rm(unfinished, { recursive: true, force: true }),
    release: () => void lock.close(),
  }
}

/** Whether a folder is the other one, or inside it. */
export async function isInside(folder: string, other: string): Promise<boolean> {
  const relative = path.relative(await real(other), await real(folder))
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative))
}

async function real(folder: string): Promise<string> {
  return existsSync(folder) ? realpath(folder) : path.resolve(folder)
}

async function refuseInside(folder: string, dataDir: string): Promise<void> {
  const isData = (await real(dataDir)) === folder
  if (!isData && !(await isInside(folder, path.join(dataDir, 'objects')))) return
  throw new OperationRefused(
    `${folder} is where the installation itself is. Choose another folder for the backup.`,
  )
}

async function refuseForeign(folder: string, names: string[]): Promise<void> {
  if (names.length === 0 || names.includes(unfinishedName) || names.includes(manifestName)) return
  const what = names.includes(databaseName) || names.includes(keyFileName) ? 'an installation' : 'other files'
  throw new OperationRefused(
    `${folder} contains ${what}, not a backup. Choose an empty folder, or one with an earlier backup.`,
  )
}

function hold(folder: string) {
  try {
    return lockDataFile(path.join(folder, databaseName))
  } catch (error) {
    throw new InstallationHeld(
      `${folder} is in use: another backup is being written to it, or a server is using it. Wait until it’s done, or stop it.`,
      { cause: error },
    )
  }
}

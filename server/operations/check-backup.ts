import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/db/open.ts'
import { InstallationKey } from '#server/storage/keys/installation-key.ts'
import { KeyFile, keyFileName } from '#server/storage/keys/key-file.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { isSealedSize } from '#server/storage/sealed/sealing.ts'
import { sealedSecrets } from '#server/storage/keys/wrapped-columns.ts'
import { wrappedValues } from '#server/storage/keys/wrapped-values.ts'
import type { Storage } from '#server/storage/storage.ts'
import { databaseName } from './backup-folder.ts'
import { sizeAt } from './copy-objects.ts'
import { fileHash } from '#server/storage/disk/durable.ts'
import { inParallel } from './in-parallel.ts'
import { manifestName, readManifest, type Manifest } from './manifest.ts'
import { rowsOf } from './read-rows.ts'
import { OperationRefused } from './refused.ts'

export type ChosenKey = { from: 'backup' | 'SECRET_KEY' | 'data folder'; ring: KeyRing }

/**
 * What a backup says it contains. Throws OperationRefused if it is not one, is incomplete, or its rows are not those it
 * had.
 */
export async function requireBackup(folder: string): Promise<Manifest> {
  const manifest = existsSync(folder) ? await readManifest(folder) : null
  if (!manifest) {
    throw new OperationRefused(
      `${folder} is not a complete backup: it has no ${manifestName}. If a backup to it was interrupted, run "strongroom backup" again.`,
    )
  }
  const file = path.join(folder, databaseName)
  if (!existsSync(file))
    throw new OperationRefused(`${folder} is not a complete backup: ${databaseName} is missing.`)
  if ((await fileHash(file)) === manifest.database) return manifest
  throw new OperationRefused(
    `${file} has changed since the backup: its SHA-256 is not the one in ${manifestName}. The file is damaged or was changed; use another backup.`,
  )
}

/** The keys for a restored installation. Throws OperationRefused when there are none, or two that differ. */
export function chooseKey(
  folder: string,
  { dataDir, secretKeys }: { dataDir: string; secretKeys: readonly Buffer[] },
): ChosenKey {
  if (secretKeys.length > 0) {
    return { from: 'SECRET_KEY', ring: new KeyRing(secretKeys.map((key) => new InstallationKey(key))) }
  }
  const own = ringIn(dataDir)
  const kept = ringIn(folder)
  if (own && kept && kept.keys.some(({ check }) => !own.has(check))) {
    throw new OperationRefused(
      `${path.join(dataDir, keyFileName)} is not the backup's key. Nothing was written. Move it away, or restore into another folder.`,
    )
  }
  if (own) return { from: 'data folder', ring: own }
  if (kept) return { from: 'backup', ring: kept }
  throw new OperationRefused(
    `This backup was created without its key. Set SECRET_KEY, or put ${keyFileName} into ${dataDir}, then run the command again.`,
  )
}

function ringIn(folder: string): KeyRing | null {
  const file = new KeyFile(folder)
  return file.exists ? new KeyRing(file.read()) : null
}

/**
 * Whether every object exists with its right length, and it and every encrypted secret opens with the key. Throws
 * OperationRefused.
 */
export async function checkObjects(
  { kysely }: Pick<Database, 'kysely'>,
  storage: Storage,
  manifest: Manifest,
  key: ChosenKey,
): Promise<void> {
  const mayLack = new Set(manifest.damaged)
  await requireOwnKey(kysely, key)
  const wrong = { missing: [] as string[], locked: 0 }
  await inParallel(rowsOf(kysely, 'object', ['guid']), 4, async (row) => {
    if (!key.ring.open(row.guid, row.wrapped_key)) wrong.locked++
    if (mayLack.has(row.guid)) return
    const stored = await sizeAt(storage, row.guid)
    if (stored === null || !isSealedSize(stored, row.size)) wrong.missing.push(row.guid)
  })
  wrong.locked += await countLocked(kysely, key)
  if (wrong.locked > 0) {
    throw new OperationRefused(
      `The key from ${nameOf(key)} does not open ${wrong.locked} of the objects and secrets in this backup. Nothing was written. Use the key that the installation had when the backup was created.`,
    )
  }
  if (wrong.missing.length > 0) {
    throw new OperationRefused(
      `The backup is damaged: ${wrong.missing.length} objects are missing or truncated, the first of them ${wrong.missing[0]}. Nothing was written. Use another backup.`,
    )
  }
}

async function countLocked(kysely: Database['kysely'], key: ChosenKey): Promise<number> {
  let count = 0
  for (const column of sealedSecrets) {
    for await (const values of wrappedValues({ kysely }, column)) {
      count += values.filter(({ name, wrapped }) => !key.ring.open(name, wrapped)).length
    }
  }
  return count
}

async function requireOwnKey(kysely: Database['kysely'], key: ChosenKey): Promise<void> {
  const { key_check: check } = await kysely
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  if (check === null || key.ring.has(check)) return
  throw new OperationRefused(
    `The key from ${nameOf(key)} is not this backup's key. Nothing was written. Use the key that the installation had when the backup was created.`,
  )
}

function nameOf({ from }: ChosenKey): string {
  return from === 'SECRET_KEY' ? from : `${keyFileName} in the ${from}`
}

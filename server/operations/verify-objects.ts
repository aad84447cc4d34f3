import { createHash } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import type { Selectable } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { ObjectTable } from '#server/db/schema.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { releaseMemory } from '#server/storage/memory.ts'
import { isSealedSize, sealedSize } from '#server/storage/sealed/sealing.ts'
import type { Storage } from '#server/storage/storage.ts'
import { unknownNames } from '#server/storage/unknown-names.ts'
import type { Vault } from '#server/storage/vault.ts'
import { sizeAt } from './copy-objects.ts'
import { filesOf, type Damage } from './damage.ts'
import { inParallel } from './in-parallel.ts'
import { rowsOf } from './read-rows.ts'

/** Objects read at once; each holds about 2 MiB. */
const concurrency = 4

export type ObjectFindings = {
  checked: number
  /** Plaintext bytes. */
  bytes: number
  /** Objects whose SHA-256 was not computed yet. */
  withoutHash: number
  /** Objects that open only with a passkey: their encrypted bytes are compared, if their SHA-256 was computed. */
  locked: number
  lockedWithoutHash: number
  /** Stored bytes without a row: uploads in progress, and leftovers that `gc` removes. Not damage. */
  strays: number
}

type Deps = { database: Database; storage: Storage; vault: Vault; keyRing: KeyRing }
type ObjectRow = Selectable<ObjectTable>
type Options = { isQuick: boolean; onProgress?: (found: ObjectFindings) => void }

/** Reads every object to its end; `isQuick` only checks that it exists with its right length. */
export async function verifyObjects(
  deps: Deps,
  { isQuick, onProgress }: Options,
): Promise<{ found: ObjectFindings; damage: Damage[] }> {
  const { kysely } = deps.database
  const found: ObjectFindings = {
    checked: 0,
    bytes: 0,
    withoutHash: 0,
    locked: 0,
    lockedWithoutHash: 0,
    strays: 0,
  }
  const damage: Damage[] = []
  await inParallel(rowsOf(kysely, 'object', ['guid']), concurrency, async (row) => {
    const problem =
      (await lengthProblem(deps.storage, row)) ?? (isQuick ? null : await contentProblem(deps, row))
    // One that was removed meanwhile is not damaged.
    if (problem && (await deps.vault.has(row.guid))) {
      damage.push({ what: 'object', guid: row.guid, problem, files: await filesOf(deps.database, row.guid) })
    }
    found.checked++
    found.bytes += row.size
    const isLocked = row.is_locked === 1
    if (isLocked) found.locked++
    if (row.sha256 === null) found[isLocked ? 'lockedWithoutHash' : 'withoutHash']++
    onProgress?.(found)
  })
  for await (const _ of unknownNames(kysely, deps.storage)) found.strays++
  return { found, damage }
}

async function lengthProblem(storage: Storage, { guid, size }: ObjectRow): Promise<string | null> {
  const stored = await sizeAt(storage, guid)
  if (stored === null) return 'its bytes are missing'
  return isSealedSize(stored, size) ? null : `it has ${stored} bytes instead of ${sealedSize(size)}`
}

async function contentProblem({ vault, keyRing }: Deps, row: ObjectRow): Promise<string | null> {
  try {
    if (row.is_locked === 1) return await lockedProblem(vault, keyRing, row)
    const reader = await vault.open(row.guid)
    const hash = createHash('sha256')
    let sum = 0
    for await (const chunk of reader.read()) {
      sum = crc32(chunk, sum)
      hash.update(chunk)
      releaseMemory(chunk)
    }
    if (sum !== row.crc32) return 'its CRC-32 is not the one taken at upload'
    if (row.sha256 !== null && hash.digest('hex') !== row.sha256)
      return 'its SHA-256 is not the one taken after upload'
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** No one can read its content here; its encrypted bytes show whether it is what was stored. */
async function lockedProblem(vault: Vault, keyRing: KeyRing, row: ObjectRow): Promise<string | null> {
  keyRing.unwrap(row.guid, row.wrapped_key)
  if (row.sha256 === null || (await vault.hashOfSealed(row.guid)) === row.sha256) return null
  return 'the SHA-256 of its sealed bytes is not the one taken after it was locked'
}

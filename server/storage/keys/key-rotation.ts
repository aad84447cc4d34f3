import type { Database } from '#server/db/open.ts'
import { InstallationKey } from './installation-key.ts'
import type { KeyFile } from './key-file.ts'
import { KeyRing } from './key-ring.ts'
import { wrappedColumns, type WrappedColumn } from './wrapped-columns.ts'
import { replaceWrapped, wrappedValues, type WrappedValue } from './wrapped-values.ts'

/** What a rotation has just made durable. */
export type RotationStep = 'key made' | 'database claimed' | 'batch rewrapped' | 'old key removed'

export type RotationOptions = {
  database: Database
  ring: KeyRing
  /** The file to create a key in, and to remove the old one from; null if the keys are the operator's own. */
  keyFile: KeyFile | null
  /** Values in one transaction. */
  batchSize?: number
  onStep?: (step: RotationStep, rewrapped: number) => void
}

export type Rotated = {
  /** Fingerprints. */
  key: string
  older: string[]
  isKeyMade: boolean
  /** Keys of objects and other secrets. */
  rewrapped: number
  /** Names of what opens with no key of the installation; while there is any, no key is removed from the file. */
  unopened: string[]
}

/**
 * Wraps every object's key and every encrypted secret with the first key of the ring; the objects themselves are not
 * touched. With a key file of one key, that is a new one, which is in the file before anything is wrapped with it.
 * Interrupted anywhere, everything opens as before, and the next run continues.
 */
export async function rotateKeys(options: RotationOptions): Promise<Rotated> {
  const { database, keyFile, onStep } = options
  const isKeyMade = keyFile !== null && options.ring.keys.length === 1
  const ring = isKeyMade ? new KeyRing([InstallationKey.make(), ...options.ring.keys]) : options.ring
  if (isKeyMade) {
    keyFile.tidy()
    keyFile.replace(ring.keys)
    onStep?.('key made', 0)
  }
  // First, so that a process that knows only the old key can no longer write with it.
  await claimForFirst(database, ring)
  onStep?.('database claimed', 0)
  const { rewrapped, unopened } = await rewrap({ ...options, ring })
  if (keyFile && unopened.length === 0) {
    keyFile.replace([ring.first])
    onStep?.('old key removed', rewrapped)
  }
  const [, ...older] = ring.keys.map((key) => key.fingerprint)
  return { key: ring.first.fingerprint, older, isKeyMade, rewrapped, unopened }
}

async function claimForFirst({ kysely }: Database, ring: KeyRing): Promise<void> {
  const checks = ring.keys.map((key) => key.check)
  const claimed = await kysely
    .updateTable('installation')
    .set({ key_check: ring.first.check })
    .where('id', '=', 1)
    .where((where) => where.or([where('key_check', 'is', null), where('key_check', 'in', checks)]))
    .returning('id')
    .executeTakeFirst()
  if (!claimed) throw new Error('The key of this database has changed. Start again.')
}

type Rewrapping = Pick<RotationOptions, 'database' | 'ring' | 'batchSize' | 'onStep'>

/** Goes over all wrapped columns until a whole pass finds nothing that the first key did not wrap. */
async function rewrap(options: Rewrapping) {
  let rewrapped = 0
  for (;;) {
    const unopened: string[] = []
    let found = 0
    for (const column of wrappedColumns) {
      const pass = await rewrapColumn(options, column, (count) => {
        rewrapped += count
        options.onStep?.('batch rewrapped', rewrapped)
      })
      unopened.push(...pass.unopened)
      found += pass.found
    }
    if (found === 0) return { rewrapped, unopened }
  }
}

async function rewrapColumn(
  { database, ring, batchSize }: Rewrapping,
  column: WrappedColumn,
  onBatch: (count: number) => void,
) {
  const unopened: string[] = []
  let found = 0
  const wanted = { batchSize, notBy: ring.first.fingerprint }
  for await (const values of wrappedValues(database, column, wanted)) {
    const openable = values.filter(({ name, wrapped }) => ring.open(name, wrapped))
    const isOpenable = new Set(openable)
    unopened.push(...values.filter((value) => !isOpenable.has(value)).map(({ name }) => name))
    found += openable.length
    onBatch(await rewrapBatch(database, ring, column, openable))
  }
  return { found, unopened }
}

/**
 * Only if it is still as it was read: a row that changed or was removed meanwhile is found in the next pass, or is
 * gone.
 */
function rewrapBatch(
  database: Database,
  ring: KeyRing,
  column: WrappedColumn,
  values: WrappedValue[],
): Promise<number> {
  return database.transaction(async (tx) => {
    let count = 0
    for (const value of values) {
      const wrapped = ring.wrap(value.name, ring.unwrap(value.name, value.wrapped))
      if (await replaceWrapped(tx, column, value, wrapped)) count += 1
    }
    return count
  })
}

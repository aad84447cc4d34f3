import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { KeyRing } from './key-ring.ts'
import { openKeys } from './open-keys.ts'
import { openStorage } from './open.ts'
import type { Storage } from './storage.ts'

/** The keys of the installation, and the bytes that are sealed under them. */
export async function openSealed(
  { dataDir, secretKeys, s3 }: Config,
  database: Database,
  log: Log,
  as: 'server' | 'guest',
): Promise<{ keyRing: KeyRing; storage: Storage }> {
  const keyRing = await openKeys({ database, dataDir, secretKeys, as })
  const isAlone = as === 'server' && database.kind === 'sqlite'
  return { keyRing, storage: await openStorage({ dataDir, s3, isAlone, log }) }
}

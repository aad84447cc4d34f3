import type { S3Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { openDiskStorage } from './disk/disk.ts'
import type { Storage } from './storage.ts'

/**
 * The store of an installation: the S3 store if one is configured, else the data folder. `isAlone`: no other process
 * works on the same data. Throws an Error in words for the operator if the store cannot be used.
 */
export async function openStorage(options: {
  dataDir: string
  s3: S3Config | null
  isAlone: boolean
  /** What a database on the same disk reserves for itself; none by default. */
  reserveBytes?: number
  log: Log
}): Promise<Storage> {
  const { dataDir, s3, isAlone, reserveBytes, log } = options
  if (!s3) return openDiskStorage({ dataDir, isAlone, ...(reserveBytes ? { reserveBytes } : {}) })
  // Loaded only where it is used.
  const { openS3Storage } = await import('./s3/s3.ts')
  return openS3Storage({ config: s3, log })
}

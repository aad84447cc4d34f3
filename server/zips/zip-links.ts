import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'

/** Where an archive is: the day (yyyyMMdd, UTC), 8 hex digits, and a secret of 128 bits. */
export type ZipAddress = { jobDate: string; batch: string; secret: string }

export function newPlace(now: number): { jobDate: string; batch: string } {
  const jobDate = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return { jobDate, batch: randomBytes(4).toString('hex') }
}

/** Whether a program may name an archive so. */
export function isPlace({ jobDate, batch }: Pick<ZipAddress, 'jobDate' | 'batch'>): boolean {
  return /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(jobDate) && /^[0-9a-f]{8}$/.test(batch)
}

/** The secret in the address of an archive: nothing of it is stored. */
export function secretOf([key]: PurposeKeys, zipGuid: string): string {
  return signed(key, zipGuid).toString('hex')
}

export function isSecretOf(keys: PurposeKeys, zipGuid: string, secret: string): boolean {
  if (!/^[0-9a-f]{32}$/.test(secret)) return false
  const given = Buffer.from(secret, 'hex')
  return keys.some((key) => timingSafeEqual(signed(key, zipGuid), given))
}

function signed(key: KeyObject, zipGuid: string): Buffer {
  return createHmac('sha256', key).update(zipGuid).digest().subarray(0, 16)
}

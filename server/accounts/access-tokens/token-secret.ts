import { crc32 } from 'node:zlib'
import { randomBytes } from 'node:crypto'

/**
 * `strongroom_pat_`, 256 random bits and a checksum: scanners find one that was published by mistake, and know without
 * asking that it is no accident of digits.
 */
const pattern = /^strongroom_pat_[\da-f]{72}$/

export function newAccessToken(): string {
  const secret = randomBytes(32).toString('hex')
  return `strongroom_pat_${secret}${checksumOf(secret)}`
}

/** Whether a bearer token is meant to be one of these; says nothing about whether it works. */
export function isAccessToken(token: string): boolean {
  return pattern.test(token) && checksumOf(token.slice(-72, -8)) === token.slice(-8)
}

function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0')
}

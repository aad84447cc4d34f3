import { createHash, randomBytes, randomInt } from 'node:crypto'

/** A secret for a cookie or a link: 256 random bits, 43 characters that need no escaping in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database stores of a secret. A plain hash is enough: no one can guess 256 random bits. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Six digits to enter. They can be guessed, so callers count the attempts. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

import { randomBytes } from 'node:crypto'

/** A new identifier: 128 random bits as 32 hex characters. It cannot be guessed. */
export function newGuid(): string {
  return randomBytes(16).toString('hex')
}

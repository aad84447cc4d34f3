import { randomFillSync } from 'node:crypto'

const bytes = 16
/** Filled for 256 identifiers at a time: asking the system for each costs more than a query. */
const pool = Buffer.alloc(256 * bytes)
let used = pool.length

/** A new identifier: 128 random bits as 32 hex characters. It cannot be guessed. */
export function newGuid(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.toString('hex', used, (used += bytes))
}

import type { Database, OpenOptions } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

export type { Database, OpenOptions } from './database.ts'
export { unlessFull } from './errors.ts'
export { newGuid } from './guid.ts'
export type { ReserveState } from './sqlite/reserve.ts'
export type { Transaction } from './transaction.ts'

/**
 * Opens the database. Throws an error with words for the operator when another process holds it, it cannot be
 * reached, or a newer version wrote it.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url.startsWith('sqlite:')) return openSqlite(options)
  // Loaded only where it is used.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(options)
}

import { sql } from 'kysely'
import type { Database } from './open.ts'

/** When the first tables of this database were made, in epoch milliseconds: tells one installation from another. */
export async function installedAt({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { rows } = await sql<{ at: number }>`select min(applied_at) as at from migration`.execute(kysely)
  return Number(rows[0]!.at)
}

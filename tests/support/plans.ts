import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/open.ts'

/** The steps in which the database answers a query. */
export async function planOf(database: Database, query: RawBuilder<unknown>): Promise<string[]> {
  if (database.kind === 'sqlite') {
    const plan = await sql<{ detail: string }>`explain query plan ${query}`.execute(database.kysely)
    return plan.rows.map((row) => row.detail)
  }
  return database.transaction(async (tx) => {
    // Tables as small as these are read whole and sorted unless that is forbidden.
    for (const way of ['seqscan', 'sort']) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    return plan.rows.map((row) => row['QUERY PLAN'])
  })
}

import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/open.ts'

/** Writes a row as it is, whatever the types say of the table: for tests of what the database itself refuses. */
export function insertRow(
  database: Database,
  table: string,
  row: Record<string, string | number | null>,
): Promise<unknown> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row))
  return sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(database.kysely)
}

/** The steps by which the database would answer a query. */
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

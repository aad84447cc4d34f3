import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/open.ts'

export type BuiltQuery = { compile(): { sql: string; parameters: readonly unknown[] } }

/** The steps by which the database would answer a query. */
export async function planOf(
  database: Database,
  statement: RawBuilder<unknown> | BuiltQuery,
): Promise<string[]> {
  const query = 'isRawBuilder' in statement ? statement : rawOf(statement)
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

/** The very query, with its parameters in their places. */
function rawOf(query: BuiltQuery): RawBuilder<unknown> {
  const { sql: text, parameters } = query.compile()
  const parts = text.split(/\$\d+|\?/)
  return sql.join(
    parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [sql`${parameters[at - 1]}`, sql.raw(part)])),
    sql.raw(''),
  )
}

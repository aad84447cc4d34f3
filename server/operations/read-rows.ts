import { sql, type Selectable } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { AnyRows, Row, TableShape } from './tables.ts'

type Kysely = Database['kysely']

/** All rows of a table by its primary key, in batches; it uses memory for one batch only. */
export async function* readRows(
  from: Kysely,
  table: Pick<TableShape, 'name' | 'key' | 'made'>,
  batchSize: number,
): AsyncGenerator<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  let last: Row | undefined
  do {
    const behind = last && sql<boolean>`(${key}) > (${sql.join(table.key.map((column) => last![column]))})`
    const rows: Row[] = await anyRows(from)
      .selectFrom(table.name)
      .selectAll()
      .$if(behind !== undefined, (query) => query.where(behind!))
      .orderBy(key)
      .limit(batchSize)
      .execute()
    last = rows.length === batchSize ? rows.at(-1) : undefined
    for (const row of rows) for (const column of table.made ?? []) delete row[column]
    if (rows.length > 0) yield rows
  } while (last)
}

/** The rows of one table of the schema. */
export async function* rowsOf<T extends keyof Schema>(
  from: Kysely,
  name: T,
  key: readonly (keyof Schema[T] & string)[],
): AsyncGenerator<Selectable<Schema[T]>> {
  for await (const rows of readRows(from, { name, key }, 500))
    yield* rows as unknown as Selectable<Schema[T]>[]
}

export function anyRows(kysely: Kysely): AnyRows {
  return kysely as unknown as AnyRows
}

import type { SelectQueryBuilder, ReferenceExpression } from 'kysely'

const batchSize = 500

/**
 * All rows of a long list, read in pages, each starting after the last row of the previous one; `first` comes before
 * all.
 */
export async function* rowsInPages<Row, Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await read(after, batchSize)
    yield* rows
    if (rows.length < batchSize) return
    after = keyOf(rows.at(-1)!)
  }
}

/** All rows of a query in the order of a column that no two of them share, read in pages; `first` comes before all. */
export function rowsInOrderOf<DB, Tables extends keyof DB, Row, Key extends string | number>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  column: ReferenceExpression<DB, Tables>,
  keyOf: (row: Row) => Key,
  first: Key,
): AsyncGenerator<Row> {
  const page = (after: Key, limit: number) =>
    query
      .where((row) => row(column, '>', row.val<never>(after as never)))
      .orderBy(column)
      .limit(limit)
      .execute()
  return rowsInPages<Row, Key>(first, page, keyOf)
}

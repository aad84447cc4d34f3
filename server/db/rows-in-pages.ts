const rowsAtOnce = 500

/** All rows of a long list, read in pages, each from where the last row of the one before leads; `first` comes before all. */
export async function* rowsInPages<Row, Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await read(after, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
    after = keyOf(rows.at(-1)!)
  }
}

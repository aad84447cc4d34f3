import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { WrappedColumn } from './wrapped-columns.ts'

/** `key` is that of the row, `name` the one under which the value was wrapped. */
export type WrappedValue = { key: string; name: string; wrapped: string }

/** The values of one column (but nulls) in pages, by key; with `notBy` only those that another key than that one wrapped. */
export async function* wrappedValues(
  { kysely }: Pick<Database, 'kysely'>,
  { table, key, column, name }: WrappedColumn,
  options: { batchSize?: number | undefined; notBy?: string } = {},
): AsyncGenerator<WrappedValue[]> {
  for (let last = ''; ;) {
    let query = texts(kysely)
      .selectFrom(table)
      .select([`${key} as key`, `${column} as wrapped`])
      .where(key, '>', last)
      .where(column, 'is not', null)
      .orderBy(key)
      .limit(options.batchSize ?? 500)
    if (options.notBy !== undefined) query = query.where(column, 'not like', `${options.notBy}.%`)
    const rows = await query.execute()
    if (rows.length === 0) return
    yield rows.map((row) => ({ key: row.key, name: name(row.key), wrapped: row.wrapped }))
    last = rows.at(-1)!.key
  }
}

/** Puts another in the place of a value, if that still reads as it was read. Answers whether it did. */
export async function replaceWrapped(
  kysely: Database['kysely'],
  { table, key, column }: WrappedColumn,
  value: WrappedValue,
  wrapped: string,
): Promise<boolean> {
  const updated = await texts(kysely)
    .updateTable(table)
    .set({ [column]: wrapped })
    .where(key, '=', value.key)
    .where(column, '=', value.wrapped)
    .returning(`${key} as key`)
    .executeTakeFirst()
  return updated !== undefined
}

// Which table it is, is data here.
function texts(kysely: Database['kysely']): Kysely<Record<string, Record<string, string>>> {
  return kysely as unknown as Kysely<Record<string, Record<string, string>>>
}

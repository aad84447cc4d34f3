import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** For whom an export is written, and of what. */
export type ExportOf = { kysely: Kysely<Schema>; userGuid: string; publicUrl: URL }

/** One part of the document: its name, and its JSON in pieces, read from the database on demand. */
export type ExportSection = { name: string; write: (from: ExportOf) => AsyncIterable<string> }

type Row = Record<string, unknown>

const batchSize = 500

type OwnRows<Table extends keyof Schema> = {
  table: Table
  /** The column that refers to the account. */
  owner: keyof Schema[Table] & string
  /** The primary key, by which the pages follow each other; it is not exported unless `columns` has it. */
  key: keyof Schema[Table] & string
  /** What is exported: never a hash, an encrypted key, or anything that opens something. */
  columns: readonly (keyof Schema[Table] & string)[]
}

/** A section with what one table has for the account: for tables with few rows per account. */
export function ownRows<Table extends keyof Schema>(name: string, own: OwnRows<Table>): ExportSection {
  return { name, write: (from) => listOf(pagesOf(from, own)) }
}

type AnyRows = Kysely<Record<string, Record<string, string | number | null>>>

async function* pagesOf(
  { kysely, userGuid }: ExportOf,
  { table, owner, key, columns }: { table: string; owner: string; key: string; columns: readonly string[] },
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows: Row[] = await (kysely as unknown as AnyRows)
      .selectFrom(table)
      .select([`${key} as last_key`, ...columns])
      .where(owner, '=', userGuid)
      .where(key, '>', after)
      .orderBy(key)
      .limit(batchSize)
      .execute()
    for (const { last_key: _, ...row } of rows) yield printed(row)
    if (rows.length < batchSize) return
    after = String(rows.at(-1)!['last_key'])
  }
}

/** A JSON list, a line for each of its entries. */
export async function* listOf(entries: AsyncIterable<unknown>): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const entry of entries) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`
    isFirst = false
  }
  yield ']'
}

/** A row for people and programs: names in camel case, times as ISO 8601 in UTC, flags as true and false. */
export function printed(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      printedValue(column, value),
    ]),
  )
}

function printedValue(column: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (/(^|_)(at|until)$/.test(column)) return new Date(value).toISOString()
  return /^(is|may|has|had|needs|must)_/.test(column) ? value === 1 : value
}

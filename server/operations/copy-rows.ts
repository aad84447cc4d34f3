import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { OperationRefused } from './refused.ts'
import { RowsDigest } from './rows-digest.ts'
import { anyRows, readRows } from './read-rows.ts'
import { tables } from './tables.ts'
import type { Row, TableShape } from './tables.ts'

type Kysely = Database['kysely']
export type RowCounts = Record<string, number>

/** Below what either engine accepts as parameters of one statement. */
const maxParameters = 30_000
const maxRows = 500

/**
 * Copies every table into a database that has only what the migrations created, in one transaction there: an
 * interrupted copy leaves it as it was. Each table is read back and compared before the commit. Nothing else may write
 * to a SQLite database that is copied from; a PostgreSQL one is read in one snapshot. Returns the rows of each table.
 * Throws OperationRefused if the target is not empty or of another version.
 */
export async function copyRows(from: Database, to: Database): Promise<RowCounts> {
  return inSnapshot(from, (source) =>
    to.transaction(async (tx) => {
      await requireSameVersion(source, tx)
      if (to.kind === 'postgres') await keepOthersOut(tx)
      await requireEmpty(tx)
      const counts: RowCounts = {}
      for (const table of tables) counts[table.name] = await copyTable(source, tx, table)
      return counts
    }),
  )
}

/** Whether both databases hold the same rows. */
export async function hasSameRows(one: Database, other: Database): Promise<boolean> {
  for (const table of tables) {
    const [first, second] = [await digestOf(one.kysely, table), await digestOf(other.kysely, table)]
    if (first.sum !== second.sum || first.rows !== second.rows) return false
  }
  return true
}

/** Whether a database has only what the migrations made. */
export async function isEmpty({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  return (await filledTables(kysely)).length === 0
}

/** The rows of all tables together. */
export function allRows(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

export async function countRows(kysely: Kysely): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const { name } of tables) counts[name] = await countOf(kysely, name)
  return counts
}

/** One consistent view of a database, also while others write to it. */
function inSnapshot<T>(from: Database, work: (source: Kysely) => Promise<T>): Promise<T> {
  if (from.kind === 'sqlite') return work(from.kysely)
  return from.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

async function requireSameVersion(source: Kysely, target: Kysely): Promise<void> {
  const [has, wants] = [await migrationNames(source), await migrationNames(target)]
  if (has.join() === wants.join()) return
  throw new OperationRefused(
    `The two databases are of different versions (${has.at(-1)} and ${wants.at(-1)}). Start this version of the server once with each of them, then try again.`,
  )
}

async function migrationNames(kysely: Kysely): Promise<string[]> {
  const rows = await anyRows(kysely).selectFrom('migration').select('name').execute()
  return rows.map((row) => String(row['name'])).sort()
}

/** A server that is started over the target meanwhile waits until we are done. */
async function keepOthersOut(tx: Transaction): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in exclusive mode`.execute(tx)
}

async function requireEmpty(target: Kysely): Promise<void> {
  const filled = await filledTables(target)
  if (filled.length === 0) return
  throw new OperationRefused(
    `The target database is not empty: it has rows in ${filled.join(', ')}. Nothing was copied. Use an empty database, or drop this one and create it again.`,
  )
}

async function filledTables(kysely: Kysely): Promise<string[]> {
  const filled: string[] = []
  for (const { name, isSeeded } of tables) {
    if (!isSeeded && (await hasRows(kysely, name))) filled.push(name)
  }
  return filled
}

async function hasRows(kysely: Kysely, name: string): Promise<boolean> {
  const one = await anyRows(kysely)
    .selectFrom(name)
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

async function countOf(kysely: Kysely, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
    kysely,
  )
  return Number(rows[0]!.count)
}

async function copyTable(source: Kysely, tx: Transaction, table: TableShape): Promise<number> {
  if (table.isSeeded) await anyRows(tx).deleteFrom(table.name).execute()
  const copied = new RowsDigest()
  for await (const rows of readRows(source, table, maxRows)) {
    for (const row of rows) copied.add(row)
    for (const some of portions(rows)) await anyRows(tx).insertInto(table.name).values(some).execute()
  }
  const arrived = await digestOf(tx, table)
  if (arrived.sum !== copied.sum || arrived.rows !== copied.rows) {
    throw new Error(`The rows of ${table.name} were not copied correctly. The copy was discarded.`)
  }
  return copied.rows
}

async function digestOf(kysely: Kysely, table: TableShape): Promise<RowsDigest> {
  const digest = new RowsDigest()
  for await (const rows of readRows(kysely, table, maxRows)) for (const row of rows) digest.add(row)
  return digest
}

function* portions(rows: Row[]): Generator<Row[]> {
  const size = Math.max(1, Math.floor(maxParameters / Object.keys(rows[0]!).length))
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

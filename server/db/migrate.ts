import { sql, type Kysely } from 'kysely'
import { columnTypes, createTable, key, required } from './tables/columns.ts'
import type { Migration } from './tables/columns.ts'
import { migrations } from './migrations/index.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Schema } from './schema.ts'

type Recorded = Kysely<{ migration: { name: string; applied_at: number } }>

/** Any number that no other program on the same database uses. */
const lockNumber = 7_237_001

/**
 * Applies what the database does not have yet, in order, each in a separate transaction. Of processes that start
 * together on PostgreSQL one does the work while the others wait; a SQLite file belongs to one process anyway.
 */
export async function migrate(
  kysely: Kysely<Schema>,
  kind: Engine,
  list: readonly Migration[] = migrations,
): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    const recorded = connection as unknown as Recorded
    if (kind === 'postgres') await sql`select pg_advisory_lock(${lockNumber})`.execute(connection)
    try {
      await createMigrationTable(recorded, kind)
      const applied = await appliedTo(recorded)
      refuseNewer(applied, list)
      for (const migration of list.filter(({ name }) => !applied.has(name))) {
        await recorded.transaction().execute((tx) => apply(tx, kind, migration))
      }
    } finally {
      if (kind === 'postgres') await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection)
    }
  })
}

/** Throws an error with words for the operator unless the tables are exactly those of this version. */
export async function requireCurrent(
  kysely: Kysely<Schema>,
  list: readonly Migration[] = migrations,
): Promise<void> {
  const tables = await kysely.introspection.getTables()
  const isMade = tables.some(({ name }) => name === 'migration')
  const applied = isMade ? await appliedTo(kysely as unknown as Recorded) : new Set<string>()
  refuseNewer(applied, list)
  if (list.some(({ name }) => !applied.has(name))) {
    throw new Error(
      'The tables of this database are from another version. Start this version of the server once.',
    )
  }
}

async function apply(tx: Recorded, kind: Engine, { name, up }: Migration): Promise<void> {
  await tx.insertInto('migration').values({ name, applied_at: Date.now() }).execute()
  await up(tx as unknown as Kysely<unknown>, kind)
}

async function createMigrationTable(recorded: Recorded, kind: Engine): Promise<void> {
  const types = columnTypes(kind)
  await createTable(recorded as unknown as Kysely<unknown>, kind, 'migration')
    .ifNotExists()
    .addColumn('name', types.text, key)
    .addColumn('applied_at', types.integer, required)
    .execute()
}

async function appliedTo(recorded: Recorded): Promise<Set<string>> {
  return new Set((await recorded.selectFrom('migration').select('name').execute()).map((row) => row.name))
}

function refuseNewer(applied: ReadonlySet<string>, list: readonly Migration[]): void {
  const known = new Set(list.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `A newer version wrote this database (${unknown.join(', ')}). Start that version or a newer one.`,
  )
}

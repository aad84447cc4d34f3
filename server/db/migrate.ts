import type { Kysely } from 'kysely'
import { columnTypes, createTable, key, required } from './columns.ts'
import type { Migration } from './columns.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './open.ts'

type Recorded = Kysely<{ migration: { name: string; applied_at: number } }>

/**
 * Applies what the database does not have yet, in order, each in a transaction of its own. Its row goes in
 * first, so that of two processes that start together one waits and then finds the work done.
 */
export async function migrate(database: Database, list: readonly Migration[] = migrations): Promise<void> {
  const recorded = database.kysely as unknown as Recorded
  await createMigrationTable(database)
  const applied = new Set(
    (await recorded.selectFrom('migration').select('name').execute()).map((row) => row.name),
  )
  refuseNewer(applied, list)
  for (const migration of list) {
    if (applied.has(migration.name)) continue
    await recorded.transaction().execute(async (tx) => {
      const isOurs = await tx
        .insertInto('migration')
        .values({ name: migration.name, applied_at: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst()
      if (isOurs) await migration.up(tx as unknown as Kysely<unknown>, database.kind)
    })
  }
}

async function createMigrationTable({ kysely, kind }: Database): Promise<void> {
  const types = columnTypes(kind)
  await createTable(kysely as unknown as Kysely<unknown>, kind, 'migration')
    .ifNotExists()
    .addColumn('name', types.text, key)
    .addColumn('applied_at', types.integer, required)
    .execute()
}

function refuseNewer(applied: ReadonlySet<string>, list: readonly Migration[]): void {
  const known = new Set(list.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `A newer version wrote this database (${unknown.join(', ')}). Start that version or a newer one.`,
  )
}

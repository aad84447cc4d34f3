import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { miscounted } from '#server/uploads/storage-bytes.ts'
import type { StoredWorld } from './stored-world.ts'

/** How many rows each of these tables has. */
export async function countRows(
  { database }: Pick<StoredWorld, 'database'>,
  tables: readonly (keyof Schema)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    counts[table] = Number((await query.execute(database.kysely)).rows[0]!.count)
  }
  return counts
}

/** That nothing hangs in the air: chains hold, rows and bytes fit together, counts are sums. */
export async function expectWhole(world: StoredWorld & { tracking: Tracking }): Promise<void> {
  const { kysely } = world.database
  for (const { subject_guid } of await kysely.selectFrom('event_head').select('subject_guid').execute())
    expect(await world.tracking.verify(subject_guid)).toBeNull()
  const objects = await kysely.selectFrom('object').select('guid').execute()
  const stored = await world.stored()
  expect(objects.map(({ guid }) => guid).filter((guid) => !stored.includes(guid))).toEqual([])
  for await (const found of miscounted(world.database)) expect(found).toBeNull()
}

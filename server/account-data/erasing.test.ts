import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { closedKept } from '#server/rules/closing.ts'
import { miscounted } from '#server/uploads/storage-bytes.ts'
import { erasedTables } from './erased-tables.ts'
import { TestWorld } from './test-world.ts'

async function open(wrap?: (database: Database) => Database): Promise<TestWorld> {
  const world = await TestWorld.open(wrap)
  onTestFinished(() => world.close())
  return world
}

const named = ['user', 'share', 'recipient', 'file', 'page_image', 'object', 'event', 'event_head'] as const

async function countRows({ database }: TestWorld): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of named) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.kysely,
    )
    counts[table] = Number(rows[0]!.count)
  }
  return counts
}

/** That nothing hangs in the air: chains hold, rows and bytes fit together, counts are sums. */
async function expectWhole(world: TestWorld): Promise<void> {
  const { kysely } = world.database
  for (const { subject_guid } of await kysely.selectFrom('event_head').select('subject_guid').execute())
    expect(await world.tracking.verify(subject_guid)).toBeNull()
  const silent = await kysely
    .selectFrom('share')
    .select('guid')
    .where('guid', 'not in', kysely.selectFrom('event_head').select('subject_guid'))
    .execute()
  expect(silent).toEqual([])
  const objects = await kysely.selectFrom('object').select('guid').execute()
  const stored = await world.stored()
  expect(objects.map(({ guid }) => guid).filter((guid) => !stored.includes(guid))).toEqual([])
  for await (const found of miscounted(world.database)) expect(found).toBeNull()
}

async function eraseAll(world: TestWorld, guid: string): Promise<void> {
  while (await world.erasing.step(guid));
}

test('everything of an account goes, and everything of the others stays', async () => {
  const world = await open()
  const [anna, bert] = [await world.addUser('anna@example.com'), await world.addUser('bert@example.com')]
  // What others shared with the address is theirs.
  await world.openedShare(bert, { to: 'anna@example.com' })
  const before = { rows: await countRows(world), stored: await world.stored() }
  await world.openedShare(anna)
  await world.openedShare(anna, { openings: 2500 })
  await world.upload(anna)
  await world.closeLongAgo(anna)
  await eraseAll(world, anna.guid)
  expect(await countRows(world)).toEqual({ ...before.rows, user: 1 })
  expect(await world.stored()).toEqual(before.stored)
  await expectWhole(world)
  await world.jobs.drain()
  expect(world.letters.at(-1)).toMatchObject({
    to: 'anna@example.com',
    subject: 'Your Strongroom account is erased',
  })
  // The address is free again.
  await world.addUser('anna@example.com')
})

test('an account that is open, disabled, or closed for less than 14 days is left alone', async () => {
  const world = await open()
  const anna = await world.addUser('anna@example.com')
  await world.openedShare(anna)
  const before = await countRows(world)
  const states: Partial<{ status: 'Suspended'; closed_at: number; closed_by: 'owner' }>[] = [
    {},
    { status: 'Suspended' },
    { status: 'Suspended', closed_at: world.now - closedKept + 1, closed_by: 'owner' },
  ]
  for (const state of states) {
    if (Object.keys(state).length > 0) await world.database.kysely.updateTable('user').set(state).execute()
    expect(await world.erasing.step(anna.guid)).toBe(false)
    expect(await world.erasing.sweep()).toBe(0)
    expect(await countRows(world)).toEqual(before)
  }
})

test('the daily look has the job queue erase what is due, once', async () => {
  const world = await open()
  const anna = await world.addUser('anna@example.com')
  for (let number = 0; number < 3; number++) await world.openedShare(anna)
  await world.closeLongAgo(anna)
  expect([await world.erasing.sweep(), await world.erasing.sweep()]).toEqual([1, 1])
  const jobs = await world.database.kysely
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'erase-account')
    .execute()
  expect(jobs).toEqual([{ payload: JSON.stringify({ user: anna.guid }) }])
  await world.jobs.drain()
  expect(await countRows(world)).toEqual(Object.fromEntries(named.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
  expect(await world.erasing.sweep()).toBe(0)
})

test('erasing that is interrupted behind any of its transactions leaves all whole, and goes on', async () => {
  let left = Infinity
  const world = await open((database) => ({
    ...database,
    async transaction(work) {
      if (--left < 0) throw new Error('The process ended')
      return database.transaction(work)
    },
  }))
  const anna = await world.addUser('anna@example.com')
  await world.openedShare(anna, { openings: 2100 })
  for (let number = 0; number < 2; number++) await world.openedShare(anna)
  await world.closeLongAgo(anna)
  let interruptions = 0
  for (let isErased = false; !isErased;) {
    // Some only look whether there is anything to do.
    left = 1 + (interruptions % 3)
    isErased = await eraseAll(world, anna.guid).then(
      () => true,
      () => false,
    )
    left = Infinity
    if (!isErased) interruptions++
    await expectWhole(world)
  }
  expect(interruptions).toBeGreaterThanOrEqual(6)
  expect(await countRows(world)).toEqual(Object.fromEntries(named.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
})

test('bytes whose removal was cut short behind the commit are what clearing up removes', async () => {
  const world = await open()
  const anna = await world.addUser('anna@example.com')
  await world.openedShare(anna)
  await world.closeLongAgo(anna)
  const remove = world.storage.remove.bind(world.storage)
  world.storage.remove = async () => undefined
  await eraseAll(world, anna.guid)
  world.storage.remove = remove
  expect(await world.stored()).toHaveLength(2)
  expect((await countRows(world))['object']).toBe(0)
  expect((await world.uploads.sweep()).strays).toBe(2)
  expect(await world.stored()).toEqual([])
})

test('a chain that is looked through while it is erased is not taken for a broken one', async () => {
  const world = await open()
  const anna = await world.addUser('anna@example.com')
  const guid = await world.openedShare(anna, { openings: 2200 })
  await world.closeLongAgo(anna)
  const [broken] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => world.tracking.verify(guid))),
    eraseAll(world, anna.guid),
  ])
  expect(broken.filter((found) => found !== null)).toEqual([])
})

type Reference = { table: keyof Schema; column: string; isOwned: number | boolean }

async function referencesToUser({ database }: TestWorld): Promise<Reference[]> {
  const query =
    database.kind === 'sqlite'
      ? sql<Reference>`select m.name as "table", f."from" as "column", f.on_delete = 'CASCADE' as "isOwned"
          from sqlite_master m, pragma_foreign_key_list(m.name) f
          where m.type = 'table' and f."table" = 'user' and f."to" = 'guid'`
      : sql<Reference>`select o.relname as "table", a.attname as "column", c.confdeltype = 'c' as "isOwned"
          from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class t on t.oid = c.confrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and t.relname = 'user'`
  return (await query.execute(database.kysely)).rows
}

test('every table that names an account goes with its row, or says here how it goes before', async () => {
  const references = await referencesToUser(await open())
  const held = references.filter(({ isOwned }) => !isOwned).map(({ table, column }) => `${table}.${column}`)
  expect(erasedTables.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(held.toSorted())
  expect(references.length).toBeGreaterThan(held.length)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tellOfAccounts } from '#server/accounts/account-notices.ts'
import type { Schema } from '#server/db/schema.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser, closeLongAgo } from '#tests/support/unit/users.ts'
import { countRows, expectWhole } from '#tests/support/unit/whole.ts'
import { erasedTables } from './erased-tables.ts'
import { Erasing } from './erasing.ts'

const named = ['user', 'share', 'recipient', 'file', 'page_image', 'object', 'event', 'event_head'] as const

/** That no row is orphaned, and that every share has its events. */
async function expectSound(world: SharingWorld): Promise<void> {
  await expectWhole(world)
  const { kysely } = world.database
  const silent = await kysely
    .selectFrom('share')
    .select('guid')
    .where('guid', 'not in', kysely.selectFrom('event_head').select('subject_guid'))
    .execute()
  expect(silent).toEqual([])
}

async function eraseAll(erasing: Erasing, guid: string): Promise<void> {
  while (await erasing.step(guid));
}

test('everything of an account goes, and everything of the others stays', async () => {
  const world = await openSharing()
  tellOfAccounts(world)
  const erasing = new Erasing(world)
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  // What others shared with the address is theirs.
  await world.share(bert, { to: 'anna@example.com', openings: 1 })
  await world.jobs.drain()
  const before = { rows: await countRows(world, named), stored: await world.stored() }
  await world.share(anna, { openings: 1 })
  await world.share(anna, { openings: 2500 })
  await world.upload(anna)
  await closeLongAgo(world, anna)
  await eraseAll(erasing, anna.guid)
  expect(await countRows(world, named)).toEqual({ ...before.rows, user: 1 })
  expect(await world.stored()).toEqual(before.stored)
  await expectSound(world)
  await world.jobs.drain()
  expect(world.emails.at(-1)).toMatchObject({
    to: 'anna@example.com',
    subject: 'Your Strongroom account was deleted',
  })
  // The address is free again.
  await addUser(world, 'anna@example.com')
})

test('an account that is open, disabled, or closed for less than 14 days is left alone', async () => {
  const world = await openSharing()
  const erasing = new Erasing(world)
  const anna = await addUser(world, 'anna@example.com')
  await world.share(anna, { openings: 1 })
  const before = await countRows(world, named)
  const states: Partial<{ status: 'Suspended'; closed_at: number; closed_by: 'owner' }>[] = [
    {},
    { status: 'Suspended' },
    { status: 'Suspended', closed_at: world.now - closedKept + 1, closed_by: 'owner' },
  ]
  for (const state of states) {
    if (Object.keys(state).length > 0) await world.database.kysely.updateTable('user').set(state).execute()
    expect(await erasing.step(anna.guid)).toBe(false)
    expect(await erasing.sweep()).toBe(0)
    expect(await countRows(world, named)).toEqual(before)
  }
})

test('the daily look has the job queue erase what is due, once', async () => {
  const world = await openSharing()
  const erasing = new Erasing(world)
  const anna = await addUser(world, 'anna@example.com')
  for (let number = 0; number < 3; number++) await world.share(anna, { openings: 1 })
  await closeLongAgo(world, anna)
  expect([await erasing.sweep(), await erasing.sweep()]).toEqual([1, 1])
  const jobs = await world.database.kysely
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'erase-account')
    .execute()
  expect(jobs).toEqual([{ payload: JSON.stringify({ user: anna.guid }) }])
  await world.jobs.drain()
  expect(await countRows(world, named)).toEqual(Object.fromEntries(named.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
  expect(await erasing.sweep()).toBe(0)
})

test('erasing that is interrupted behind any of its transactions leaves all whole, and goes on', async () => {
  let left = Infinity
  const world = await openSharing((database) => ({
    ...database,
    async transaction(work) {
      if (--left < 0) throw new Error('The process ended')
      return database.transaction(work)
    },
  }))
  const erasing = new Erasing(world)
  const anna = await addUser(world, 'anna@example.com')
  await world.share(anna, { openings: 2100 })
  for (let number = 0; number < 2; number++) await world.share(anna, { openings: 1 })
  await closeLongAgo(world, anna)
  let interruptions = 0
  for (let isErased = false; !isErased;) {
    // Some only check whether there is anything to do.
    left = 1 + (interruptions % 3)
    isErased = await eraseAll(erasing, anna.guid).then(
      () => true,
      () => false,
    )
    left = Infinity
    if (!isErased) interruptions++
    await expectSound(world)
  }
  expect(interruptions).toBeGreaterThanOrEqual(6)
  expect(await countRows(world, named)).toEqual(Object.fromEntries(named.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
})

test('bytes whose removal was cut short behind the commit are what clearing up removes', async () => {
  const world = await openSharing()
  const erasing = new Erasing(world)
  const anna = await addUser(world, 'anna@example.com')
  await world.share(anna, { openings: 1 })
  await closeLongAgo(world, anna)
  const remove = world.storage.remove.bind(world.storage)
  world.storage.remove = async () => undefined
  await eraseAll(erasing, anna.guid)
  world.storage.remove = remove
  expect(await world.stored()).toHaveLength(2)
  expect((await countRows(world, named))['object']).toBe(0)
  expect((await world.uploads.sweep()).strays).toBe(2)
  expect(await world.stored()).toEqual([])
})

test('a chain that is looked through while it is erased is not taken for a broken one', async () => {
  const world = await openSharing()
  const erasing = new Erasing(world)
  const anna = await addUser(world, 'anna@example.com')
  const guid = await world.share(anna, { openings: 2200 })
  await closeLongAgo(world, anna)
  const [broken] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => world.tracking.verify(guid))),
    eraseAll(erasing, anna.guid),
  ])
  expect(broken.filter((found) => found !== null)).toEqual([])
})

type Reference = { table: keyof Schema; column: string; isOwned: number | boolean }

async function referencesToUser({ database }: SharingWorld): Promise<Reference[]> {
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
  const references = await referencesToUser(await openSharing())
  const held = references.filter(({ isOwned }) => !isOwned).map(({ table, column }) => `${table}.${column}`)
  expect(erasedTables.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(held.toSorted())
  expect(references.length).toBeGreaterThan(held.length)
})

test('an account leaves nothing behind under its addresses: no place in a team, no lost email', async () => {
  const world = await openSharing()
  tellOfAccounts(world)
  const { kysely } = world.database
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  const further = { email: 'Anna@home.example', code_hash: null, tries: 0, code_expires_at: 1, created_at: 1 }
  await kysely
    .insertInto('address')
    .values({ guid: 'a', user_guid: anna.guid, confirmed_at: 1, ...further })
    .execute()
  await kysely
    .insertInto('team')
    .values({
      guid: 'team',
      name: 'Birch',
      allowed_methods: null,
      requires_second_factor: 0,
      created_at: 1,
    } as never)
    .execute()
  const place = { team_guid: 'team', name: 'N', role: 2, secret_hash: null, began_at: 1, expires_at: null }
  await kysely
    .insertInto('team_place')
    .values([
      { ...place, guid: 'p1', email: 'anna@example.com', state: 'Left', by_email: 'anna@example.com' },
      { ...place, guid: 'p2', email: 'anna@home.example', state: 'Asked', by_email: 'anna@home.example' },
      { ...place, guid: 'p3', email: 'carl@example.com', state: 'Rejected', by_email: 'anna@example.com' },
      { ...place, guid: 'p4', email: bert.email, state: 'Left', by_email: bert.email },
    ])
    .execute()
  for (const email of ['anna@example.com', 'ANNA@home.example', bert.email])
    await kysely
      .insertInto('lost_email')
      .values({ guid: email, email, reason: 'full', failed_at: 1 })
      .execute()
  await closeLongAgo(world, anna)
  await eraseAll(new Erasing(world), anna.guid)
  const places = await kysely.selectFrom('team_place').select(['guid', 'by_email']).orderBy('guid').execute()
  expect(places).toEqual([
    { guid: 'p3', by_email: '' },
    { guid: 'p4', by_email: bert.email },
  ])
  expect(await kysely.selectFrom('lost_email').select('email').execute()).toEqual([{ email: bert.email }])
})

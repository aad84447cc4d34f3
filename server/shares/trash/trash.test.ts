import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { trashKept } from '#server/rules/sharing/trash.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { countRows, expectWhole } from '#tests/support/unit/whole.ts'
import { eraseShareWithFiles } from './erase-share.ts'

let world: SharingWorld
let anna: User
let bert: User

beforeEach(async () => {
  world = await openSharing()
  anna = await addUser(world, 'anna@example.com')
  bert = await addUser(world, 'bert@example.com')
})

const tables = [
  'share',
  'share_version',
  'share_word',
  'recipient',
  'file',
  'page_image',
  'object',
  'event',
  'event_head',
] as const

test('what is deleted is in the trash alone, and comes back as it was', async () => {
  const guid = await world.share(anna)
  const killed = await world.share(anna)
  await world.shares.kill(anna, killed)
  for (const one of [guid, killed]) await world.trash.put(anna, one)

  const range = { page: 1, pageSize: 9, countTo: 9 }
  expect(await world.shares.list(anna, { page: 1, pageSize: 9 })).toMatchObject({ rows: [], total: 0 })
  expect(await world.shares.sharingSummary(anna, { countTo: 9 })).toEqual({
    shares: 0,
    open: 0,
    people: 0,
    files: 2,
  })
  expect([...(await world.shares.namesOf(anna, [guid]))]).toEqual([])
  for (const act of ['find', 'kill', 'enable'] as const)
    await expect(world.shares[act](anna, guid)).rejects.toThrow('notFound')
  await expect(world.trash.put(anna, guid)).rejects.toThrow('notFound')
  const { shares, total } = await world.trash.list(anna, range)
  expect([shares.map((share) => share.guid).toSorted(), total]).toEqual([[guid, killed].toSorted(), 2])
  expect(shares[0]).toMatchObject({ name: 'plan.txt', size: 8, binned_at: world.now })

  for (const one of [guid, killed]) await world.trash.restore(anna, one)
  expect(await world.trash.list(anna, range)).toEqual({ shares: [], total: 0 })
  expect((await world.shares.find(anna, guid)).share).toMatchObject({ status: 'Active', revision: 2 })
  expect((await world.shares.find(anna, killed)).share).toMatchObject({ status: 'Killed', revision: 3 })
  expect(await kindsOf(world, guid)).toEqual(['Shared', 'Binned', 'Unbinned'])
})

test("no one puts another's share into the trash, takes it out, erases it, or sees it there", async () => {
  const guid = await world.share(anna)
  await expect(world.trash.put(bert, guid)).rejects.toThrow('notFound')
  await world.trash.put(anna, guid)
  const before = await countRows(world, tables)
  for (const act of ['put', 'restore', 'deleteForGood'] as const)
    await expect(world.trash[act](bert, guid)).rejects.toThrow('notFound')
  expect([...(await world.trash.namesOf(bert, [guid]))]).toEqual([])
  expect((await world.trash.list(bert, { page: 1, pageSize: 9, countTo: 9 })).shares).toEqual([])
  await world.jobs.drain()
  expect(await countRows(world, tables)).toEqual(before)
  await world.trash.restore(anna, guid)
})

test('what is not in the trash is neither put back nor erased', async () => {
  const guid = await world.share(anna)
  for (const act of ['restore', 'deleteForGood'] as const)
    await expect(world.trash[act](anna, guid)).rejects.toThrow('notFound')
  expect(await kindsOf(world, guid)).toEqual(['Shared'])
})

test('deleting permanently takes everything of the share, and nothing of another', async () => {
  await world.share(bert)
  const kept = { rows: await countRows(world, tables), stored: await world.stored() }
  const guid = await world.share(anna)
  // A second version, and a file that another share shows too.
  const [second, shared] = [await world.upload(anna), await world.share(anna)]
  const { kysely } = world.database
  const other = await kysely
    .selectFrom('share')
    .select('file_guid')
    .where('guid', '=', shared)
    .executeTakeFirstOrThrow()
  for (const [number, file_guid] of [
    [2, second],
    [3, other.file_guid],
  ] as const)
    await kysely
      .insertInto('share_version')
      .values({ share_guid: guid, number, file_guid, created_at: world.now })
      .execute()
  await world.trash.put(anna, guid)
  await world.trash.deleteForGood(anna, guid)
  await expect(world.trash.restore(anna, guid)).rejects.toThrow('notFound')
  await world.jobs.drain()
  await expectWhole(world)
  expect((await world.shares.list(anna, { page: 1, pageSize: 9 })).rows.map((row) => row.guid)).toEqual([
    shared,
  ])
  expect(
    await kysely.selectFrom('file').select('guid').where('owner_guid', '=', anna.guid).execute(),
  ).toEqual([{ guid: other.file_guid }])
  await world.trash.put(anna, shared)
  await world.trash.deleteForGood(anna, shared)
  await world.jobs.drain()
  expect(await countRows(world, tables)).toEqual(kept.rows)
  expect(await world.stored()).toEqual(kept.stored)
  expect((await world.usage.of(anna)).consumed).toBe(0)
  await expectWhole(world)
})

test('after 30 days no one gets it back, and the daily look erases it', async () => {
  const guid = await world.share(anna)
  await world.trash.put(anna, guid)
  world.now += trashKept - 1
  expect(await world.trash.sweep()).toBe(0)
  expect((await world.trash.list(anna, { page: 1, pageSize: 9, countTo: 9 })).total).toBe(1)
  world.now += 1
  await expect(world.trash.restore(anna, guid)).rejects.toThrow('notFound')
  expect((await world.trash.list(anna, { page: 1, pageSize: 9, countTo: 9 })).total).toBe(0)
  expect(await world.trash.sweep()).toBe(1)
  await world.jobs.drain()
  expect(await world.trash.sweep()).toBe(0)
  expect(Object.values(await countRows(world, tables)).every((count) => count === 0)).toBe(true)
  expect(await world.stored()).toEqual([])
})

test('erasing that is interrupted behind any of its transactions leaves all whole, and goes on', async () => {
  let left = Infinity
  const place = await openSharing((database: Database) => ({
    ...database,
    async transaction(work) {
      if (--left < 0) throw new Error('The process ended')
      return database.transaction(work)
    },
  }))
  const owner = await addUser(place, 'anna@example.com')
  const guid = await place.share(owner)
  await place.database.transaction(async (tx) => {
    for (let at = 0; at < 2100; at++) await place.events.record(tx, { subject: guid, kind: 'View' })
  })
  await place.trash.put(owner, guid)
  let interruptions = 0
  for (let isErased = false; !isErased;) {
    left = interruptions % 6
    isErased = await eraseShareWithFiles(place, guid).then(
      () => true,
      () => false,
    )
    left = Infinity
    if (!isErased) interruptions++
    await expectWhole(place)
  }
  expect(interruptions).toBeGreaterThanOrEqual(3)
  expect(Object.values(await countRows(place, tables)).every((count) => count === 0)).toBe(true)
})

test('the largest files lead to where they can be deleted', async () => {
  const guid = await world.share(anna)
  await world.trash.put(anna, guid)
  const [file] = await world.shares.files(anna, { by: 'size', limit: 5 })
  expect(file).toMatchObject({ share_guid: guid, is_binned: true })
  await world.trash.restore(anna, guid)
  const [again] = await world.shares.files(anna, { by: 'age', limit: 5 })
  expect(again).toMatchObject({ share_guid: guid, is_binned: false })
})

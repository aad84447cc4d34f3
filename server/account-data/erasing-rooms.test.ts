import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { eraseItem } from '#server/rooms/erase-item.ts'
import { eraseRoom } from '#server/rooms/erase-room.ts'
import { miscounted } from '#server/uploads/storage-bytes.ts'
import { TestWorld } from './test-world.ts'

async function open(wrap?: (database: Database) => Database): Promise<TestWorld> {
  const world = await TestWorld.open(wrap)
  onTestFinished(() => world.close())
  return world
}

const tables = [
  'room',
  'item',
  'item_version',
  'item_word',
  'member',
  'room_rule',
  'file',
  'object',
  'event',
  'event_head',
] as const

async function countRows({ database }: TestWorld): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.kysely,
    )
    counts[table] = Number(rows[0]!.count)
  }
  return counts
}

/** That nothing hangs in the air: chains hold, bytes and counts fit, and every item is in a folder that is there. */
async function expectWhole(world: TestWorld): Promise<void> {
  const { kysely } = world.database
  for (const { subject_guid } of await kysely.selectFrom('event_head').select('subject_guid').execute())
    expect(await world.tracking.verify(subject_guid)).toBeNull()
  const items = await kysely.selectFrom('item').select(['guid', 'parent_guid']).execute()
  const guids = new Set(items.map(({ guid }) => guid))
  expect(items.filter(({ parent_guid: parent }) => parent !== null && !guids.has(parent))).toEqual([])
  const objects = await kysely.selectFrom('object').select('guid').execute()
  const stored = await world.stored()
  expect(objects.map(({ guid }) => guid).filter((guid) => !stored.includes(guid))).toEqual([])
  for await (const found of miscounted(world.database)) expect(found).toBeNull()
}

test('the rooms of an account go with it, and those of others stay, whoever is in them', async () => {
  const world = await open()
  const [anna, bert] = [await world.addUser('anna@example.com'), await world.addUser('bert@example.com')]
  await world.room(bert, { member: 'anna@example.com' })
  const before = { rows: await countRows(world), stored: await world.stored() }
  await world.room(anna, { member: 'bert@example.com' })
  await world.closeLongAgo(anna)
  while (await world.erasing.step(anna.guid));
  expect(await countRows(world)).toEqual(before.rows)
  expect(await world.stored()).toEqual(before.stored)
  expect(await world.database.kysely.selectFrom('user').select('email').execute()).toEqual([
    { email: 'bert@example.com' },
  ])
  await expectWhole(world)
})

test('erasing a room that is interrupted before any of its transactions leaves all whole, and goes on', async () => {
  let left = Infinity
  const world = await open((database) => ({
    ...database,
    async transaction(work) {
      if (--left < 0) throw new Error('The process ended')
      return database.transaction(work)
    },
  }))
  const anna = await world.addUser('anna@example.com')
  const guid = await world.room(anna, { events: 1100 })
  let allowed = 0
  for (let isErased = false; !isErased; allowed++) {
    // Each time one transaction more, so that it ends before each of them once.
    left = allowed
    isErased = await eraseRoom(world, guid).then(
      () => true,
      () => false,
    )
    left = Infinity
    await expectWhole(world)
  }
  expect(allowed).toBeGreaterThanOrEqual(6)
  expect(await countRows(world)).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
})

test('an item goes with all that is below it, and with nothing beside it', async () => {
  const world = await open()
  const anna = await world.addUser('anna@example.com')
  const guid = await world.room(anna)
  const { kysely } = world.database
  const folder = await kysely
    .selectFrom('item')
    .select('guid')
    .where('name', '=', 'Contracts')
    .executeTakeFirstOrThrow()
  await eraseItem(world, folder.guid)
  const items = await kysely.selectFrom('item').select('guid').execute()
  expect(items).toEqual([{ guid }])
  // One file came for the room, and no item has taken it.
  expect(await countRows(world)).toMatchObject({
    file: 1,
    item_version: 0,
    room_rule: 0,
    member: 2,
    event: 1,
  })
  await expectWhole(world)
})

test('a person takes own rooms along whole, and of the rooms of others only being in them', async () => {
  const world = await open()
  const [anna, bert] = [await world.addUser('anna@example.com'), await world.addUser('bert@example.com')]
  const own = await world.room(anna)
  const other = await world.room(bert, { member: 'anna@example.com' })
  const chunks: Uint8Array[] = []
  for await (const chunk of await world.exports.begin(anna)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { dataRooms, dataRoomsOfOthers } = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  expect(dataRooms).toHaveLength(1)
  expect(dataRooms![0]).toMatchObject({
    guid: own,
    name: 'Project Alba',
    storageBytes: 24,
    items: expect.arrayContaining([
      expect.objectContaining({ kind: 'file', name: 'lease.txt', version: 2, original: expect.any(String) }),
      expect.objectContaining({ kind: 'folder', name: 'Contracts', parentGuid: own }),
    ]),
    members: expect.arrayContaining([expect.objectContaining({ email: 'mia@example.net', role: 1 })]),
    rights: [expect.objectContaining({ rightCode: 3 })],
    events: [expect.objectContaining({ kind: 'RoomMade' })],
  })
  expect(dataRoomsOfOthers).toEqual([
    expect.objectContaining({ roomGuid: other, owner: 'bert@example.com', role: 'View' }),
  ])
  const inside = await world.database.kysely
    .selectFrom('item')
    .select('guid')
    .where('room_guid', '=', other)
    .where('guid', '<>', other)
    .execute()
  for (const { guid } of inside) expect(text).not.toContain(guid)
})

import { expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { eraseItem } from '#server/rooms/life/erase-item.ts'
import { eraseRoom } from '#server/rooms/life/erase-room.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addMember, addRule } from '#tests/support/unit/members.ts'
import { addItem, addRoom } from '#tests/support/unit/rooms.ts'
import { addUser, closeLongAgo } from '#tests/support/unit/users.ts'
import { countRows, expectWhole } from '#tests/support/unit/whole.ts'
import { Erasing } from './erasing.ts'
import { Exports } from './exports.ts'

/**
 * A data room with a file in two versions in a folder, one in the trash, one that was not added, a member with a rule,
 * and several events.
 */
async function addFullRoom(
  world: SharingWorld,
  owner: User,
  { member = 'mia@example.net', events = 1 } = {},
): Promise<string> {
  const { database, now } = world
  const { kysely } = database
  const [first, second, free] = [
    await world.upload(owner),
    await world.upload(owner),
    await world.upload(owner),
  ]
  const guid = await addRoom(world, owner, 'Project Alba')
  await kysely
    .updateTable('file')
    .set({ room_guid: guid })
    .where('guid', 'in', [first, second, free])
    .execute()
  const folder = await addItem(world, { roomGuid: guid, name: 'Contracts' })
  const inFolder = { roomGuid: guid, parentGuid: folder }
  const lease = await addItem(world, { ...inFolder, name: 'lease.txt', fileGuid: first })
  const version = { item_guid: lease, number: 2, file_guid: second, added_by: owner.email, created_at: now }
  await kysely.insertInto('item_version').values(version).execute()
  await kysely.updateTable('item').set({ file_guid: second, version: 2 }).where('guid', '=', lease).execute()
  const old = await addItem(world, { ...inFolder, name: 'Old' })
  await kysely.updateTable('item').set({ binned_at: now }).where('guid', '=', old).execute()
  await addRule(world, await addMember(world, guid, member), folder, 3)
  const about = { roomGuid: guid, actor: owner.email }
  await database.transaction(async (tx) => {
    await world.events.record(tx, {
      ...about,
      subject: lease,
      kind: 'FileAdded',
      detail: { name: 'lease.txt' },
    })
    for (let number = 0; number < events; number++)
      await world.events.record(tx, { ...about, subject: guid, kind: 'RoomMade' })
  })
  return guid
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

/** That no row is orphaned, and that every item is in an existing folder. */
async function expectSound(world: SharingWorld): Promise<void> {
  await expectWhole(world)
  const { kysely } = world.database
  const items = await kysely.selectFrom('item').select(['guid', 'parent_guid']).execute()
  const guids = new Set(items.map(({ guid }) => guid))
  expect(items.filter(({ parent_guid: parent }) => parent !== null && !guids.has(parent))).toEqual([])
}

test('the rooms of an account go with it, and those of others stay, no matter who is in them', async () => {
  const world = await openSharing()
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  await addFullRoom(world, bert, { member: 'anna@example.com' })
  const before = { rows: await countRows(world, tables), stored: await world.stored() }
  await addFullRoom(world, anna, { member: 'bert@example.com' })
  await closeLongAgo(world, anna)
  const erasing = new Erasing(world)
  while (await erasing.step(anna.guid));
  expect(await countRows(world, tables)).toEqual(before.rows)
  expect(await world.stored()).toEqual(before.stored)
  expect(await world.database.kysely.selectFrom('user').select('email').execute()).toEqual([
    { email: 'bert@example.com' },
  ])
  await expectSound(world)
})

test('erasing a room that is interrupted before any of its transactions leaves all whole, and goes on', async () => {
  let left = Infinity
  const world = await openSharing((database) => ({
    ...database,
    async transaction(work) {
      if (--left < 0) throw new Error('The process ended')
      return database.transaction(work)
    },
  }))
  const anna = await addUser(world, 'anna@example.com')
  const guid = await addFullRoom(world, anna, { events: 1100 })
  let allowed = 0
  for (let isErased = false; !isErased; allowed++) {
    // Each time one transaction more, so that it ends before each of them once.
    left = allowed
    isErased = await eraseRoom(world, guid).then(
      () => true,
      () => false,
    )
    left = Infinity
    await expectSound(world)
  }
  expect(allowed).toBeGreaterThanOrEqual(6)
  expect(await countRows(world, tables)).toEqual(Object.fromEntries(tables.map((table) => [table, 0])))
  expect(await world.stored()).toEqual([])
})

test('an item goes with all that is below it, and with nothing beside it', async () => {
  const world = await openSharing()
  const anna = await addUser(world, 'anna@example.com')
  const guid = await addFullRoom(world, anna)
  const { kysely } = world.database
  const folder = await kysely
    .selectFrom('item')
    .select('guid')
    .where('name', '=', 'Contracts')
    .executeTakeFirstOrThrow()
  await eraseItem(world, folder.guid)
  const items = await kysely.selectFrom('item').select('guid').execute()
  expect(items).toEqual([{ guid }])
  // One file was uploaded for the room, and no item uses it.
  expect(await countRows(world, tables)).toMatchObject({
    file: 1,
    item_version: 0,
    room_rule: 0,
    member: 2,
    event: 1,
  })
  await expectSound(world)
})

test('a person takes own rooms along whole, and of the rooms of others only being in them', async () => {
  const world = await openSharing()
  const [anna, bert] = [await addUser(world, 'anna@example.com'), await addUser(world, 'bert@example.com')]
  const own = await addFullRoom(world, anna)
  const other = await addFullRoom(world, bert, { member: 'anna@example.com' })
  const chunks: Uint8Array[] = []
  for await (const chunk of await new Exports(world).begin(anna)) chunks.push(chunk)
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

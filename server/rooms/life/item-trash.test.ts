import { beforeEach, expect, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'

let world: RoomWorld
const mia = 'mia@example.net'
const dayLength = 86_400_000

beforeEach(async () => {
  world = await openRoom()
  await world.add('A/', 'A/lease.pdf', 'plan.txt')
})

function remove(path: string, identity: Identity = world.owner) {
  return world.arranging.remove(identity, world.room, world.guid(path))
}
function restore(path: string, identity: Identity = world.owner) {
  return world.itemTrash.restore(identity, world.room, world.guid(path))
}
async function list(identity: Identity = world.owner) {
  const room = await authorizeRoom(world.database.kysely, identity, world.room, 'arrange', world.now)
  return world.itemTrash.list(room, identity, { page: 1, pageSize: 200 })
}

test('the trash says what was removed, by whom, and from where; restored, it is back in its place', async () => {
  await world.add('last.txt')
  await remove('A/lease.pdf')
  await remove('plan.txt')
  const { items, total, mayErase } = await list()
  expect(items.map(({ name, binnedBy, place }) => [name, binnedBy, place]).toSorted()).toEqual([
    ['lease.pdf', 'olivia@example.org', ['A']],
    ['plan.txt', 'olivia@example.org', []],
  ])
  expect([total, mayErase]).toEqual([2, true])
  expect(await restore('plan.txt')).toBe('plan.txt')
  expect(await world.names()).toEqual(['A', 'plan.txt', 'last.txt'])
  await expect(restore('plan.txt')).rejects.toMatchObject({ problem: 'notFound' })
})

test('what lost its folder comes back at the top, and a taken name gets a number', async () => {
  await remove('A/lease.pdf')
  await remove('A/')
  await world.add('lease.pdf')
  expect((await list()).items.find(({ name }) => name === 'lease.pdf')?.place).toBeNull()
  expect(await restore('A/lease.pdf')).toBe('lease (2).pdf')
  expect(await world.names()).toEqual(['lease (2).pdf', 'plan.txt', 'lease.pdf'])
})

test('contributors find what they removed themselves, as long as they can see it, and erase nothing', async () => {
  const own = await world.member(mia, roles.contributor)
  await world.addAs(mia, 'A/mine.pdf')
  await world.addAs(mia, 'other.pdf')
  await remove('plan.txt')
  await remove('A/mine.pdf', own)
  await remove('other.pdf', own)
  expect((await list(own)).total).toBe(2)
  await world.rule(own, 'A/', -1)
  const { items, total, mayErase } = await list(own)
  expect([items.map(({ name }) => name), total, mayErase]).toEqual([['other.pdf'], 1, false])
  for (const path of ['A/mine.pdf', 'plan.txt']) {
    await expect(restore(path, own)).rejects.toMatchObject({ problem: 'notFound' })
  }
  const erased = world.itemTrash.deleteForGood(own, world.room, world.guid('other.pdf'))
  await expect(erased).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
  expect(await restore('other.pdf', own)).toBe('other.pdf')
})

test('deleted permanently it is gone with its file; nothing outside the trash is erased', async () => {
  const outside = world.itemTrash.deleteForGood(world.owner, world.room, world.guid('plan.txt'))
  await expect(outside).rejects.toMatchObject({ problem: 'notFound' })
  await remove('A/')
  await world.itemTrash.deleteForGood(world.owner, world.room, world.guid('A/'))
  await expect(restore('A/')).rejects.toMatchObject({ problem: 'notFound' })
  await world.jobs.drain()
  const left = await world.database.kysely.selectFrom('item').select('name').execute()
  expect(left.map(({ name }) => name).toSorted()).toEqual(['', 'plan.txt'])
})

test('after 30 days it is in no list, and the daily look erases it', async () => {
  await remove('A/')
  world.now += 30 * dayLength - 1
  expect(await world.itemTrash.sweep()).toBe(0)
  world.now += 1
  expect((await list()).total).toBe(0)
  await expect(restore('A/')).rejects.toMatchObject({ problem: 'notFound' })
  expect(await world.itemTrash.sweep()).toBe(1)
  await world.jobs.drain()
  expect(
    await world.database.kysely.selectFrom('item').select('guid').where('name', '=', 'A').execute(),
  ).toEqual([])
})

test('in another room, and for strangers, there is nothing', async () => {
  await remove('plan.txt')
  const other = await world.addRoom()
  const restored = world.itemTrash.restore(world.owner, other, world.guid('plan.txt'))
  await expect(restored).rejects.toMatchObject({ problem: 'notFound' })
  const stranger = { user: null, readerEmail: 'zoe@example.net', browserId: 'zoe' }
  await expect(restore('plan.txt', stranger)).rejects.toMatchObject({ problem: 'notRecipient' })
})

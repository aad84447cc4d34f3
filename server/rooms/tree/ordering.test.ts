// @module-tag engines
import { beforeEach, describe, expect, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'
import { addManyFiles } from '#tests/support/unit/rooms.ts'

let world: RoomWorld
const mia = 'mia@example.net'

beforeEach(async () => {
  world = await openRoom()
  await world.add('c10.txt', 'c2.txt', 'Folder/', 'a.txt')
})

const all = { page: 1, pageSize: 200 }
function page(identity: Identity = world.owner) {
  return world.ordering.page(identity, world.room, world.room, all)
}
async function put(path: string, place: number, identity: Identity = world.owner, mark?: string) {
  const moves = [{ guid: world.guid(path), place }]
  const seen = mark ?? (await page(identity)).mark
  await world.ordering.order(identity, world.room, world.room, { moves, mark: seen })
}

describe('ordering', () => {
  test('a row is where it was told, and that is recorded of the folder', async () => {
    await put('a.txt', 1)
    expect(await world.names()).toEqual(['a.txt', 'c10.txt', 'c2.txt', 'Folder'])
    const events = await world.database.kysely.selectFrom('event').select('kind').execute()
    expect(events.map(({ kind }) => kind)).toContain('ItemsOrdered')
  })

  test('sorting by name puts folders first and 2 before 10', async () => {
    await world.ordering.sortByName(world.owner, world.room, world.room, (await page()).mark)
    expect(await world.names()).toEqual(['Folder', 'a.txt', 'c2.txt', 'c10.txt'])
  })

  test('of two who order at once the second is told, and changes nothing', async () => {
    const { mark } = await page()
    const outcomes = await Promise.allSettled([
      put('a.txt', 1, world.owner, mark),
      put('Folder/', 1, world.owner, mark),
    ])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ problem: 'listChanged' }) }),
    ])
    expect((await world.names())[1]).toBe('c10.txt')
  })

  test('what a contributor does not see stays where it is, and its changes tell nothing', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.setRoom({ contributors_arrange_all: 1 })
    await world.rule(own, 'c2.txt', -1)
    await world.addAs('olivia@example.org', 'closed/', true)
    const { items, total, mark } = await page(own)
    expect(items.map(({ name, place }) => [name, place])).toEqual([
      ['c10.txt', 1],
      ['Folder', 2],
      ['a.txt', 3],
    ])
    expect(total).toBe(3)
    await world.addAs('olivia@example.org', 'more closed/', true)
    await put('a.txt', 1, own, mark)
    expect(await world.names()).toEqual(['a.txt', 'closed', 'more closed', 'c10.txt', 'c2.txt', 'Folder'])
  })

  test('contributors move only what they added', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'mine.txt')
    await put('mine.txt', 1, own)
    expect((await world.names())[0]).toBe('mine.txt')
    const { mark, mayOrderAll } = await page(own)
    expect(mayOrderAll).toBe(false)
    await expect(put('a.txt', 1, own)).rejects.toMatchObject({ problem: 'itemNotYours' })
    const sorted = world.ordering.sortByName(own, world.room, world.room, mark)
    await expect(sorted).rejects.toMatchObject({ problem: 'itemNotYours' })
  })

  test('readers do not order, nor anyone a file, a hidden folder or an archived room', async () => {
    const reader = await world.member('rob@example.net', roles.download)
    await expect(page(reader)).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
    const own = await world.member(mia, roles.contributor)
    await world.rule(own, 'Folder/', -1)
    for (const path of ['a.txt', 'Folder/']) {
      const opened = world.ordering.page(own, world.room, world.guid(path), all)
      await expect(opened).rejects.toMatchObject({ problem: 'notFound' })
    }
    const { mark } = await page()
    await world.setRoom({ archived_at: world.now })
    await expect(put('a.txt', 1, world.owner, mark)).rejects.toMatchObject({ problem: 'roomArchived' })
  })

  test('10,000 siblings get new positions when there is no room between them', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `n${String(at).padStart(5, '0')}.txt`)
    const folder = world.guid('Folder/')
    const place = { roomGuid: world.room, parentGuid: folder, fileGuid: world.fileGuid, gap: 1 }
    const guids = await addManyFiles(world, names, place)
    const { mark, total } = await world.ordering.page(world.owner, world.room, folder, all)
    expect(total).toBe(10_000)
    const moves = [{ guid: guids[9999]!, place: 2 }]
    await world.ordering.order(world.owner, world.room, folder, { moves, mark })
    const now = await world.names('Folder/')
    expect(now.slice(0, 3)).toEqual(['n00000.txt', 'n09999.txt', 'n00001.txt'])
    expect(now.at(-1)).toBe('n09998.txt')
  })
})

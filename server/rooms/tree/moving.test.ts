import { beforeEach, describe, expect, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'
import type { Placing } from './target.ts'

let world: RoomWorld
const mia = 'mia@example.net'

beforeEach(async () => {
  world = await openRoom()
  await world.add('A/', 'A/deep/', 'A/deep/lease.pdf', 'B/', 'B/Lease.pdf', 'plan.txt')
})

function move(identity: Identity, path: string, to: string, same: Placing['same'] = 'keep') {
  return world.moving.move(identity, world.room, world.guid(path), { to: world.guid(to), same })
}
function copy(identity: Identity, path: string, to: string, same: Placing['same'] = 'keep') {
  return world.copying.copy(identity, world.room, world.guid(path), { to: world.guid(to), same })
}

describe('moving', () => {
  test('an item comes to the end of a folder, and both folders count the change', async () => {
    const [from, to] = [await world.revision(), await world.revision('B/')]
    expect(await move(world.owner, 'plan.txt', 'B/')).toBe('moved')
    expect(await world.names('B/')).toEqual(['Lease.pdf', 'plan.txt'])
    expect(await world.names()).toEqual(['A', 'B'])
    expect([await world.revision(), await world.revision('B/')]).toEqual([from + 1, to + 1])
    expect(await world.eventsOf('plan.txt')).toEqual([['ItemMoved', { name: 'plan.txt', to: 'B' }]])
    expect(await move(world.owner, 'plan.txt', 'B/')).toBe('there already')
  })

  test('a name that is seen there is numbered, or the item stays out', async () => {
    expect(await move(world.owner, 'A/deep/lease.pdf', 'B/', 'skip')).toBe('left out')
    expect(await world.names('A/deep/')).toEqual(['lease.pdf'])
    expect(await move(world.owner, 'A/deep/lease.pdf', 'B/')).toBe('moved')
    expect(await world.names('B/')).toEqual(['Lease.pdf', 'lease (2).pdf'])
  })

  test('a folder goes neither into itself nor into what is in it', async () => {
    const refused = { problem: 'moveIntoItself' }
    await expect(move(world.owner, 'A/', 'A/')).rejects.toMatchObject(refused)
    await expect(move(world.owner, 'A/', 'A/deep/')).rejects.toMatchObject(refused)
  })

  test('not into a file, another room, the trash, or nowhere', async () => {
    const other = await world.addRoom()
    await world.arranging.remove(world.owner, world.room, world.guid('B/'))
    for (const to of [world.guid('A/deep/lease.pdf'), other, world.guid('B/'), 'f'.repeat(32), '']) {
      const moved = world.moving.move(world.owner, world.room, world.guid('plan.txt'), { to, same: 'keep' })
      await expect(moved).rejects.toMatchObject({ problem: 'notFound' })
    }
  })

  test('into a hidden folder is as into none; into one where they can only read is refused', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'mine.pdf')
    await world.rule(own, 'A/', -1)
    await world.rule(own, 'B/', 3)
    await expect(move(own, 'mine.pdf', 'A/deep/')).rejects.toMatchObject({ problem: 'notFound' })
    await expect(move(own, 'mine.pdf', 'B/')).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
    await expect(move(own, 'plan.txt', '')).rejects.toMatchObject({ problem: 'itemNotYours' })
  })

  test('folders nest 100 deep, and not one deeper', async () => {
    let path = ''
    for (let depth = 1; depth <= 99; depth++) await world.add((path += `${depth}/`))
    await world.add('one/', 'two/', 'two/three/')
    expect(await move(world.owner, 'one/', path)).toBe('moved')
    await expect(move(world.owner, 'two/', path)).rejects.toMatchObject({ problem: 'tooDeep' })
    expect(await move(world.owner, 'plan.txt', path)).toBe('moved')
  })

  test('rules on what moves go with it, and what the place hides is hidden', async () => {
    const reader = await world.member(mia, roles.contributor)
    await world.rule(reader, 'A/deep/lease.pdf', -1)
    await world.rule(reader, 'B/', -1)
    await move(world.owner, 'A/deep/', '')
    const finds = (path: string) =>
      world.moving.choices(reader, world.room, world.guid(path)).catch((error: unknown) => error)
    expect(await finds('A/deep/')).toMatchObject({ mayPut: true })
    expect(
      (await world.arranging.found(reader, world.room, [world.guid('A/deep/')]).catch(() => [])).length,
    ).toBe(0)
    await move(world.owner, 'A/deep/', 'B/')
    expect(await finds('A/deep/')).toMatchObject({ problem: 'notFound' })
    await move(world.owner, 'A/deep/', 'A/')
    expect(await finds('A/deep/')).toMatchObject({ mayPut: true })
  })

  test('the owner learns beforehand how many get and lose something; a contributor learns nothing of it', async () => {
    const own = await world.member(mia, roles.contributor)
    const reader = await world.member('rob@example.net', roles.view)
    await world.rule(reader, 'B/', -1)
    const preview = (identity: Identity, path: string, to: string, isCopy = false) =>
      world.moving.preview(identity, world.room, { items: [world.guid(path)], to: world.guid(to), isCopy })
    expect(await preview(world.owner, 'plan.txt', 'B/')).toEqual({ gaining: 0, losing: 1 })
    expect(await preview(world.owner, 'plan.txt', 'B/', true)).toEqual({ gaining: 0, losing: 0 })
    expect(await preview(world.owner, 'B/Lease.pdf', 'A/')).toEqual({ gaining: 1, losing: 0 })
    expect(await preview(world.owner, 'plan.txt', 'A/')).toEqual({ gaining: 0, losing: 0 })
    expect(await preview(own, 'B/Lease.pdf', 'A/')).toEqual({ gaining: 0, losing: 0 })
  })

  test('places are offered one level at a time, as far as they are seen', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.rule(own, 'B/', -1)
    expect((await world.moving.choices(own, world.room, world.room)).folders.map(({ name }) => name)).toEqual(
      ['A'],
    )
    const inA = await world.moving.choices(world.owner, world.room, world.guid('A/'))
    expect(inA.path.map(({ name }) => name)).toEqual(['Alba', 'A'])
    expect(inA.folders.map(({ name }) => name)).toEqual(['deep'])
  })
})

describe('copying', () => {
  test('a folder comes with all that is in it, without a second file', async () => {
    const reader = await world.member(mia, roles.view)
    await world.rule(reader, 'A/deep/lease.pdf', -1)
    const before = await counts()
    expect(await copy(world.owner, 'A/', 'B/')).toBe('copied')
    expect(await world.names('B/')).toEqual(['Lease.pdf', 'A'])
    const after = await counts()
    expect(after).toEqual({ ...before, items: before.items + 3, versions: before.versions + 1, rules: 2 })
  })

  test('the file stays while one of them is there', async () => {
    await copy(world.owner, 'plan.txt', '')
    expect(await world.names()).toEqual(['A', 'B', 'plan.txt', 'plan (2).txt'])
    await world.arranging.remove(world.owner, world.room, world.guid('plan.txt'))
    await world.itemTrash.deleteForGood(world.owner, world.room, world.guid('plan.txt'))
    await world.jobs.drain()
    expect(await world.names()).toEqual(['A', 'B', 'plan (2).txt'])
    expect((await counts()).files).toBe(1)
  })

  test('no one gets more by a copy than they have', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.add('A/open.pdf', 'A/secret.pdf')
    await world.rule(own, 'A/deep/', 1)
    await world.rule(own, 'A/secret.pdf', -1)
    expect(await copy(own, 'A/', 'B/')).toBe('copied')
    const copied = await world.database.kysely
      .selectFrom('item')
      .select(['name', 'added_by'])
      .where('added_by', '=', mia)
      .execute()
    expect(copied.map(({ name }) => name).toSorted()).toEqual(['A', 'open.pdf'])
    await expect(copy(own, 'A/deep/', 'B/')).rejects.toMatchObject({ problem: 'itemNotYours' })
    await expect(copy(own, 'A/secret.pdf', 'B/')).rejects.toMatchObject({ problem: 'notFound' })
    await expect(copy(own, 'plan.txt', 'A/deep/')).rejects.toMatchObject({ problem: 'roomRoleNeeded' })
  })

  test('not the root, not into itself, and not where a name is to be left out', async () => {
    await expect(copy(world.owner, '', 'A/')).rejects.toMatchObject({ problem: 'itemNotYours' })
    await expect(copy(world.owner, 'A/', 'A/deep/')).rejects.toMatchObject({ problem: 'moveIntoItself' })
    expect(await copy(world.owner, 'plan.txt', '', 'skip')).toBe('left out')
  })

  async function counts() {
    const { kysely } = world.database
    const count = async (table: 'item' | 'item_version' | 'file' | 'room_rule') =>
      (
        await kysely
          .selectFrom(table)
          .select('guid' as never)
          .execute()
          .catch(() => [])
      ).length
    const versions = (await kysely.selectFrom('item_version').select('item_guid').execute()).length
    return {
      items: await count('item'),
      versions,
      files: await count('file'),
      rules: await count('room_rule'),
    }
  }
})

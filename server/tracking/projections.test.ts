// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Projections } from './projections.ts'
import type { Detail, PlainKind } from '#server/events/events.ts'
import { Tracking } from './tracking.ts'

const second = 1000
let world: World
let tracking: Tracking
let share: string

beforeEach(async () => {
  world = await openWorld()
  tracking = new Tracking(world)
  share = newGuid()
})

function append(kind: PlainKind, visitGuid: string, subjectGuid = share): Promise<void> {
  const detail: Detail = kind === 'Browse' ? { first: 1, last: 2 } : {}
  return world.events.record(null, {
    subject: subjectGuid,
    kind,
    actor: 'ann@example.com',
    visitGuid,
    detail,
  })
}

test('what is told after more events is what someone who never asked before is told', async () => {
  await append('View', 'one')
  await append('Browse', 'one')
  world.now += 10 * second
  const early = await tracking.readings(share)
  expect(early.perRecipient).toMatchObject([{ views: 1, seconds: 0, method: 'unknown' }])
  world.now += 20 * second
  await append('Browse', 'one')
  await append('View', 'two')
  await append('Refused', 'two')
  world.now += 5 * second
  const fresh = new Tracking(world)
  const told = await tracking.readings(share)
  expect(told).toEqual(await fresh.readings(share))
  expect(told.perRecipient).toMatchObject([{ views: 2, seconds: 30 }])
  expect(await tracking.visits(share)).toEqual(await fresh.visits(share))
  expect((await tracking.visits(share)).total).toBe(3)
})

test('asking changes nothing: the last screen stays unknown, however late it is asked', async () => {
  await append('View', 'one')
  await append('Browse', 'one')
  for (let call = 0; call < 3; call++) {
    expect((await tracking.readings(share)).perRecipient).toMatchObject([{ views: 1, method: 'unknown' }])
    world.now += 20 * second
  }
  expect((await tracking.readings(share)).perPage).toEqual([
    { page: 1, views: 1, seconds: 0, estimated: 0, method: 'unknown' },
    { page: 2, views: 1, seconds: 0, estimated: 0, method: 'unknown' },
  ])
})

test('a View behind others in an opening begins another visit', async () => {
  await append('View', 'one')
  await append('Browse', 'one')
  world.now += 11 * 60 * second
  await append('View', 'one')
  await append('Browse', 'one')
  world.now += 4 * second
  await append('Download', 'one')
  const told = await tracking.readings(share)
  expect(told.perRecipient).toMatchObject([{ views: 2, seconds: 4, downloads: 1 }])
  expect(told.perPage).toMatchObject([
    { views: 2, seconds: 2 },
    { views: 2, seconds: 2 },
  ])
  expect((await tracking.visits(share)).rows).toMatchObject([
    { seconds: 4, downloads: 1, method: 'estimated' },
    { seconds: 0, downloads: 0, method: 'unknown' },
  ])
  expect(told).toEqual(await new Tracking(world).readings(share))
})

test('which pages each reader saw is told of the latest readers, and counted for all', async () => {
  const read = (actor: string, visitGuid: string, pages: string) =>
    world.events.record(null, { subject: share, kind: 'Read', actor, visitGuid, detail: { pages } })
  await read('ann@example.com', 'one', '1:4000,3:9000')
  world.now += second
  await read('bea@example.com', 'two', '1:5000')
  world.now += second
  await read('cid@example.com', 'three', '2:1000')
  await append('View', 'one')
  const { perPage, perReader } = await tracking.readings(share, 1, 2)
  expect(perPage).toMatchObject([{ seconds: 9 }, { seconds: 1 }, { seconds: 9 }])
  expect(perReader).toMatchObject([
    {
      email: 'ann@example.com',
      pages: [
        { page: 1, seconds: 4 },
        { page: 3, seconds: 9 },
      ],
    },
    { email: 'cid@example.com', pages: [{ page: 2, seconds: 1 }] },
  ])
  expect((await tracking.readings(share, 2, 2)).perReader).toEqual([])
  expect((await tracking.readings(share)).perReader).toEqual([])
})

test('of very many readers the pages of those who read the longest ago are counted together only', async () => {
  const pages = Array.from({ length: 300 }, (_, at) => `${at + 1}:1000`).join(',')
  for (let reader = 0; reader < 70; reader++) {
    const actor = `reader${reader}@example.com`
    await world.events.record(null, {
      subject: share,
      kind: 'Read',
      actor,
      visitGuid: actor,
      detail: { pages },
    })
    world.now += second
  }
  const { perPage, perReader } = await tracking.readings(share, 1, 100)
  expect(perPage).toHaveLength(300)
  expect(perPage[0]).toMatchObject({ seconds: 70 })
  const kept = perReader.filter((reader) => reader.pages !== null)
  expect(kept.map(({ email }) => email)).toEqual(perReader.slice(0, kept.length).map(({ email }) => email))
  expect(kept).toHaveLength(66)
})

test('of many who ask at once no one has an event counted twice', async () => {
  await append('View', 'one')
  await append('Download', 'one')
  const projections = new Projections(world.database.kysely)
  await Promise.all(Array.from({ length: 10 }, () => projections.of(share)))
  expect((await projections.of(share)).figures().perRecipient).toMatchObject([{ views: 1, downloads: 1 }])
})

test('a subject that was forgotten among many others is read again', async () => {
  await append('View', 'one')
  const projections = new Projections(world.database.kysely)
  const first = await projections.of(share)
  expect(await projections.of(share)).toBe(first)
  for (let other = 0; other < 100; other++) await projections.of(newGuid())
  const again = await projections.of(share)
  expect(again).not.toBe(first)
  expect(again.figures()).toEqual(first.figures())
})

test('events that cannot be read now are read the next time', async () => {
  await append('View', 'one')
  let isAway = true
  const kysely = new Proxy(world.database.kysely, {
    get(target, name) {
      if (name === 'selectFrom' && isAway) throw new Error('away')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const projections = new Projections(kysely)
  await expect(projections.of(share)).rejects.toThrow('away')
  isAway = false
  expect((await projections.of(share)).figures().perRecipient).toMatchObject([{ views: 1 }])
})

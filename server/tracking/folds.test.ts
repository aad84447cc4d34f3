// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Folds } from './folds.ts'
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
  expect(early.perRecipient).toMatchObject([{ views: 1, seconds: 10 }])
  world.now += 20 * second
  await append('Browse', 'one')
  await append('View', 'two')
  await append('Refused', 'two')
  world.now += 5 * second
  const fresh = new Tracking(world)
  const told = await tracking.readings(share)
  expect(told).toEqual(await fresh.readings(share))
  expect(told.perRecipient).toMatchObject([{ views: 2, seconds: 35 }])
  expect(await tracking.visits(share)).toEqual(await fresh.visits(share))
  expect((await tracking.visits(share)).total).toBe(3)
})

test('asking changes nothing: screens that are still open go on', async () => {
  await append('View', 'one')
  await append('Browse', 'one')
  for (const expected of [0, 20, 40, 60, 60]) {
    expect((await tracking.readings(share)).perRecipient).toMatchObject([{ views: 1, seconds: expected }])
    world.now += 20 * second
  }
  expect((await tracking.readings(share)).perPage).toEqual([
    { page: 1, views: 1, seconds: 30, method: 'estimated' },
    { page: 2, views: 1, seconds: 30, method: 'estimated' },
  ])
})

test('of many who ask at once no one has an event counted twice', async () => {
  await append('View', 'one')
  await append('Download', 'one')
  const folds = new Folds(world.database.kysely)
  await Promise.all(Array.from({ length: 10 }, () => folds.of(share)))
  expect((await folds.of(share)).told(world.now).perRecipient).toMatchObject([{ views: 1, downloads: 1 }])
})

test('a subject that was forgotten among many others is read again', async () => {
  await append('View', 'one')
  const folds = new Folds(world.database.kysely)
  const first = await folds.of(share)
  expect(await folds.of(share)).toBe(first)
  for (let other = 0; other < 100; other++) await folds.of(newGuid())
  const again = await folds.of(share)
  expect(again).not.toBe(first)
  expect(again.told(world.now)).toEqual(first.told(world.now))
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
  const folds = new Folds(kysely)
  await expect(folds.of(share)).rejects.toThrow('away')
  isAway = false
  expect((await folds.of(share)).told(world.now).perRecipient).toMatchObject([{ views: 1 }])
})

// @module-tag engines
import { beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { RateLimits } from './rate.ts'

let world: World
let limits: RateLimits

beforeEach(async () => {
  world = await openWorld()
  limits = world.rates
})

const fivePerMinute = { count: 5, per: 60_000 }

test('of twenty racers for five tries, five pass', async () => {
  const passed = await Promise.all(Array.from({ length: 20 }, () => limits.take('key', fivePerMinute)))
  expect(passed.filter(Boolean)).toHaveLength(5)
})

test('a used-up window stays closed to its end, however often it is tried, then a new one starts', async () => {
  for (let number = 0; number < 5; number++) await limits.take('key', fivePerMinute)
  world.now += 59_999
  expect(await limits.take('key', fivePerMinute)).toBe(false)
  world.now += 1
  const passed = await Promise.all(Array.from({ length: 6 }, () => limits.take('key', fivePerMinute)))
  expect(passed.filter(Boolean)).toHaveLength(5)
})

test('a clock set back keeps the count, and no one waits longer than a window', async () => {
  world.now += 3_600_000
  for (let number = 0; number < 4; number++) await limits.take('some', fivePerMinute)
  for (let number = 0; number < 5; number++) await limits.take('all', fivePerMinute)
  world.now -= 3_600_000
  expect(await limits.take('all', fivePerMinute)).toBe(false)
  const passed = await Promise.all(Array.from({ length: 3 }, () => limits.take('some', fivePerMinute)))
  expect(passed.filter(Boolean)).toHaveLength(1)
  world.now += 59_999
  expect(await limits.take('all', fivePerMinute)).toBe(false)
  world.now += 1
  expect(await limits.take('all', fivePerMinute)).toBe(true)
  expect(await limits.take('some', fivePerMinute)).toBe(true)
})

test('keys are counted apart, and the count holds for another instance', async () => {
  const other = new RateLimits(world)
  const once = { count: 1, per: 1000 }
  expect(await limits.take('a', once)).toBe(true)
  expect(await other.take('a', once)).toBe(false)
  expect(await other.take('b', once)).toBe(true)
})

test('a limit of none lets no one through', async () => {
  expect(await limits.take('key', { count: 0, per: 1000 })).toBe(false)
})

test('a caller over the limit is told so', async () => {
  await limits.require('key', { count: 1, per: 1000 })
  await expect(limits.require('key', { count: 1, per: 1000 })).rejects.toMatchObject({
    problem: 'tooManyAttempts',
  })
})

test('the sweep removes windows that are over, and no others', async () => {
  await limits.take('short', { count: 1, per: 1000 })
  await limits.take('long', { count: 1, per: 5000 })
  world.now += 1000
  await limits.sweep()
  const rows = await world.database.kysely.selectFrom('rate').select('key').execute()
  expect(rows).toEqual([{ key: 'long' }])
})

test('how many tries are left is said without counting one, and all of them once the window is over', async () => {
  expect(await limits.left('key', fivePerMinute)).toBe(5)
  for (let number = 0; number < 4; number++) await limits.take('key', fivePerMinute)
  for (let number = 0; number < 9; number++) expect(await limits.left('key', fivePerMinute)).toBe(1)
  for (let number = 0; number < 4; number++) await limits.take('key', fivePerMinute)
  expect(await limits.left('key', fivePerMinute)).toBe(0)
  world.now += 60_000
  expect(await limits.left('key', fivePerMinute)).toBe(5)
})

describe('several windows at once', () => {
  const windows = [
    { key: 'few', count: 2, per: 1000 },
    { key: 'many', count: 5, per: 60_000 },
  ]

  test('a try counts in all of them or in none, and what is in the way says how long', async () => {
    expect(await limits.takeAll(windows)).toBeNull()
    expect(await limits.takeAll(windows)).toBeNull()
    expect(await limits.takeAll(windows)).toEqual({ key: 'few', wait: 1000 })
    expect(await limits.left('many', windows[1]!)).toBe(3)
    for (let number = 0; number < 3; number++) await limits.take('many', windows[1]!)
    world.now += 500
    expect(await limits.takeAll(windows)).toEqual({ key: 'many', wait: 59_500 })
  })

  test('of many at once no more get through than the smallest has room for', async () => {
    const turned = [windows, windows.toReversed()]
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => limits.takeAll(turned[at % 2]!)))
    expect(tries.filter((refusal) => refusal === null)).toHaveLength(2)
    expect(await limits.left('many', windows[1]!)).toBe(3)
  })

  test('hold no longer than they are when the clock is set back', async () => {
    for (let number = 0; number < 3; number++) await limits.takeAll(windows)
    world.now -= 3_600_000
    expect(await limits.takeAll(windows)).toEqual({ key: 'few', wait: 1000 })
    world.now += 1000
    expect(await limits.takeAll(windows)).toBeNull()
  })

  test('what is given back can be taken again', async () => {
    for (let number = 0; number < 6; number++) {
      expect(await limits.takeAll(windows)).toBeNull()
      await limits.giveBackAll(windows)
    }
  })
})

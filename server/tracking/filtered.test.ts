// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { Detail, PlainKind } from '#server/events/events.ts'
import { newGuid } from '#server/db/open.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { everyone, type VisitFilter } from './filtered.ts'
import { Tracking } from './tracking.ts'

const minute = 60_000
let world: World
let tracking: Tracking
let share: string

beforeEach(async () => {
  world = await openWorld()
  tracking = new Tracking(world)
  share = newGuid()
})

type Happened = { kind: PlainKind; who: string; visit?: string; detail?: Detail }

function append({ kind, who, visit, detail = {} }: Happened): Promise<void> {
  const about = visit === undefined ? {} : { visitGuid: visit }
  return world.events.record(null, {
    subject: share,
    kind,
    actor: `${who}@example.com`,
    detail,
    ...about,
  })
}

/** Opens the file, and reads its first pages one after the other, a minute each. */
async function read(who: string, visit: string, pages: number, version?: number): Promise<void> {
  const of: Detail = version === undefined ? {} : { version }
  await append({ kind: 'View', who, visit, detail: of })
  for (let page = 1; page <= pages; page++) {
    await append({ kind: 'Browse', who, visit, detail: { first: page, last: page, ...of } })
    world.now += minute
  }
}

const told = (filter: Partial<VisitFilter>, version = 1) =>
  tracking.readings(share, version, 10, { ...everyone, ...filter })

test('figures of one person, of some days, or of one version are those of the visits that are left', async () => {
  await read('ann', 'one', 3)
  world.now += 15 * minute
  const noon = world.now
  // The same opening, later: another visit.
  await read('ann', 'one', 2)
  await read('bob', 'two', 4, 2)
  await append({ kind: 'Print', who: 'bob', visit: 'two', detail: { version: 2 } })

  const anns = await told({ person: 'ann@example.com' })
  expect(anns.perRecipient).toMatchObject([{ views: 2, seconds: 180, prints: 0 }])
  expect((await told({ from: noon })).perRecipient).toMatchObject([
    { email: 'bob@example.com', views: 1, prints: 1 },
    { email: 'ann@example.com', views: 1, seconds: 60 },
  ])
  const before = await told({ to: noon })
  expect(before.perRecipient).toMatchObject([{ email: 'ann@example.com', views: 1, seconds: 120 }])
  expect(before.lastPages).toEqual([{ email: 'ann@example.com', page: 3, method: 'unknown' }])
  const second = await told({ version: 2 }, 2)
  expect(second.perRecipient).toMatchObject([{ email: 'bob@example.com', views: 1 }])
  expect(second.readers).toBe(1)
  expect(second.readersOfPage).toEqual(new Map([1, 2, 3, 4].map((page) => [page, 1])))
})

test('figures of a filter that was asked before include what happened since', async () => {
  await read('ann', 'one', 1)
  await read('bob', 'two', 1)
  const anns = () => told({ person: 'ann@example.com' })
  const before = await anns()
  expect(before.perRecipient).toMatchObject([{ views: 1, downloads: 0 }])
  expect(await anns()).toEqual(before)
  await append({ kind: 'Download', who: 'ann', visit: 'one' })
  expect((await anns()).perRecipient).toMatchObject([{ views: 1, downloads: 1 }])
  world.now += 20 * minute
  await read('ann', 'three', 2)
  // More filters than are kept.
  for (const from of [1, 2, 3, 4, 5]) expect((await told({ from })).perRecipient).toHaveLength(2)
  expect((await anns()).perRecipient).toMatchObject([{ views: 2, downloads: 1 }])
})

test('what is asked of all visits is what is asked without a filter', async () => {
  await read('ann', 'one', 3)
  await read('bob', 'two', 2)
  const all = await tracking.readings(share, 1, 10)
  expect(await told({ from: 0 })).toEqual(all)
  expect(await tracking.visits(share, { filter: { ...everyone, from: 0 } })).toEqual(
    await tracking.visits(share),
  )
})

test('blocked attempts are counted by reason, and belong to no version', async () => {
  await read('ann', 'one', 1)
  for (const [who, reason, act] of [
    ['ann', 'downloadNotAllowed', 'download'],
    ['bob', 'downloadNotAllowed', 'download'],
    ['bob', 'expired', 'open'],
    ['bob', 'expired', 'see'],
    ['bob', 'expired', 'see'],
  ] as const) {
    world.now += minute
    await append({ kind: 'Refused', who, detail: { act, reason } })
  }
  const counts = async (filter: Partial<VisitFilter>) =>
    (await tracking.refusals(share, { ...everyone, ...filter })).map(
      ({ reason, count, people }) => `${reason} ${count} ${people}`,
    )
  expect(await counts({})).toEqual(['expired 3 1', 'downloadNotAllowed 2 2'])
  expect(await counts({ person: 'ann@example.com' })).toEqual(['downloadNotAllowed 1 1'])
  expect(await counts({ from: world.now })).toEqual(['expired 1 1'])
  expect(await counts({ version: 1 })).toEqual([])
  expect(await counts({ only: 'visits' })).toEqual([])
  const rows = (only: VisitFilter['only']) =>
    tracking.visits(share, { filter: { ...everyone, only } }).then(({ total }) => total)
  expect([await rows('visits'), await rows('refusals'), await rows(null)]).toEqual([1, 5, 6])
})

test('the list of events is of one version, where that is asked', async () => {
  await read('ann', 'one', 1)
  await read('bob', 'two', 1, 2)
  await read('cem', 'three', 1, 21)
  const people = async (version: number | null) => {
    const range = { topic: null, version, before: null, after: null, pageSize: 20 }
    const { rows } = await tracking.activity(share, range)
    return [...new Set(rows.map(({ email }) => email))]
  }
  expect(await people(1)).toEqual(['ann@example.com'])
  expect(await people(2)).toEqual(['bob@example.com'])
  expect(await people(21)).toEqual(['cem@example.com'])
  expect(await people(3)).toEqual([])
  expect(await people(null)).toHaveLength(3)
})

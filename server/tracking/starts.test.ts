// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import type { Detail, PlainKind } from '#server/events/events.ts'
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

/** 300 openings of every kind: with several visits, without a View, refused, of no one, of two versions. */
async function fill(): Promise<void> {
  const opening = async (visitGuid: string, actor: string | null, kinds: PlainKind[], version: number) => {
    for (const kind of kinds) {
      world.now += minute
      const detail: Detail = version > 1 ? { version } : {}
      await world.events.record(null, { subject: share, kind, actor, visitGuid, detail })
    }
  }
  const stories: PlainKind[][] = [
    ['View', 'Browse', 'Download'],
    ['View', 'Browse', 'View', 'Print', 'View'],
    ['Browse', 'Browse', 'View'],
    ['Refused'],
    ['View', 'Refused', 'Browse'],
  ]
  for (let at = 0; at < 300; at++) {
    const actor = at % 7 === 0 ? null : `reader${at % 5}@example.com`
    await opening(`opening ${at}`, actor, stories[at % stories.length]!, 1 + (at % 2))
  }
}

async function everyVisit(filter: VisitFilter) {
  return Array.fromAsync(tracking.everyVisit(share, filter))
}

test('all visits, read without being kept, are those that the pages show', async () => {
  await fill()
  const { rows, total } = await tracking.visits(share, { pageSize: 2000 })
  expect(total).toBeGreaterThan(400)
  expect(await everyVisit(everyone)).toEqual(rows)
})

test('a filter leaves the same, beside what was begun by no one', async () => {
  await fill()
  const [from, to] = [world.now - 500 * minute, world.now - 100 * minute]
  for (const filter of [
    { ...everyone, only: 'visits' as const },
    { ...everyone, only: 'refusals' as const },
    { ...everyone, from, to },
    { ...everyone, person: 'reader3@example.com', from },
  ]) {
    const { rows } = await tracking.visits(share, { pageSize: 2000, filter })
    const { person } = filter
    const found = (await everyVisit(filter)).filter(({ email }) => person === null || email === person)
    expect(found).toEqual(rows)
    expect(found.length).toBeGreaterThan(20)
  }
})

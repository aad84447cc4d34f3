import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import type { Detail, PlainKind } from '#server/events/events.ts'
import { Tracking } from './tracking.ts'

const second = 1000
const hour = 3_600_000
const email = 'ann@example.com'
let world: World
let tracking: Tracking
let share: string

beforeEach(async () => {
  world = await openWorld()
  tracking = new Tracking(world)
  share = newGuid()
})

function append(kind: PlainKind, visitGuid: string, detail: Detail = {}): Promise<void> {
  return world.events.record(null, { subject: share, kind, actor: email, visitGuid, detail })
}

async function browse(visitGuid: string, first: number, last: number, more: Detail = {}): Promise<void> {
  await append('Browse', visitGuid, { first, last, ...more })
}

function read(visitGuid: string, pages: string, more: Detail = {}): Promise<void> {
  return append('Read', visitGuid, { pages, ...more })
}

/** Asked of one that followed the stream, whose answer is the same as of one that reads it again. */
async function told(version = 1) {
  const known = await tracking.readings(share, version)
  expect(known).toEqual(await new Tracking(world).readings(share, version))
  return known
}

test('what was measured stands instead of what was estimated, whenever it comes', async () => {
  await append('View', 'v1')
  await browse('v1', 1, 10)
  world.now += 40 * second
  await browse('v1', 11, 20)
  world.now += 20 * second
  expect((await told()).perRecipient).toMatchObject([{ seconds: 40, method: 'estimated' }])
  await read('v1', '1:12000,11:8000')
  world.now += 60 * second
  const { perRecipient, perPage } = await told()
  expect(perRecipient).toMatchObject([{ seconds: 20, method: 'measured' }])
  expect(perPage).toEqual([
    { page: 1, views: 1, seconds: 12, estimated: 0, method: 'measured' },
    { page: 11, views: 1, seconds: 8, estimated: 0, method: 'measured' },
  ])
  await browse('v1', 1, 10)
  world.now += 500 * second
  expect((await told()).perRecipient).toMatchObject([{ seconds: 20, method: 'measured' }])
  expect((await tracking.visits(share)).rows).toMatchObject([
    {
      seconds: 20,
      method: 'measured',
      pagesSeen: 2,
      pages: [
        { first: 1, last: 1 },
        { first: 11, last: 11 },
      ],
    },
  ])
})

test('a page counts as shown where a script saw it, once a visit, and not where it was only sent ahead', async () => {
  await append('View', 'v1')
  await browse('v1', 1, 2)
  world.now += 60 * second
  await read('v1', '2:1000,7:2000')
  world.now += 60 * second
  await read('v1', '7:3000')
  expect((await told()).perPage).toEqual([
    { page: 2, views: 1, seconds: 1, estimated: 0, method: 'measured' },
    { page: 7, views: 1, seconds: 5, estimated: 0, method: 'measured' },
  ])
  expect((await tracking.visits(share)).rows).toMatchObject([
    {
      pagesSeen: 2,
      pages: [
        { first: 2, last: 2 },
        { first: 7, last: 7 },
      ],
    },
  ])
})

test(
  'one visit that was measured and one that was not are partly estimated together',
  { tags: ['engines'] },
  async () => {
    await append('View', 'v1')
    await browse('v1', 1, 1)
    world.now += 30 * second
    await append('Print', 'v1')
    await append('View', 'v2')
    await browse('v2', 1, 1)
    world.now += 60 * second
    await read('v2', '1:45000')
    const { perRecipient, perPage } = await told()
    expect(perRecipient).toMatchObject([{ views: 2, seconds: 75, method: 'partly' }])
    expect(perPage).toEqual([{ page: 1, views: 2, seconds: 75, estimated: 30, method: 'partly' }])
    expect((await tracking.visits(share)).rows).toMatchObject([
      { visitGuid: 'v2', seconds: 45, method: 'measured' },
      { visitGuid: 'v1', seconds: 30, method: 'estimated' },
    ])
  },
)

test('what was measured belongs to the version that was seen', async () => {
  await append('View', 'v1')
  await browse('v1', 1, 2)
  world.now += 30 * second
  await browse('v1', 1, 1, { version: 2 })
  world.now += 30 * second
  await read('v1', '1:20000', { version: 2 })
  expect((await told(1)).perPage).toEqual([])
  expect((await told(2)).perPage).toEqual([
    { page: 1, views: 1, seconds: 20, estimated: 0, method: 'measured' },
  ])
})

test('what a program measured of a whole visit takes the place of its estimate too', async () => {
  await append('View', 'v1')
  await browse('v1', 1, 1)
  world.now += 50 * second
  await append('Stop', 'v1', { method: 'measured', seconds: 35 })
  expect((await told()).perRecipient).toMatchObject([{ seconds: 35, method: 'measured' }])
  expect((await tracking.visits(share)).rows).toMatchObject([{ seconds: 35, method: 'measured' }])
})

test('the reader is told the same as the sender', async () => {
  await append('View', 'v1')
  await browse('v1', 1, 1)
  world.now += 50 * second
  await read('v1', '1:35000')
  await append('Stop', 'v1', { method: 'measured', seconds: 5 })
  const { visits, others } = await tracking.records(share, [email])
  expect(visits).toEqual((await tracking.visits(share)).rows)
  expect([visits[0]!.seconds, others]).toEqual([40, []])
})

test('visits that are long over are counted as they ended, and weigh no more than their figures', async () => {
  for (let visit = 0; visit < 50; visit++) {
    await append('View', `v${visit}`)
    for (let screen = 0; screen < 4; screen++) {
      await browse(`v${visit}`, 1, 2)
      world.now += 10 * second
    }
    world.now += 25 * hour
  }
  const { perRecipient } = await told()
  expect(perRecipient).toMatchObject([{ views: 50, seconds: 50 * 30, method: 'estimated' }])
  expect((await told()).perPage).toMatchObject([{ views: 200 }, { views: 200 }])
})

test('a detail that no one wrote so is not taken for time', async () => {
  await append('View', 'v1')
  for (const pages of ['', 'x', '1', '1:', ':5', '1:2:3', '1:-5', 7, null])
    await append('Read', 'v1', { pages })
  expect((await told()).perPage).toEqual([])
  expect((await tracking.visits(share)).rows).toMatchObject([{ seconds: 0, pagesSeen: 0 }])
})

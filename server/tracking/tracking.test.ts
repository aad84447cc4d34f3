// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import type { NewEvent, PlainKind } from '#server/events/events.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Tracking } from './tracking.ts'
import type { ActivityRange } from './tracking.ts'

const second = 1000
const day = 86_400_000
const client = { ip: '8.8.8.8', userAgent: 'Browser/1' }
let world: World
let tracking: Tracking
let share: string

beforeEach(async () => {
  world = await openWorld()
  tracking = new Tracking(world)
  share = newGuid()
})

function append(kind: PlainKind, more: Partial<Omit<NewEvent, 'kind'>> = {}): Promise<void> {
  return world.events.record(null, { subject: share, kind, client, ...more })
}

async function events() {
  return await world.database.kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', share)
    .orderBy('sequence')
    .execute()
}

test('an event is kept with its network facts, and its detail with sorted names', async () => {
  await append('View', { actor: 'Ann@Example.com', visitGuid: 'v', detail: { b: 1, a: null } })
  expect(await events()).toEqual([
    expect.objectContaining({
      sequence: 1,
      at: world.now,
      kind: 'View',
      email: 'ann@example.com',
      visit_guid: 'v',
      ip: '8.8.8.8',
      country: 'US',
      user_agent: 'Browser/1',
      detail: '{"a":null,"b":1}',
    }),
  ])
})

test('an event in a transaction that is rolled back did not happen', async () => {
  const failed = world.database.transaction(async (tx) => {
    await world.events.record(tx, { subject: share, kind: 'Shared' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await events()).toEqual([])
  expect(await tracking.verify(share)).toBeNull()
})

test('many writers at once make one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 100 }, () => append('Browse', { detail: { first: 1, last: 1 } })))
  expect((await events()).map((event) => event.sequence)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
  expect(await tracking.verify(share)).toBeNull()
})

test.each(['at', 'kind', 'email', 'visit_guid', 'ip', 'country', 'user_agent', 'detail', 'hash'] as const)(
  'an event whose %s was changed is found',
  async (column) => {
    for (let number = 0; number < 5; number++)
      await append('View', { actor: 'ann@example.com', visitGuid: 'v' })
    const value = column === 'at' ? 1 : 'x'
    await world.database.kysely
      .updateTable('event')
      .set({ [column]: value })
      .where('sequence', '=', 3)
      .execute()
    expect(await tracking.verify(share)).toBe(3)
  },
)

test('an event that was removed is found: in the middle, at the end, and all of them', async () => {
  for (let number = 0; number < 5; number++) await append('View')
  await world.database.kysely.deleteFrom('event').where('sequence', '=', 5).execute()
  expect(await tracking.verify(share)).toBe(5)
  await world.database.kysely.deleteFrom('event').where('sequence', '=', 2).execute()
  expect(await tracking.verify(share)).toBe(2)
  await world.database.kysely.deleteFrom('event').execute()
  expect(await tracking.verify(share)).toBe(1)
})

test('a chain longer than one read holds', async () => {
  const other = newGuid()
  await world.database.transaction(async (tx) => {
    for (let number = 0; number < 1001; number++)
      await world.events.record(tx, { subject: other, kind: 'Browse' })
  })
  expect(await tracking.verify(other)).toBeNull()
  await world.database.kysely.updateTable('event').set({ at: 1 }).where('sequence', '=', 1001).execute()
  expect(await tracking.verify(other)).toBe(1001)
})

test('the summary counts each subject by itself, and names those without events', async () => {
  await append('View', { actor: 'ann@example.com' })
  world.now += second
  await append('View', { actor: 'ann@example.com' })
  await append('View', { actor: 'bob@example.com' })
  for (const kind of ['Browse', 'Download', 'Print', 'Print', 'Refused', 'Mailed'] as const)
    await append(kind)
  await world.events.record(null, { subject: 'other', kind: 'Refused' })
  const summary = await tracking.summary([share, 'other', 'none'])
  expect([...summary]).toEqual([
    [share, { views: 3, openedBy: 2, lastViewAt: world.now, downloads: 1, prints: 2, refused: 1 }],
    ['other', { views: 0, openedBy: 0, lastViewAt: null, downloads: 0, prints: 0, refused: 1 }],
    ['none', { views: 0, openedBy: 0, lastViewAt: null, downloads: 0, prints: 0, refused: 0 }],
  ])
  expect(await tracking.summary([])).toEqual(new Map())
})

test('lists of more than 200 subjects are refused', async () => {
  const many = Array.from({ length: 201 }, newGuid)
  await expect(tracking.summary(many)).rejects.toThrow(RangeError)
  await expect(tracking.viewsByDay(many, 7)).rejects.toThrow(RangeError)
})

test('openings fall into spans of 24 hours, the last of which ends now', async () => {
  const end = world.now
  for (const age of [0, day - 1, day, 2.5 * day, 3 * day]) {
    world.now = end - age
    await append('View')
    await append('Browse')
  }
  const views = await tracking.viewsByDay([share, 'none'], 3, end)
  expect([...views]).toEqual([
    [share, [1, 1, 2]],
    ['none', [0, 0, 0]],
  ])
})

async function visit(
  visitGuid: string,
  email: string | null,
  steps: [PlainKind, number, [number, number]?][],
) {
  for (const [kind, wait, pages] of steps) {
    world.now += wait * second
    await append(kind, { visitGuid, actor: email, detail: pages ? { first: pages[0], last: pages[1] } : {} })
  }
}

test('visits stand newest first, with pages, estimated time, downloads and prints; refusals stand among them', async () => {
  const start = world.now
  await append('Mailed', { actor: 'ann@example.com' })
  await visit('v1', 'ann@example.com', [
    ['View', 0],
    ['Browse', 1, [1, 10]],
    ['Browse', 30, [11, 20]],
    ['Print', 20],
    ['Download', 1],
  ])
  await append('Refused', { actor: 'eve@example.com', detail: { reason: 'notRecipient' } })
  await visit('v2', null, [
    ['View', 10],
    ['Browse', 0, [3, 3]],
  ])
  world.now += 3600 * second
  const list = await tracking.visits(share)
  const seen = { ip: '8.8.8.8', country: 'US', userAgent: 'Browser/1' }
  expect(list).toEqual({
    total: 3,
    page: 1,
    pageSize: 200,
    rows: [
      {
        kind: 'visit',
        visitGuid: 'v2',
        sequence: 8,
        email: null,
        says: null,
        saysToBe: null,
        startedAt: start + 62 * second,
        lastAt: start + 62 * second,
        pages: [{ first: 3, last: 3 }],
        pagesSeen: 1,
        versions: [1],
        seconds: 0,
        method: 'unknown',
        downloads: 0,
        prints: 0,
        ...seen,
      },
      {
        kind: 'refused',
        email: 'eve@example.com',
        at: start + 52 * second,
        detail: { reason: 'notRecipient' },
        ...seen,
      },
      {
        kind: 'visit',
        visitGuid: 'v1',
        sequence: 2,
        email: 'ann@example.com',
        says: null,
        saysToBe: null,
        startedAt: start,
        lastAt: start + 52 * second,
        pages: [{ first: 1, last: 20 }],
        pagesSeen: 20,
        versions: [1],
        seconds: 50,
        method: 'estimated',
        downloads: 1,
        prints: 1,
        ...seen,
      },
    ],
  })
})

test('a refusal inside a visit is a row of its own and does not make the visit count twice', async () => {
  await visit('v1', 'ann@example.com', [
    ['View', 0],
    ['Refused', 1],
    ['Browse', 1, [1, 1]],
  ])
  const { rows, total } = await tracking.visits(share)
  expect([total, rows.map((row) => row.kind)]).toEqual([2, ['refused', 'visit']])
})

test('what a program measured is added to its visit and its reader, and the visit says so', async () => {
  await visit('v1', 'ann@example.com', [['View', 0]])
  await world.events.record(null, {
    subject: share,
    kind: 'Stop',
    actor: 'ann@example.com',
    visitGuid: 'v1',
    detail: { method: 'measured', seconds: 75 },
  })
  const { rows } = await tracking.visits(share)
  expect(rows).toMatchObject([{ visitGuid: 'v1', seconds: 75, method: 'measured' }])
  const { perRecipient } = await tracking.readings(share)
  expect(perRecipient).toMatchObject([{ email: 'ann@example.com', views: 1, seconds: 75 }])
})

test('visits come in pages', async () => {
  for (let number = 1; number <= 5; number++)
    await visit(`v${number}`, null, [
      ['View', 1],
      ['Browse', 1, [1, 1]],
    ])
  const second = await tracking.visits(share, { page: 2, pageSize: 2 })
  expect(second.rows.map((row) => row.kind === 'visit' && row.visitGuid)).toEqual(['v3', 'v2'])
  expect(second.total).toBe(5)
  expect((await tracking.visits(share, { page: 4, pageSize: 2 })).rows).toEqual([])
})

test('readers are counted by address, over their visits, the latest first', async () => {
  await visit('v1', 'ann@example.com', [
    ['View', 0],
    ['Browse', 0, [1, 1]],
    ['Print', 40],
  ])
  await visit('v2', 'bob@example.com', [
    ['View', 0],
    ['Browse', 0, [1, 2]],
    ['Browse', 100, [3, 3]],
    ['Download', 5],
  ])
  await visit('v3', 'ann@example.com', [
    ['View', 5],
    ['Browse', 0, [2, 2]],
  ])
  await append('Mailed', { actor: 'carl@example.com' })
  const lastAt = world.now
  world.now += 10 * second
  expect((await tracking.readings(share)).perRecipient).toEqual([
    {
      email: 'ann@example.com',
      views: 2,
      seconds: 40,
      method: 'estimated',
      prints: 1,
      downloads: 0,
      lastAt,
      version: 1,
    },
    {
      email: 'bob@example.com',
      views: 1,
      seconds: 105,
      method: 'estimated',
      prints: 0,
      downloads: 1,
      lastAt: lastAt - 5 * second,
      version: 1,
    },
  ])
})

test('the time of a screen is shared by its pages', async () => {
  await visit('v1', null, [
    ['View', 0],
    ['Browse', 0, [1, 2]],
    ['Browse', 100, [2, 2]],
    ['Print', 30],
  ])
  expect((await tracking.readings(share)).perPage).toEqual([
    { page: 1, views: 1, seconds: 50, estimated: 50, method: 'estimated' },
    { page: 2, views: 2, seconds: 80, estimated: 80, method: 'estimated' },
  ])
})

test('what was read of one version of the file is told apart from what was read of the next', async () => {
  const browse = (first: number, last: number, version?: number) => ({
    visitGuid: 'v1',
    actor: 'ann@example.com',
    detail: { first, last, ...(version ? { version } : {}) },
  })
  await append('View', { visitGuid: 'v1', actor: 'ann@example.com' })
  await append('Browse', browse(1, 2))
  world.now += 30 * second
  await append('Browse', browse(1, 1, 2))
  world.now += 20 * second
  expect((await tracking.readings(share)).perPage).toEqual([
    { page: 1, views: 1, seconds: 15, estimated: 15, method: 'estimated' },
    { page: 2, views: 1, seconds: 15, estimated: 15, method: 'estimated' },
  ])
  expect((await tracking.readings(share, 2)).perPage).toEqual([
    { page: 1, views: 1, seconds: 0, estimated: 0, method: 'unknown' },
  ])
  expect((await tracking.readings(share, 3)).perPage).toEqual([])
  expect((await tracking.readings(share)).perRecipient).toMatchObject([{ seconds: 30, version: 2 }])
  expect((await tracking.visits(share)).rows).toMatchObject([{ versions: [1, 2] }])
  const readers = await tracking.versionReaders(share)
  expect([...readers.keys()]).toEqual([1, 2])
  expect(readers.get(2)).toEqual([{ email: 'ann@example.com', lastAt: world.now - 20 * second }])
})

test('the records stand newest first, by kind, and lead from page to page both ways', async () => {
  for (let number = 0; number < 5; number++) await append('View', { detail: { number } })
  await append('Mailed', { actor: 'ann@example.com' })
  await append('Killed', { actor: 'olga@example.com' })
  await append('Refused', { detail: { reason: 'killed' } })
  const all: ActivityRange = { topic: null, before: null, after: null, pageSize: 3 }
  const numbers = async (range: Partial<ActivityRange>) => {
    const page = await tracking.activity(share, { ...all, ...range })
    return [page.rows.map(({ sequence }) => sequence), page.hasNewer, page.hasOlder]
  }
  expect(await numbers({})).toEqual([[8, 7, 6], false, true])
  expect(await numbers({ before: 6 })).toEqual([[5, 4, 3], true, true])
  expect(await numbers({ before: 3 })).toEqual([[2, 1], true, false])
  expect(await numbers({ after: 2 })).toEqual([[5, 4, 3], true, true])
  expect(await numbers({ after: 5 })).toEqual([[8, 7, 6], false, true])
  expect(await numbers({ topic: 'reading' })).toEqual([[5, 4, 3], false, true])
  expect(await numbers({ topic: 'mail' })).toEqual([[6], false, false])
  expect(await numbers({ topic: 'changes' })).toEqual([[7], false, false])
  expect(await numbers({ topic: 'refusals' })).toEqual([[8], false, false])
})

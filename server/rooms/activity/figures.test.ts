// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import type { PlainKind } from '#server/events/events.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'
import { countInRoom } from '#server/tracking/rooms/room-figures.ts'
import { RoomRecords } from '#server/tracking/rooms/room-activity.ts'
import { RoomActivity } from './activity.ts'

const day = 86_400_000
const [ann, bob] = ['ann@example.net', 'bob@example.net']
let world: RoomWorld
let records: RoomRecords
let activity: RoomActivity

beforeEach(async () => {
  world = await openRoom()
  world.events.onCount('roomActivity', countInRoom)
  records = new RoomRecords(world.database.kysely)
  activity = new RoomActivity(world)
  await world.add('Contracts/', 'Contracts/lease.pdf', 'plan.pdf')
  for (const email of [ann, bob]) await world.member(email, 1)
})

function record(kind: PlainKind | 'RoomEntered', path: string, actor: string | null = ann) {
  return world.events.record(null, {
    subject: world.guid(path),
    roomGuid: world.room,
    kind: kind as PlainKind,
    actor,
    visitGuid: newGuid(),
  })
}

const today = () => Math.floor(world.now / day)

test('what is counted is what is recorded, by day, by item and by member', async () => {
  await record('View', 'plan.pdf')
  await record('Print', 'plan.pdf')
  world.now += day
  await record('View', 'plan.pdf')
  await record('View', 'Contracts/lease.pdf', bob)
  await record('Download', 'Contracts/lease.pdf', bob)
  await record('Refused', 'Contracts/lease.pdf', bob)
  const all = { views: 3, downloads: 1, prints: 1, refused: 1, people: 2 }
  expect(await records.totals(world.room, { since: null })).toMatchObject(all)
  expect(await records.totals(world.room, { since: today() })).toMatchObject({
    views: 2,
    prints: 0,
    people: 2,
  })
  expect(await records.byDay(world.room, today() - 5)).toMatchObject([
    { day: today() - 1, views: 1, prints: 1, downloads: 0, people: 1 },
    { day: today(), views: 2, prints: 0, downloads: 1, people: 2 },
  ])
  const { kysely } = world.database
  const stored = await kysely.selectFrom('event').select('kind').where('room_guid', '=', world.room).execute()
  const counts = Map.groupBy(stored, ({ kind }) => kind)
  expect(counts.get('View')).toHaveLength(all.views)
  const { files } = await activity.files(world.owner, world.room, {
    page: 1,
    pageSize: 9,
    sort: 'views',
    onlyUnread: false,
  })
  expect(files).toMatchObject([
    { name: 'plan.pdf', folders: [], views: 2, people: 1, prints: 1 },
    { name: 'lease.pdf', folders: ['Contracts'], views: 1, people: 1, downloads: 1 },
  ])
})

test('a file counts once for a member, however often it is opened, and a person once for a file', async () => {
  for (const actor of [ann, ann, bob]) await record('View', 'plan.pdf', actor)
  await record('View', 'Contracts/lease.pdf')
  const people = [...(await records.everyPerson(world.room)).values()]
  expect(people.map(({ files, views }) => [files, views]).toSorted()).toEqual([
    [1, 1],
    [2, 3],
  ])
})

test('what a stranger does counts for the file and for no member', async () => {
  await record('View', 'plan.pdf', 'nobody@example.org')
  await record('Refused', 'plan.pdf', null)
  expect(await records.totals(world.room, { since: null })).toMatchObject({ views: 1, refused: 1, people: 0 })
})

test('what happened to an item that is erased meanwhile is not counted, and nothing fails', async () => {
  const gone = newGuid()
  await world.events.record(null, { subject: gone, roomGuid: world.room, kind: 'View', actor: ann })
  const rows = await world.database.kysely.selectFrom('item_day').select('item_guid').execute()
  expect(rows.filter(({ item_guid: guid }) => guid === gone)).toEqual([])
})

test('of many events at once, some of several files in one transaction, none is lost and no one waits forever', async () => {
  const paths = Array.from({ length: 6 }, (_, at) => `file ${at}.pdf`)
  await world.add(...paths)
  const whole = (order: string[], actor: string) =>
    world.database.transaction(async (tx) => {
      for (const path of order)
        await world.events.record(tx, {
          subject: world.guid(path),
          roomGuid: world.room,
          kind: 'Download',
          actor,
        })
    })
  await Promise.all([
    whole(paths, ann),
    ...paths.flatMap((path) => [record('View', path, ann), record('View', path, bob)]),
  ])
  const totals = await records.totals(world.room, { since: null })
  expect(totals).toMatchObject({ views: 12, downloads: 6, people: 2 })
})

test('a member who is removed and returns begins with no time, and what was done stays', async () => {
  const { kysely } = world.database
  await record('View', 'plan.pdf')
  await kysely.updateTable('member_day').set({ measured: 5000 }).execute()
  const [member] = await kysely.selectFrom('member').select('guid').where('email', '=', ann).execute()
  const { forgetReading, readingTimes } = await import('#server/tracking/rooms/member-times.ts')
  expect((await readingTimes(kysely, [member!.guid])).get(member!.guid)?.time).toBe(5000)
  await world.database.transaction((tx) => forgetReading(tx, [member!.guid]))
  expect((await readingTimes(kysely, [member!.guid])).get(member!.guid)?.time).toBe(0)
  expect(await records.totals(world.room, { since: null })).toMatchObject({ views: 1 })
})

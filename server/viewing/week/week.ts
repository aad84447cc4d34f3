import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { prepared, type Slots, type Value } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { methodOf } from '#server/rules/reading/dwell.ts'
import { allDays, timeOf, type ReadingTime } from '#server/tracking/rooms/member-times.ts'
import type { Tracking, Visit } from '#server/tracking/tracking.ts'

const day = 86_400_000
/** Of a week, and the one before it. */
export const weekDays = 7
const shownDays = 2 * weekDays
const maxRooms = 5

/** One of the last 14 days: calendar days in UTC, since rooms count so. */
export type DayOfWeek = { day: number; views: number; readers: number; time: ReadingTime }

/** What happened in a room in a week; `first` is one of the `people` who were there, the one who opened most. */
export type RoomOfWeek = {
  guid: string
  version: 1 | 2
  name: string
  people: number
  first: string
  views: number
  downloads: number
  time: ReadingTime
}

/** What happened in a week to everything that someone owns: their shares and their data rooms. */
export type Week = {
  /** The last 14 days, the oldest first; the last 7 are the week. */
  days: DayOfWeek[]
  views: number
  viewsBefore: number
  downloads: number
  prints: number
  refused: number
  readers: number
  /** `estimated` milliseconds of it are. */
  time: ReadingTime & { estimated: number }
  rooms: RoomOfWeek[]
}

type Deps = { database: Database; tracking: Tracking; clock: () => number }

/** The week of an account in a few numbers. The cost depends on what happened in it, and ends at the latest 5,000 events. */
export class Weeks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async of(owner: Pick<User, 'guid'>): Promise<Week> {
    const { database, tracking, clock } = this.#deps
    const { kysely } = database
    const today = Math.floor(clock() / day)
    const since = today - shownDays + 1
    const weekBegins = today - weekDays + 1
    const [shares, inRooms, members, rooms] = await Promise.all([
      tracking.readingBy(owner.guid, since * day),
      roomDays(kysely, owner.guid, since),
      membersSince(kysely, owner.guid, weekBegins),
      busiestRooms(kysely, owner.guid, weekBegins),
    ])
    const days = Array.from({ length: shownDays }, (_, at) => {
      const own = shares.filter((row) => Math.floor(row.at / day) === since + at)
      const ofRooms = inRooms.find((row) => row.day === since + at)
      return {
        day: since + at,
        views: own.reduce((sum, row) => sum + row.views, 0) + (ofRooms?.views ?? 0),
        readers: new Set(own.flatMap(({ email }) => email ?? [])).size + (ofRooms?.people ?? 0),
        measured: timeIn(own, 'measured') + (ofRooms?.measured ?? 0),
        estimated: timeIn(own, 'estimated') + Math.max(0, ofRooms?.estimated ?? 0),
      }
    })
    const week = days.slice(-weekDays)
    const ofWeek = shares.filter((row) => row.at >= weekBegins * day)
    const total = (of: (row: (typeof days)[number]) => number, rows = week) =>
      rows.reduce((sum, row) => sum + of(row), 0)
    const roomsOfWeek = inRooms.filter((row) => row.day >= weekBegins)
    const [measured, estimated] = [total((row) => row.measured), total((row) => row.estimated)]
    const readers = new Set([...ofWeek.flatMap(({ email }) => email ?? []), ...members])
    const counted = (name: 'downloads' | 'prints' | 'refused') =>
      [...ofWeek, ...roomsOfWeek].reduce((sum, row) => sum + row[name], 0)
    return {
      days: days.map((row) => ({
        day: row.day,
        views: row.views,
        readers: row.readers,
        time: { time: row.measured + row.estimated, method: methodOf(row.measured, row.estimated) },
      })),
      views: total((row) => row.views),
      viewsBefore: total((row) => row.views, days.slice(0, weekDays)),
      downloads: counted('downloads'),
      prints: counted('prints'),
      refused: counted('refused'),
      readers: readers.size,
      time: { time: measured + estimated, method: methodOf(measured, estimated), estimated },
      rooms,
    }
  }
}

function timeIn(
  rows: readonly { seconds: number; method: Visit['method'] }[],
  method: Visit['method'],
): number {
  return rows.filter((row) => row.method === method).reduce((sum, { seconds }) => sum + seconds * 1000, 0)
}

const counted = ['views', 'downloads', 'prints', 'refused', 'people', 'measured', 'estimated'] as const

type Since = { ownerGuid: string; since: number }

export function daysOfRooms(kysely: Kysely<Schema>, ownerGuid: Value<string>, since: Value<number>) {
  return kysely
    .selectFrom('room')
    .innerJoin('room_day', 'room_day.room_guid', 'room.guid')
    .where('room.owner_guid', '=', ownerGuid)
    .where('room.binned_at', 'is', null)
    .where('room_day.day', '>=', since)
}

/** The sums over all rooms of an owner, day by day. */
async function roomDays(kysely: Kysely<Schema>, ownerGuid: string, since: number) {
  const rows = await dayRows(kysely, { ownerGuid, since })
  return rows.map((row) => ({
    day: Number(row.day),
    views: Number(row.views),
    downloads: Number(row.downloads),
    prints: Number(row.prints),
    refused: Number(row.refused),
    people: Number(row.people),
    measured: Number(row.measured),
    estimated: Number(row.estimated),
  }))
}

const dayRows = prepared((kysely, { ownerGuid, since }: Slots<Since>) =>
  daysOfRooms(kysely, ownerGuid, since)
    .select('room_day.day')
    .select(counted.map((name) => sql<number>`sum(${sql.ref(`room_day.${name}`)})`.as(name)))
    .groupBy('room_day.day'),
)

/** The addresses of those who were in a room of an owner since a day, in lower case. */
async function membersSince(kysely: Kysely<Schema>, ownerGuid: string, since: number): Promise<string[]> {
  const rows = await memberRows(kysely, { ownerGuid, since: since * day })
  return rows.map(({ email }) => email)
}

const memberRows = prepared((kysely, { ownerGuid, since }: Slots<Since>) =>
  kysely
    .selectFrom('room')
    .innerJoin('member_day', 'member_day.room_guid', 'room.guid')
    .innerJoin('member', 'member.guid', 'member_day.member_guid')
    .select(sql<string>`lower(member.email)`.as('email'))
    .distinct()
    .where('room.owner_guid', '=', ownerGuid)
    .where('room.binned_at', 'is', null)
    .where('member_day.day', '=', allDays)
    .where('member_day.last_at', '>=', since),
)

/** The rooms where the most was opened since a day. */
async function busiestRooms(kysely: Kysely<Schema>, ownerGuid: string, since: number): Promise<RoomOfWeek[]> {
  const rooms = await roomRows(kysely, { ownerGuid, since })
  return Promise.all(
    rooms.map(async (room) => {
      const people = await kysely
        .selectFrom('member_day')
        .innerJoin('member', 'member.guid', 'member_day.member_guid')
        .select(['member.email', 'member.name'])
        .where('member_day.room_guid', '=', room.guid)
        .where('member_day.day', '>=', since)
        .groupBy(['member.guid', 'member.email', 'member.name'])
        .orderBy(sql`sum(member_day.views)`, 'desc')
        .orderBy('member.email')
        .execute()
      return {
        guid: room.guid,
        version: room.version,
        name: room.name,
        people: people.length,
        first: people[0]?.name || (people[0]?.email ?? ''),
        views: Number(room.views),
        downloads: Number(room.downloads),
        time: timeOf(room),
      }
    }),
  ).then((found) => found.filter(({ people }) => people > 0))
}

const roomRows = prepared((kysely, { ownerGuid, since }: Slots<Since>) =>
  daysOfRooms(kysely, ownerGuid, since)
    .select(['room.guid', 'room.version', 'room.name'])
    .select(counted.map((name) => sql<number>`sum(${sql.ref(`room_day.${name}`)})`.as(name)))
    .groupBy(['room.guid', 'room.version', 'room.name'])
    .orderBy(sql`sum(room_day.views)`, 'desc')
    .orderBy('room.guid')
    .limit(maxRooms),
)

import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { kindsBesideChanges, kindsIn, type Topic } from '#server/events/events.ts'
import type { TopBy } from '#server/rules/rooms/activity-lists.ts'
import { allDays, timeOf, type ReadingTime } from './member-times.ts'
import { roomEvent, staysIn, type RoomEventRow, type RoomStay } from './room-stays.ts'

export type { RoomEventRow, RoomStay } from './room-stays.ts'

/** What was done, and how long was read. */
export type Done = { views: number; downloads: number; prints: number; time: ReadingTime }

/** The totals of a room. `visits` are entries, `people` the members who did anything there. */
export type RoomTotals = Done & { visits: number; people: number; refused: number }

/** The same of one day, counted from 1970 in UTC. */
export type RoomDay = RoomTotals & { day: number }

/** What was done with one file, or by one member; `lastAt` in epoch milliseconds, 0 if that was before it was counted. */
export type FileFigures = Done & { subjectGuid: string; lastAt: number }
export type PersonFigures = Done & { memberGuid: string; visits: number; lastAt: number }

/** From a day on, counted from 1970 in UTC; null for everything there ever was. */
export type Period = { since: number | null }

/** Where an older page begins: after this event. */
export type EventPlace = { at: number; subjectGuid: string; sequence: number }

/** Which events: of one address (in lower case), of one topic, between two moments (epoch ms, the second not included). */
export type EventRange = {
  person?: string | null
  topic?: Topic | null
  from?: number | null
  to?: number | null
  before: EventPlace | null
}

export type RoomEvents = { rows: RoomEventRow[]; stays: RoomStay[]; hasOlder: boolean }

/**
 * What is recorded about a room and its items together. It knows nothing about permissions: only people who may see all
 * of a room may get it. The cost depends on the number of its items and members, and of days that are asked for.
 */
export class RoomRecords {
  readonly #kysely: Kysely<Schema>

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely
  }

  async totals(roomGuid: string, { since }: Period): Promise<RoomTotals> {
    const days = this.#kysely.selectFrom('room_day').where('room_guid', '=', roomGuid)
    const row = await (since === null ? days.where('day', '=', allDays) : days.where('day', '>=', since))
      .select([...sums, ...roomSums])
      .executeTakeFirstOrThrow()
    const people = since === null ? Number(row.people) : await this.#peopleSince(roomGuid, since)
    return { ...roomFigures(row), people }
  }

  /** Different members, who cannot be added up from day to day: those who were here last in the period. */
  async #peopleSince(roomGuid: string, since: number): Promise<number> {
    const { people } = await memberDays(this.#kysely, roomGuid, { since: null })
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where('last_at', '>=', since * dayLength)
      .executeTakeFirstOrThrow()
    return Number(people)
  }

  /** Each day from `since` on on which anything was done, in order. */
  async byDay(roomGuid: string, since: number): Promise<RoomDay[]> {
    const rows = await this.#kysely
      .selectFrom('room_day')
      .select('day')
      .select([...sums, ...roomSums])
      .where('room_guid', '=', roomGuid)
      .where('day', '>=', since)
      .groupBy('day')
      .orderBy('day')
      .execute()
    return rows.map((row) => ({ ...roomFigures(row), day: Number(row.day) }))
  }

  /** The files with the most of one thing; none without any of it. */
  async topFiles(
    roomGuid: string,
    { by, limit, ...requested }: Period & { by: TopBy; limit: number },
  ): Promise<FileFigures[]> {
    const period = await this.#shortest(roomGuid, requested)
    // First who they are, by one sum, then the others of those few: half the work.
    const first = await itemDays(this.#kysely, roomGuid, period)
      .select('item_guid as guid')
      .select(({ fn }) => fn.max<number>('last_at').as('lastAt'))
      .where('item_guid', '!=', roomGuid)
      .groupBy('item_guid')
      .having(amountOf[by], '>', 0)
      .orderBy(amountOf[by], 'desc')
      .orderBy('lastAt', 'desc')
      .orderBy('item_guid')
      .limit(limit)
      .execute()
    if (first.length === 0) return []
    const rows = await itemDays(this.#kysely, roomGuid, period)
      .select('item_guid')
      .select(sums)
      .where(
        'item_guid',
        'in',
        first.map(({ guid }) => guid),
      )
      .groupBy('item_guid')
      .execute()
    const found = new Map(rows.map((row) => [row.item_guid, row]))
    return first.flatMap(({ guid, lastAt }) => {
      const row = found.get(guid)
      return row ? [{ ...doneOf(row), subjectGuid: guid, lastAt: Number(lastAt) }] : []
    })
  }

  /** The members who did the most of one thing; none who did not do it. */
  async topPeople(
    roomGuid: string,
    { by, limit, ...requested }: Period & { by: TopBy; limit: number },
  ): Promise<PersonFigures[]> {
    const period = await this.#shortest(roomGuid, requested)
    const first = await memberDays(this.#kysely, roomGuid, period)
      .select('member_guid as guid')
      .select(({ fn }) => fn.max<number>('last_at').as('lastAt'))
      .groupBy('member_guid')
      .having(amountOf[by], '>', 0)
      .orderBy(amountOf[by], 'desc')
      .orderBy('lastAt', 'desc')
      .orderBy('member_guid')
      .limit(limit)
      .execute()
    if (first.length === 0) return []
    const guids = first.map(({ guid }) => guid)
    const rows = await figuresOfMembers(this.#kysely, roomGuid, period)
      .where('member_guid', 'in', guids)
      .execute()
    const found = new Map(rows.map((row) => [row.member_guid, row]))
    return guids.flatMap((guid) => {
      const row = found.get(guid)
      return row ? [personOf(row)] : []
    })
  }

  /** Of a room that is younger than the period everything ever is meant, which is one row for each. */
  async #shortest(roomGuid: string, { since }: Period): Promise<Period> {
    if (since === null) return { since }
    const room = await this.#kysely
      .selectFrom('room')
      .select('created_at')
      .where('guid', '=', roomGuid)
      .executeTakeFirst()
    return { since: room && Number(room.created_at) >= since * dayLength ? null : since }
  }

  /** What every member did so far, by guid; `files` are the different ones that they opened. */
  async everyPerson(roomGuid: string): Promise<Map<string, PersonFigures & { files: number }>> {
    const rows = await figuresOfMembers(this.#kysely, roomGuid, { since: null }).execute()
    return new Map(rows.map((row) => [row.member_guid, { ...personOf(row), files: Number(row.files) }]))
  }

  /** On which days since one these members did how much, in their order. */
  async daysOf(
    roomGuid: string,
    memberGuids: readonly string[],
    since: number,
  ): Promise<{ memberGuid: string; day: number; views: number }[]> {
    if (memberGuids.length === 0) return []
    const rows = await memberDays(this.#kysely, roomGuid, { since })
      .select(['member_guid', 'day', 'views'])
      .where('member_guid', 'in', memberGuids)
      .execute()
    return rows
      .map((row) => ({ memberGuid: row.member_guid, day: Number(row.day), views: Number(row.views) }))
      .toSorted((a, b) => memberGuids.indexOf(a.memberGuid) - memberGuids.indexOf(b.memberGuid))
  }

  /** The latest events, or those before a position. */
  async latest(roomGuid: string, range: EventRange, limit: number): Promise<RoomEvents> {
    const found = await eventsBefore(this.#kysely, roomGuid, range)
      .limit(limit + 1)
      .execute()
    const rows = found.slice(0, limit)
    const hasOlder = found.length > limit
    return { rows: rows.map(roomEvent), stays: staysIn(rows, hasOlder), hasOlder }
  }
}

const dayLength = 86_400_000
const counted = ['views', 'downloads', 'prints', 'measured', 'estimated'] as const
type Sums = Record<(typeof counted)[number], number>

const sum = (column: string) => sql<number>`sum(${sql.ref(column)})`

/** What the first few are the first of. */
const amountOf = {
  views: sum('views'),
  downloads: sum('downloads'),
  prints: sum('prints'),
  time: sql<number>`sum(measured) + sum(estimated)`,
}

export function itemDays(kysely: Kysely<Schema>, roomGuid: string, { since }: Period) {
  const days = kysely.selectFrom('item_day').where('room_guid', '=', roomGuid)
  return since === null ? days.where('day', '=', allDays) : days.where(dayFrom(since))
}

export function memberDays(kysely: Kysely<Schema>, roomGuid: string, { since }: Period) {
  const days = kysely.selectFrom('member_day').where('room_guid', '=', roomGuid)
  return since === null ? days.where('day', '=', allDays) : days.where(dayFrom(since))
}

/** With the sign no index is entered by the day: the one in the order of the sums is read along instead. */
function dayFrom(since: number) {
  return sql<SqlBool>`+day >= ${since}`
}

/** Sums of what every table of counts has. */
export const sums = counted.map((name) => sum(name).as(name))

const roomSums = [
  sum('entries').as('visits'),
  sum('refused').as('refused'),
  sum('people').as('people'),
] as const

function roomFigures(row: Sums & { visits: number; refused: number; people: number }): RoomTotals {
  const { visits, refused, people } = row
  return { ...doneOf(row), visits: Number(visits), refused: Number(refused), people: Number(people) }
}

/** Sums, which the engines give as numbers or as text, and null where there is no row. */
export function doneOf(row: Sums): Done {
  return {
    views: Number(row.views),
    downloads: Number(row.downloads),
    prints: Number(row.prints),
    time: timeOf(row),
  }
}

function figuresOfMembers(kysely: Kysely<Schema>, roomGuid: string, period: Period) {
  return memberDays(kysely, roomGuid, period)
    .select('member_guid')
    .select(sums)
    .select(({ fn }) => [
      sum('entries').as('visits'),
      sum('files').as('files'),
      fn.max<number>('last_at').as('lastAt'),
    ])
    .groupBy('member_guid')
}

function personOf(row: Sums & { member_guid: string; visits: number; lastAt: number }): PersonFigures {
  return {
    ...doneOf(row),
    memberGuid: row.member_guid,
    visits: Number(row.visits),
    lastAt: Number(row.lastAt),
  }
}

/** The newest first. Each page, at any depth and with any filter but a topic, begins where it is in an index. */
export function eventsBefore(
  kysely: Kysely<Schema>,
  roomGuid: string,
  { person = null, topic = null, from = null, to = null, before }: EventRange,
) {
  return kysely
    .selectFrom('event')
    .selectAll('event')
    .where('event.room_guid', '=', roomGuid)
    .$if(person !== null, (query) => query.where('event.email', '=', person))
    .$if(topic === 'changes', (query) => query.where('event.kind', 'not in', kindsBesideChanges()))
    .$if(topic !== null && topic !== 'changes', (query) =>
      query.where('event.kind', 'in', kindsIn(topic as Exclude<Topic, 'changes'>)),
    )
    .$if(from !== null, (query) => query.where('event.at', '>=', from!))
    .$if(to !== null, (query) => query.where('event.at', '<', to!))
    .$if(before !== null, (query) => query.where(isBefore(before!)))
    .orderBy('event.at', 'desc')
    .orderBy('event.subject_guid', 'desc')
    .orderBy('event.sequence', 'desc')
}

function isBefore({ at, subjectGuid, sequence }: EventPlace) {
  return sql<SqlBool>`(event.at, event.subject_guid, event.sequence) < (${at}, ${subjectGuid}, ${sequence})`
}

import { sql, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Detail, EventKind } from '#server/events/events.ts'
import { detailOf } from './event.ts'
import { eventsOfRoom } from './room-events.ts'

/** The totals of a room. `visits` are entries, `people` the addresses that entered. */
export type RoomTotals = { visits: number; people: number; views: number; downloads: number; prints: number }

/** What a list of the first few counts. */
export type TopBy = 'views' | 'downloads' | 'prints'

/** What was done with one file, or by one address; `lastAt` in epoch milliseconds. */
type Figures = { views: number; downloads: number; prints: number; lastAt: number }
export type FileFigures = Figures & { subjectGuid: string; people: number }
export type PersonFigures = Figures & { email: string; visits: number }

/** How many files someone opened within a quarter of an hour, which is never in two days of any time zone. */
export type Moment = { email: string; at: number; views: number }
const quarter = 15 * 60_000

/** An event of a room or of one of its items. */
export type RoomEventRow = {
  subjectGuid: string
  sequence: number
  at: number
  kind: EventKind
  email: string | null
  ip: string
  country: string
  detail: Detail
}

/** Where an older page begins: after this event. */
export type EventPlace = { at: number; subjectGuid: string; sequence: number }

export type RoomEvents = { rows: RoomEventRow[]; hasOlder: boolean }

const reading: readonly EventKind[] = ['View', 'Download', 'Print']

/**
 * What is recorded about a room and its items together. It knows nothing about permissions: only people who may see all
 * of a room may get it. The cost depends on the number of the room's events, of which the index of kinds is read,
 * whatever else is recorded.
 */
export class RoomRecords {
  readonly #kysely: Kysely<Schema>

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely
  }

  async totals(roomGuid: string): Promise<RoomTotals> {
    const row = await eventsOfRoom(this.#kysely, roomGuid, [...reading, 'RoomEntered'])
      .select(howOften)
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('event.kind', '=', 'RoomEntered').as('visits'),
        fn.count<number>('event.email').distinct().filterWhere('event.kind', '=', 'RoomEntered').as('people'),
      ])
      .executeTakeFirstOrThrow()
    return { ...row }
  }

  /** The files that were opened most often, or to which most of something else was done. */
  topFiles(roomGuid: string, limit: number, by: TopBy = 'views'): Promise<FileFigures[]> {
    return eventsOfRoom(this.#kysely, roomGuid, reading)
      .select(howOften)
      .select(({ fn }) => [
        'event.subject_guid as subjectGuid',
        fn.count<number>('event.email').distinct().as('people'),
        fn.max<number>('event.at').as('lastAt'),
      ])
      .groupBy('event.subject_guid')
      .orderBy(by, 'desc')
      .orderBy('lastAt', 'desc')
      .orderBy('event.subject_guid')
      .limit(limit)
      .execute()
  }

  /** The addresses that opened the most. */
  async topPeople(roomGuid: string, limit: number, by: TopBy = 'views'): Promise<PersonFigures[]> {
    const rows = await eventsOfRoom(this.#kysely, roomGuid, [...reading, 'RoomEntered'])
      .select(howOften)
      .select(({ fn }) => [
        'event.email',
        fn.countAll<number>().filterWhere('event.kind', '=', 'RoomEntered').as('visits'),
        fn.max<number>('event.at').as('lastAt'),
      ])
      .where('event.email', 'is not', null)
      .groupBy('event.email')
      .orderBy(by, 'desc')
      .orderBy('lastAt', 'desc')
      .orderBy('event.email')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, email: row.email ?? '' }))
  }

  /** What every address did, by address; `files` are the different ones that it opened. */
  async everyPerson(roomGuid: string): Promise<Map<string, PersonFigures & { files: number }>> {
    const rows = await eventsOfRoom(this.#kysely, roomGuid, [...reading, 'RoomEntered'])
      .select(howOften)
      .select(({ fn }) => [
        'event.email',
        fn.countAll<number>().filterWhere('event.kind', '=', 'RoomEntered').as('visits'),
        fn.count<number>('event.subject_guid').distinct().filterWhere('event.kind', '=', 'View').as('files'),
        fn.max<number>('event.at').as('lastAt'),
      ])
      .where('event.email', 'is not', null)
      .groupBy('event.email')
      .execute()
    return new Map(
      rows.map((row) => [
        row.email ?? '',
        {
          email: row.email ?? '',
          visits: Number(row.visits),
          views: Number(row.views),
          downloads: Number(row.downloads),
          prints: Number(row.prints),
          files: Number(row.files),
          lastAt: Number(row.lastAt),
        },
      ]),
    )
  }

  /** When these addresses entered and how much they opened since a time, by quarters of an hour, in the order of the addresses. */
  async moments(roomGuid: string, emails: readonly string[], since: number): Promise<Moment[]> {
    if (emails.length === 0) return []
    const rows = await eventsOfRoom(this.#kysely, roomGuid, ['View', 'RoomEntered'])
      .select(({ fn }) => [
        'event.email',
        sql<number>`cast(event.at / ${sql.lit(quarter)} as integer)`.as('quarter'),
        fn.countAll<number>().filterWhere('event.kind', '=', 'View').as('views'),
      ])
      .where('event.email', 'in', emails)
      .where('event.at', '>', since)
      .groupBy(['event.email', sql.ref('quarter')])
      .execute()
    const moments = rows.map((row) => ({
      email: row.email ?? '',
      at: Number(row.quarter) * quarter,
      views: Number(row.views),
    }))
    return moments.toSorted((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
  }

  /**
   * The latest events, or those before a position. The latest few are found by reading only the last few events of the
   * few subjects to which something happened last.
   */
  async latest(roomGuid: string, before: EventPlace | null, limit: number): Promise<RoomEvents> {
    const heads = this.#kysely
      .selectFrom('event_head')
      .select(['subject_guid', 'sequence as last_sequence'])
      .where('room_guid', '=', roomGuid)
      .orderBy('last_at', 'desc')
      .orderBy('subject_guid', 'desc')
      .$if(before === null, (query) => query.limit(limit + 1))
    const found = await this.#kysely
      .selectFrom(heads.as('head'))
      .crossJoin('event')
      .select([
        'event.subject_guid as subjectGuid',
        'event.sequence',
        'event.at',
        'event.kind',
        'event.email',
        'event.ip',
        'event.country',
        'event.detail',
      ])
      .whereRef('event.subject_guid', '=', 'head.subject_guid')
      .$if(before === null, (query) =>
        query.where(sql<SqlBool>`event.sequence >= head.last_sequence - ${sql.lit(limit)}`),
      )
      .$if(before !== null, (query) => query.where(isBefore(before!)))
      .orderBy('event.at', 'desc')
      .orderBy('event.subject_guid', 'desc')
      .orderBy('event.sequence', 'desc')
      .limit(limit + 1)
      .execute()
    const rows = found
      .slice(0, limit)
      .map((row) => ({ ...row, kind: row.kind as EventKind, detail: detailOf(row) }))
    return { rows, hasOlder: found.length > limit }
  }
}

function howOften({ fn }: ExpressionBuilder<Schema, 'event'>) {
  const countOf = (kind: EventKind) => fn.countAll<number>().filterWhere('event.kind', '=', kind)
  return [
    countOf('View').as('views'),
    countOf('Download').as('downloads'),
    countOf('Print').as('prints'),
  ] as const
}

function isBefore({ at, subjectGuid, sequence }: EventPlace) {
  return sql<SqlBool>`(event.at, event.subject_guid, event.sequence) < (${at}, ${subjectGuid}, ${sequence})`
}

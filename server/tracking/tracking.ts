import type { Database, Transaction } from '#server/db/open.ts'
import { detailText, findBreak, type AuditKey, type Detail, type EventKind } from '#server/events/events.ts'
import { listActivity } from './activity.ts'
import type { ActivityPage, ActivityRange } from './activity.ts'
import { countViewsByDay, summarise } from './counts.ts'
import type { Summary } from './counts.ts'
import type { Start, ReadingFigures, VersionReader } from './projection.ts'
import { everyone, isFiltered, leftBy, type VisitFilter } from './filtered.ts'
import { Projections } from './projections.ts'
import { refusalsOf, type RefusedCount } from './refusals.ts'
import { readingTimes, type ReadingTime } from './rooms/member-times.ts'
import { newsOf } from './news.ts'
import type { NewsItem } from './news.ts'
import { readingBy, type OwnReading } from './owner-reading.ts'
import { recordsOf, type PersonalRecords } from './records.ts'
import { startsOf } from './starts.ts'
import { begunBy, listVisits, type RefusedAttempt, type Visit } from './visits.ts'
import { roomRecordsOf, type OwnRoomRecords } from './rooms/room-records.ts'
import type { VisitPage } from './visits.ts'

export type {
  AccountEventKind,
  Detail,
  EventKind,
  InstallationEventKind,
  TeamEventKind,
  Topic,
} from '#server/events/events.ts'
export type { ActivityPage, ActivityRange, ActivityRow } from './activity.ts'
export type { Summary } from './counts.ts'
export type { PageReading, ReaderPages, Reading, ReadingFigures, VersionReader } from './projection.ts'
export { everyone, isFiltered } from './filtered.ts'
export type { VisitFilter } from './filtered.ts'
export type { RefusedCount } from './refusals.ts'
export type { ReadingTime } from './rooms/member-times.ts'
export type { NewsItem } from './news.ts'
export type { PersonalRecord, PersonalRecords } from './records.ts'
export type { RefusedAttempt, Visit, VisitPage } from './visits.ts'

type TrackingDeps = { database: Database; clock: () => number; auditKey: AuditKey }
type VisitRange = { page?: number; pageSize?: number; filter?: VisitFilter }
type ShowingQuery = { subject: string; visitGuid: string; detail: Detail; since: number }

/**
 * Reads the events of each subject: one append-only stream, hash-chained, from which all statistics come. It knows
 * nothing about permissions: callers ask only for subjects that the actor may see.
 */
export class Tracking {
  #database: Database
  #clock: () => number
  #key: AuditKey
  #projections: Projections

  constructor({ database, clock, auditKey }: TrackingDeps) {
    this.#database = database
    this.#clock = clock
    this.#key = auditKey
    this.#projections = new Projections(database.kysely)
  }

  /** The first sequence of a subject's stream that was changed, removed or moved; null if all is valid. */
  verify(subjectGuid: string): Promise<number | null> {
    return findBreak(this.#database.kysely, this.#key, subjectGuid)
  }

  /** When the first event happened that is still kept (epoch ms), if older ones were erased; otherwise null. */
  async keptSince(subjectGuid: string): Promise<number | null> {
    const row = await this.#database.kysely
      .selectFrom('event_head')
      .innerJoin('event', (first) =>
        first
          .onRef('event.subject_guid', '=', 'event_head.subject_guid')
          .onRef('event.sequence', '=', 'event_head.kept_from'),
      )
      .select('event.at')
      .where('event_head.subject_guid', '=', subjectGuid)
      .where('event_head.kept_from', '>', 1)
      .executeTakeFirst()
    return row?.at ?? null
  }

  /** Counts for up to 200 subjects; each of them is in the answer. */
  summary(subjectGuids: readonly string[]): Promise<Map<string, Summary>> {
    return summarise(this.#database.kysely, subjectGuids)
  }

  /** Openings of up to 200 subjects in each of the last `days` spans of 24 hours, oldest first. */
  viewsByDay(
    subjectGuids: readonly string[],
    days: number,
    now = this.#clock(),
  ): Promise<Map<string, number[]>> {
    return countViewsByDay(this.#database.kysely, subjectGuids, days, now)
  }

  /** Whether a visit has an event of this kind since a moment (epoch ms), also as a transaction (`tx`) sees it. */
  async hasHappened(
    subjectGuid: string,
    visitGuid: string,
    kind: EventKind,
    tx?: Transaction,
    since = 0,
  ): Promise<boolean> {
    const found = await (tx ?? this.#database.kysely)
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', subjectGuid)
      .where('visit_guid', '=', visitGuid)
      .where('kind', '=', kind)
      .where('at', '>=', since)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }

  /** Visits and blocked attempts, the newest first; `page` counts from 1. Reading times are estimates. */
  async visits(
    subjectGuid: string,
    { page = 1, pageSize = 200, filter = everyone }: VisitRange = {},
  ): Promise<VisitPage> {
    const starts = leftBy((await this.#projections.of(subjectGuid)).starts, filter)
    return listVisits(this.#database.kysely, subjectGuid, starts, { page, pageSize })
  }

  /** When visits, and when blocked attempts, began (epoch ms), the oldest first. */
  async moments(subjectGuid: string, filter: VisitFilter): Promise<{ visits: Start[]; refusals: Start[] }> {
    const starts = leftBy((await this.#projections.of(subjectGuid)).starts, filter)
    return {
      visits: starts.filter(({ visitGuid }) => visitGuid !== null),
      refusals: starts.filter(({ visitGuid }) => visitGuid === null),
    }
  }

  /** Blocked attempts by their reason, the most frequent first. */
  refusals(subjectGuid: string, filter: VisitFilter): Promise<RefusedCount[]> {
    return refusalsOf(this.#database.kysely, subjectGuid, filter)
  }

  /**
   * All visits and blocked attempts that there are now, the newest first, however many: none is kept. Those that a filter
   * leaves, and some more: of who had given no address, and of other versions.
   */
  async *everyVisit(
    subjectGuid: string,
    filter: VisitFilter = everyone,
  ): AsyncGenerator<Visit | RefusedAttempt> {
    const { kysely } = this.#database
    for await (const starts of startsOf(kysely, subjectGuid, filter))
      yield* await begunBy(kysely, subjectGuid, starts)
  }

  /** Whether a visit has a Browse that says this very thing, recorded after `since` (epoch ms). */
  async hasShown({ subject, visitGuid, detail, since }: ShowingQuery, tx?: Transaction): Promise<boolean> {
    const found = await (tx ?? this.#database.kysely)
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', subject)
      .where('visit_guid', '=', visitGuid)
      .where('kind', '=', 'Browse')
      .where('at', '>', since)
      .where('detail', '=', detailText(detail))
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }

  /**
   * What is recorded about a subject with these addresses, the newest first: for the people whose addresses they are.
   */
  records(subjectGuid: string, emails: readonly string[]): Promise<PersonalRecords> {
    return recordsOf(this.#database.kysely, subjectGuid, emails)
  }

  /** Like `records`, for a room and all its items. */
  roomRecords(roomGuid: string, emails: readonly string[]): Promise<OwnRoomRecords> {
    return roomRecordsOf(this.#database.kysely, roomGuid, emails)
  }

  /** How long up to 5,000 members of rooms read there so far; anyone who never did is not in the answer. */
  readingTimes(memberGuids: readonly string[]): Promise<Map<string, ReadingTime>> {
    return readingTimes(this.#database.kysely, memberGuids)
  }

  /** What others did with an owner's subjects since a moment (epoch ms), the latest first, at most ten items. */
  news(ownerGuid: string, since: number): Promise<NewsItem[]> {
    return newsOf(this.#database.kysely, ownerGuid, { since, maxSubjects: 20, maxItems: 10 })
  }

  /** What was read of an owner's shares since a moment (epoch ms): at most the latest 5,000 events of 500 subjects. */
  readingBy(ownerGuid: string, since: number): Promise<OwnReading[]> {
    return readingBy(this.#database.kysely, ownerGuid, since)
  }

  /**
   * By address, the latest first, readers that gave no address as one row; by page of one version of the file, for
   * those that were shown; and which pages the latest `maxReaders` of that version saw. Of the visits that a filter
   * leaves, or of all.
   */
  async readings(
    subjectGuid: string,
    version = 1,
    maxReaders = 0,
    filter: VisitFilter = everyone,
  ): Promise<ReadingFigures> {
    if (isFiltered(filter)) return this.#projections.toldOf(subjectGuid, filter, version, maxReaders)
    return (await this.#projections.of(subjectGuid)).figures(version, maxReaders)
  }

  /** Who saw each version of the file, the latest first; readers that gave no address as one. */
  async versionReaders(subjectGuid: string): Promise<Map<number, VersionReader[]>> {
    return (await this.#projections.of(subjectGuid)).readers()
  }

  /** What happened, event by event, the newest first. */
  activity(subjectGuid: string, range: ActivityRange): Promise<ActivityPage> {
    return listActivity(this.#database.kysely, subjectGuid, range)
  }
}

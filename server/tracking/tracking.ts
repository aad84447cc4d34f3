import type { Database, Transaction } from '#server/db/open.ts'
import { currentMarks } from '#server/log.ts'
import { listActivity } from './activity.ts'
import type { ActivityPage, ActivityRange } from './activity.ts'
import { appendToChain, findBreak } from './chain.ts'
import { countryOf } from './country.ts'
import { countViewsByDay, summarise } from './counts.ts'
import type { Summary } from './counts.ts'
import type { Detail, EventKind, TrackedEvent } from './event.ts'
import type { PageReading, Reading, VersionReader } from './fold.ts'
import { eraseChain, shortenChain } from './erase.ts'
import { Folds } from './folds.ts'
import { countReading, readingTimes, type ReadingTime } from './member-times.ts'
import { newsOf } from './news.ts'
import type { NewsItem } from './news.ts'
import { recordsOf, type PersonalRecords } from './records.ts'
import { listVisits } from './visits.ts'
import { roomRecordsOf, type OwnRoomRecords } from './room-records.ts'
import type { VisitPage } from './visits.ts'

export type { Detail, EventKind, TrackedEvent } from './event.ts'
export type { ActivityPage, ActivityRange, ActivityRow, Topic } from './activity.ts'
export type { Summary } from './counts.ts'
export type { PageReading, Reading, VersionReader } from './fold.ts'
export type { ReadingTime } from './member-times.ts'
export type { NewsItem } from './news.ts'
export type { PersonalRecord, PersonalRecords } from './records.ts'
export type { RefusedAttempt, Visit, VisitPage } from './visits.ts'

const longestUserAgent = 500

type ShowingAsked = { subjectGuid: string; visitGuid: string; detail: Detail; since: number }

/**
 * What happened to each subject (a share): one append-only stream, hash-chained, from which all statistics are
 * read. It knows nothing of rights: callers ask only for subjects that the actor may see, and do not record the
 * sender's own visits.
 */
export class Tracking {
  #database: Database
  #clock: () => number
  #folds: Folds

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
    this.#folds = new Folds(database.kysely)
  }

  /** Adds an event, in the caller's transaction or (null) in one of its own. Addresses are kept in lower case. */
  async append(tx: Transaction | null, event: TrackedEvent): Promise<void> {
    const client = event.client === undefined ? currentMarks().from : event.client
    const ip = client?.ip ?? ''
    const row = {
      subject_guid: event.subjectGuid,
      at: this.#clock(),
      kind: event.kind,
      email: event.email?.toLowerCase() ?? null,
      visit_guid: event.visitGuid ?? null,
      ip,
      country: await countryOf(ip),
      user_agent: (client?.userAgent ?? '').slice(0, longestUserAgent),
      detail: sortedJson(event.detail ?? {}),
    }
    const whose = { ownerGuid: event.ownerGuid ?? null, roomGuid: event.roomGuid ?? null }
    if (tx) await write(tx, row, whose)
    else await this.#database.transaction((own) => write(own, row, whose))
  }

  /** The first sequence of a subject's stream that was changed, removed or moved; null when all holds. */
  verify(subjectGuid: string): Promise<number | null> {
    return findBreak(this.#database.kysely, subjectGuid)
  }

  /** Takes most of a subject's events away, for one that is to be erased; interrupted, it goes on where it was. */
  shorten(subjectGuid: string): Promise<void> {
    return shortenChain(this.#database, subjectGuid)
  }

  /** Removes what is left of a subject's events, in the transaction that removes the subject. */
  erase(tx: Transaction, subjectGuid: string): Promise<void> {
    return eraseChain(tx, subjectGuid)
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

  /** Whether a visit has an event of this kind, also as a transaction (`tx`) sees it. */
  async hasHappened(
    subjectGuid: string,
    visitGuid: string,
    kind: EventKind,
    tx?: Transaction,
  ): Promise<boolean> {
    const found = await (tx ?? this.#database.kysely)
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', subjectGuid)
      .where('visit_guid', '=', visitGuid)
      .where('kind', '=', kind)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }

  /** Visits and refused attempts, the newest first; `page` counts from 1. Reading times are estimates (B13). */
  async visits(
    subjectGuid: string,
    { page = 1, pageSize = 200 }: { page?: number; pageSize?: number } = {},
  ): Promise<VisitPage> {
    const { starts } = await this.#folds.of(subjectGuid)
    const now = this.#clock()
    return listVisits(this.#database.kysely, subjectGuid, starts, { page, pageSize, now })
  }

  /** Whether a visit has a Browse that says this very thing, recorded after `since` (epoch ms). */
  async hasShown(
    { subjectGuid, visitGuid, detail, since }: ShowingAsked,
    tx?: Transaction,
  ): Promise<boolean> {
    const found = await (tx ?? this.#database.kysely)
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', subjectGuid)
      .where('visit_guid', '=', visitGuid)
      .where('kind', '=', 'Browse')
      .where('at', '>', since)
      .where('detail', '=', sortedJson(detail))
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }

  /** What is recorded of a subject under these addresses, the newest first: for whose addresses they are. */
  records(subjectGuid: string, emails: readonly string[]): Promise<PersonalRecords> {
    return recordsOf(this.#database.kysely, subjectGuid, emails, this.#clock())
  }

  /** As `records`, of a room and of all its items. */
  roomRecords(roomGuid: string, emails: readonly string[]): Promise<OwnRoomRecords> {
    return roomRecordsOf(this.#database.kysely, roomGuid, emails, this.#clock())
  }

  /** How long up to 5,000 members of rooms read there so far; who never did is not in the answer. */
  readingTimes(memberGuids: readonly string[]): Promise<Map<string, ReadingTime>> {
    return readingTimes(this.#database.kysely, memberGuids, this.#clock())
  }

  /** What others did with an owner's subjects since a moment (epoch ms), the latest first, at most ten items. */
  news(ownerGuid: string, since: number): Promise<NewsItem[]> {
    return newsOf(this.#database.kysely, ownerGuid, { since, mostSubjects: 20, mostItems: 10 })
  }

  /**
   * By address, the latest first, readers that gave no address as one row; and by page of one version of the file, for
   * those that were shown.
   */
  async readings(
    subjectGuid: string,
    version = 1,
  ): Promise<{ perRecipient: Reading[]; perPage: PageReading[] }> {
    return (await this.#folds.of(subjectGuid)).told(this.#clock(), version)
  }

  /** Who saw each version of the file, the latest first; readers that gave no address as one. */
  async versionReaders(subjectGuid: string): Promise<Map<number, VersionReader[]>> {
    return (await this.#folds.of(subjectGuid)).readers()
  }

  /** What happened, event by event, the newest first. */
  activity(subjectGuid: string, range: ActivityRange): Promise<ActivityPage> {
    return listActivity(this.#database.kysely, subjectGuid, range)
  }
}

type Written = Parameters<typeof appendToChain>

async function write(tx: Written[0], row: Written[1], whose: Written[2]): Promise<void> {
  await appendToChain(tx, row, whose)
  if (whose.roomGuid !== null) await countReading(tx, row)
}

function sortedJson(detail: Detail): string {
  return JSON.stringify(Object.fromEntries(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))))
}

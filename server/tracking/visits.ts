import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { mergeRanges, pageCount, readingTime } from '#server/rules/reading/dwell.ts'
import type { PageRange } from '#server/rules/reading/dwell.ts'
import {
  detailOf,
  inVisits,
  isMeasured,
  isReading,
  measuredTime,
  pagesOf,
  pageTimesOf,
  shownOf,
  versionOf,
} from './event.ts'
import type { Detail, EventRow } from '#server/events/events.ts'
import type { Start } from './projection.ts'

type Client = { ip: string; country: string; userAgent: string }

export type Visit = Client & {
  kind: 'visit'
  /** Of the opening; a reader who comes back after ten minutes begins another visit within it. */
  visitGuid: string
  /** Of the event it begins with. */
  sequence: number
  email: string | null
  /** The name that the reader gave, if the sender requires one; unverified. */
  says: string | null
  /** An unverified address, if none was confirmed. */
  saysToBe: string | null
  startedAt: number
  lastAt: number
  /** The pages that were requested or, where a script says so, seen, as ranges in order; and how many they are. */
  pages: PageRange[]
  pagesSeen: number
  /** The versions of the file that were seen, the oldest first. */
  versions: number[]
  /** What a program measured; otherwise an estimate (rules/dwell.ts), and 0 where nothing is known. */
  seconds: number
  method: 'estimated' | 'measured' | 'unknown'
  downloads: number
  prints: number
}

export type RefusedAttempt = Client & { kind: 'refused'; email: string | null; at: number; detail: Detail }

export type VisitPage = { rows: (Visit | RefusedAttempt)[]; total: number; page: number; pageSize: number }

/** Visits and blocked attempts, the newest first by their start. `page` counts from 1. */
export async function listVisits(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  all: readonly Start[],
  { page, pageSize }: { page: number; pageSize: number },
): Promise<VisitPage> {
  const end = Math.max(all.length - (page - 1) * pageSize, 0)
  const starts = all.slice(Math.max(end - pageSize, 0), end).toReversed()
  const rows = await begunBy(kysely, subjectGuid, starts)
  return { rows, total: all.length, page, pageSize }
}

/** The visits and blocked attempts with these starts, in their order. */
export async function begunBy(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  starts: readonly Start[],
): Promise<(Visit | RefusedAttempt)[]> {
  const visits = await readVisits(kysely, subjectGuid, starts)
  const refused = await readRefused(kysely, subjectGuid, starts)
  return starts.flatMap(
    ({ visitGuid, sequence }) => (visitGuid === null ? refused.get(sequence) : visits.get(sequence)) ?? [],
  )
}

async function readVisits(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  starts: readonly Start[],
): Promise<Map<number, Visit>> {
  const guids = starts.flatMap((start) => start.visitGuid ?? [])
  if (guids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .where('visit_guid', 'in', guids)
    .execute()
  // Sorted here: for an order by sequence SQLite would read all events of the subject.
  const inOrder = rows.toSorted((a, b) => a.sequence - b.sequence)
  return new Map(visitsOf(inOrder).map((visit) => [visit.sequence, visit]))
}

/** The visits that events of one subject belong to, by opening; none for those without an event of reading. */
export function visitsOf(events: readonly EventRow[]): Visit[] {
  const openings = Map.groupBy(
    events.filter(({ visit_guid: guid }) => guid !== null),
    (event) => event.visit_guid!,
  )
  return [...openings].flatMap(([guid, own]) =>
    inVisits(own)
      .filter((visit) => visit.some(({ kind }) => isReading(kind)))
      .map((visit) => toVisit(guid, visit)),
  )
}

function toVisit(visitGuid: string, events: readonly EventRow[]): Visit {
  const own = events.filter((event) => isReading(event.kind))
  const moments = events.map((event) => ({ at: event.at, shown: shownOf(event) }))
  const measured = events.filter((event) => isMeasured(event.kind))
  const seen = events.flatMap(pageTimesOf).map(({ page }) => ({ first: page, last: page }))
  // A script also requests pages ahead: those it says were seen are the ones.
  const pages = mergeRanges(seen.length > 0 ? seen : events.flatMap((event) => pagesOf(event) ?? []))
  const time = measured.length > 0 ? sum(measured.map(measuredTime)) : readingTime(moments)
  const first = own[0]!
  return {
    kind: 'visit',
    visitGuid,
    sequence: first.sequence,
    email: own.find((event) => event.email !== null)?.email ?? null,
    says: saidIn(first),
    saysToBe: saysToBe(first),
    startedAt: first.at,
    lastAt: own.at(-1)!.at,
    pages,
    pagesSeen: pageCount(pages),
    versions: [...new Set(own.map(versionOf))].sort((a, b) => a - b),
    seconds: Math.round(time / 1000),
    method: measured.length > 0 ? 'measured' : time > 0 ? 'estimated' : 'unknown',
    downloads: own.filter((event) => event.kind === 'Download').length,
    prints: own.filter((event) => event.kind === 'Print').length,
    ...clientOf(first),
  }
}

function saidIn(opening: EventRow): string | null {
  const { says } = detailOf(opening)
  return typeof says === 'string' ? says : null
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

async function readRefused(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  starts: readonly Start[],
): Promise<Map<number, RefusedAttempt>> {
  const sequences = starts.flatMap((start) => (start.visitGuid === null ? start.sequence : []))
  if (sequences.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', subjectGuid)
    .where('sequence', 'in', sequences)
    .execute()
  return new Map(
    rows.map((row) => [
      row.sequence,
      { kind: 'refused', email: row.email, at: row.at, detail: detailOf(row), ...clientOf(row) },
    ]),
  )
}

export function clientOf(row: EventRow): Client {
  return { ip: row.ip, country: row.country, userAgent: row.user_agent }
}

function saysToBe(row: EventRow): string | null {
  const claimed = detailOf(row)['saysToBe']
  return typeof claimed === 'string' ? claimed : null
}

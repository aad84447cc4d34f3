import { kindsIn, type Detail, type EventRow } from '#server/events/events.ts'
import {
  opened,
  readPageTimes,
  totalTime,
  type PageRange,
  type PageTime,
  type Played,
  type Shown,
} from '#server/rules/reading/dwell.ts'

/** The kinds that make a visit. */
export const readingKinds: readonly string[] = kindsIn('reading')

export function isReading(kind: string): boolean {
  return readingKinds.includes(kind)
}

export function detailOf(row: Pick<EventRow, 'detail'>): Detail {
  return JSON.parse(row.detail) as Detail
}

/** Which version of the file an event of reading is about: recorded from the second on. */
export function versionOf(row: Pick<EventRow, 'detail'>): number {
  const { version } = detailOf(row)
  return typeof version === 'number' ? version : 1
}

/** The pages of a Browse or a TextRead; null for any other kind. */
export function pagesOf(row: Pick<EventRow, 'kind' | 'detail'>): PageRange | null {
  if (row.kind !== 'Browse' && row.kind !== 'TextRead') return null
  const { first, last } = detailOf(row)
  if (typeof first !== 'number' || typeof last !== 'number' || last < first) return null
  return { first, last }
}

/** What a screen showed, for the event that says so; null for any other. */
export function shownOf(row: Pick<EventRow, 'kind' | 'detail'>): Shown | null {
  if (row.kind === 'Played') return opened
  if (row.kind === 'Streamed') return sentOf(row)
  const pages = pagesOf(row)
  return pages && [pages]
}

/** What a player was sent. */
function sentOf(row: Pick<EventRow, 'detail'>): Played | null {
  const { first, last, size, length } = detailOf(row)
  const isWhole = [first, last, size, length].every((number) => typeof number === 'number')
  return isWhole
    ? { sent: [{ first: Number(first), last: Number(last) }], size: Number(size), length: Number(length) }
    : null
}

/** The pages of a Read, and how long each was visible; none for any other kind. */
export function pageTimesOf(row: Pick<EventRow, 'kind' | 'detail'>): PageTime[] {
  if (row.kind !== 'Read') return []
  const { pages } = detailOf(row)
  return typeof pages === 'string' ? readPageTimes(pages) : []
}

/**
 * The events of one opening, in their order, as visits: a View behind others begins a new one, because the reader had
 * sent nothing for ten minutes.
 */
export function inVisits<Row extends Pick<EventRow, 'kind'>>(events: readonly Row[]): Row[][] {
  const visits: Row[][] = []
  for (const event of events) {
    const current = visits.at(-1)
    if (!current || (event.kind === 'View' && current.some(({ kind }) => isReading(kind))))
      visits.push([event])
    else current.push(event)
  }
  return visits
}

/** Whether an event records a measurement: a visit that has one is not also estimated. */
export function isMeasured(kind: string): boolean {
  return kind === 'Read' || kind === 'Stop'
}

/** What was measured, in milliseconds, for an event that says so; 0 for any other. */
export function measuredTime(row: Pick<EventRow, 'kind' | 'detail'>): number {
  if (row.kind !== 'Stop') return totalTime(pageTimesOf(row))
  const { seconds } = detailOf(row)
  return typeof seconds === 'number' ? seconds * 1000 : 0
}

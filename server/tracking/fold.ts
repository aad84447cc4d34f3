import { pageCount, screenTime } from '#server/rules/dwell.ts'
import type { PageRange } from '#server/rules/dwell.ts'
import { isReading, measuredSeconds, pagesOf } from './event.ts'
import type { EventRow } from './event.ts'

/** What one address did; `email` is null for all readers that gave none. `seconds` is estimated, but where a program measured it. */
export type Reading = {
  email: string | null
  views: number
  seconds: number
  prints: number
  downloads: number
  lastAt: number
}

/** How often a page was on the screen, and for how long all in all. A screen's time is shared by its pages. */
export type PageReading = { page: number; views: number; seconds: number }

/** Where a visit began, or a refused attempt (`visitGuid` is null). */
export type Start = { visitGuid: string | null; sequence: number }

export type FoldedRow = Pick<EventRow, 'sequence' | 'at' | 'kind' | 'email' | 'visit_guid' | 'detail'>
type Screen = { email: string | null; at: number; pages: PageRange }

/**
 * What the events of one subject tell all in all. They are added in their order; since none ever changes, what was
 * told so far stays true, and only the screens that are still open depend on the time of asking.
 */
export class Fold {
  /** The sequence of the latest event. */
  after = 0
  /** The oldest first. */
  readonly starts: Start[] = []
  readonly #readings = new Map<string | null, Reading>()
  readonly #pages = new Map<number, PageReading>()
  readonly #visits = new Set<string>()
  /** The latest screen of each visit. */
  readonly #open = new Map<string, Screen>()

  /** How many things it holds: what it weighs in memory. */
  get size(): number {
    return this.starts.length + this.#readings.size + this.#pages.size + this.#open.size
  }

  add(row: FoldedRow): void {
    this.after = row.sequence
    if (isReading(row.kind)) this.#count(row)
    if (row.kind === 'Stop') this.#reading(row.email).seconds += measuredSeconds(row)
    if (row.kind === 'Refused') this.starts.push({ visitGuid: null, sequence: row.sequence })
    if (row.visit_guid === null) return
    const screen = this.#open.get(row.visit_guid)
    if (screen)
      addTime(this.#readings, this.#pages, screen, screenTime(screen.pages, screen.at, row.at, row.at))
    const pages = pagesOf(row)
    if (pages) this.#open.set(row.visit_guid, { email: row.email, at: row.at, pages })
    else this.#open.delete(row.visit_guid)
  }

  #count({ kind, email, at, visit_guid: visitGuid, sequence }: FoldedRow): void {
    const reading = this.#reading(email)
    if (kind === 'View') reading.views++
    if (kind === 'Print') reading.prints++
    if (kind === 'Download') reading.downloads++
    reading.lastAt = Math.max(reading.lastAt, at)
    if (visitGuid === null || this.#visits.has(visitGuid)) return
    this.#visits.add(visitGuid)
    this.starts.push({ visitGuid, sequence })
  }

  #reading(email: string | null): Reading {
    const reading = this.#readings.get(email) ?? emptyReading(email)
    this.#readings.set(email, reading)
    return reading
  }

  /** By address, the latest first; and by page, from the first, without those that nobody saw. */
  told(now: number): { perRecipient: Reading[]; perPage: PageReading[] } {
    const readings = new Map([...this.#readings].map(([email, reading]) => [email, { ...reading }]))
    const pages = new Map([...this.#pages].map(([number, reading]) => [number, { ...reading }]))
    for (const screen of this.#open.values())
      addTime(readings, pages, screen, screenTime(screen.pages, screen.at, null, now))
    return {
      perRecipient: [...readings.values()].sort((a, b) => b.lastAt - a.lastAt).map(rounded),
      perPage: [...pages.values()].sort((a, b) => a.page - b.page).map(rounded),
    }
  }
}

function addTime(
  readings: Map<string | null, Reading>,
  perPage: Map<number, PageReading>,
  { email, pages }: Screen,
  time: number,
): void {
  readings.get(email)!.seconds += time / 1000
  for (let page = pages.first; page <= pages.last; page++) {
    const reading = perPage.get(page) ?? { page, views: 0, seconds: 0 }
    perPage.set(page, reading)
    reading.views++
    reading.seconds += time / 1000 / pageCount(pages)
  }
}

function emptyReading(email: string | null): Reading {
  return { email, views: 0, seconds: 0, prints: 0, downloads: 0, lastAt: 0 }
}

function rounded<R extends { seconds: number }>(reading: R): R {
  return { ...reading, seconds: Math.round(reading.seconds) }
}

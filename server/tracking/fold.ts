import { screenTime } from '#server/rules/dwell.ts'
import type { PageRange } from '#server/rules/dwell.ts'
import { isReading, measuredSeconds, pagesOf, versionOf } from './event.ts'
import type { EventRow } from './event.ts'
import { VersionFold, type PageReading } from './version-fold.ts'

export type { PageReading } from './version-fold.ts'

/** What one address did; `email` is null for all readers that gave none. `seconds` is estimated, but where a program measured it. */
export type Reading = {
  email: string | null
  views: number
  seconds: number
  prints: number
  downloads: number
  lastAt: number
  /** The version of the file that it saw last. */
  version: number
}

/** Who saw a version of the file, and when last (epoch ms); `email` is null for all readers that gave none. */
export type VersionReader = { email: string | null; lastAt: number }

/** Where a visit began, or a refused attempt (`visitGuid` is null). */
export type Start = { visitGuid: string | null; sequence: number }

export type FoldedRow = Pick<EventRow, 'sequence' | 'at' | 'kind' | 'email' | 'visit_guid' | 'detail'>
type Screen = { email: string | null; at: number; pages: PageRange; version: number }

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
  readonly #versions = new Map<number, VersionFold>()
  readonly #visits = new Set<string>()
  /** The latest screen of each visit. */
  readonly #open = new Map<string, Screen>()

  /** How many things it holds: what it weighs in memory. */
  get size(): number {
    let things = this.starts.length + this.#readings.size + this.#open.size
    for (const version of this.#versions.values()) things += version.size
    return things
  }

  add(row: FoldedRow): void {
    this.after = row.sequence
    if (isReading(row.kind)) this.#count(row)
    if (row.kind === 'Stop') this.#reading(row.email).seconds += measuredSeconds(row)
    if (row.kind === 'Refused') this.starts.push({ visitGuid: null, sequence: row.sequence })
    if (row.visit_guid === null) return
    const screen = this.#open.get(row.visit_guid)
    if (screen) {
      const time = screenTime(screen.pages, screen.at, row.at, row.at)
      this.#readings.get(screen.email)!.seconds += time / 1000
      this.#version(screen.version).addTime(screen.pages, time)
    }
    const pages = pagesOf(row)
    if (pages)
      this.#open.set(row.visit_guid, { email: row.email, at: row.at, pages, version: versionOf(row) })
    else this.#open.delete(row.visit_guid)
  }

  #count(row: FoldedRow): void {
    const { kind, email, at, visit_guid: visitGuid, sequence } = row
    const reading = this.#reading(email)
    if (kind === 'View') reading.views++
    if (kind === 'Print') reading.prints++
    if (kind === 'Download') reading.downloads++
    reading.lastAt = Math.max(reading.lastAt, at)
    reading.version = versionOf(row)
    this.#version(reading.version).note(email, at)
    if (visitGuid === null || this.#visits.has(visitGuid)) return
    this.#visits.add(visitGuid)
    this.starts.push({ visitGuid, sequence })
  }

  #reading(email: string | null): Reading {
    const reading = this.#readings.get(email) ?? emptyReading(email)
    this.#readings.set(email, reading)
    return reading
  }

  #version(number: number): VersionFold {
    const known = this.#versions.get(number) ?? new VersionFold()
    this.#versions.set(number, known)
    return known
  }

  /**
   * By address, the latest first; and by page of one version of the file, from the first page, without those that
   * nobody saw.
   */
  told(now: number, version = 1): { perRecipient: Reading[]; perPage: PageReading[] } {
    const readings = new Map([...this.#readings].map(([email, reading]) => [email, { ...reading }]))
    const pages = new VersionFold(this.#versions.get(version))
    for (const screen of this.#open.values()) {
      const time = screenTime(screen.pages, screen.at, null, now)
      readings.get(screen.email)!.seconds += time / 1000
      if (screen.version === version) pages.addTime(screen.pages, time)
    }
    return {
      perRecipient: [...readings.values()].sort((a, b) => b.lastAt - a.lastAt).map(rounded),
      perPage: pages.perPage().map(rounded),
    }
  }

  /** Who saw each version, the latest first. */
  readers(): Map<number, VersionReader[]> {
    return new Map([...this.#versions].map(([number, version]) => [number, version.readers()]))
  }
}

function emptyReading(email: string | null): Reading {
  return { email, views: 0, seconds: 0, prints: 0, downloads: 0, lastAt: 0, version: 1 }
}

function rounded<R extends { seconds: number }>(reading: R): R {
  return { ...reading, seconds: Math.round(reading.seconds) }
}

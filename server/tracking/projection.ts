import { methodOf, openingHolds, type Method } from '#server/rules/reading/dwell.ts'
import { isMeasured, isReading, measuredTime, pageTimesOf, shownOf, versionOf } from './event.ts'
import type { EventRow } from '#server/events/events.ts'
import type { PageReading } from './page-projection.ts'
import { VersionProjection, type ReaderPages, type VersionReader } from './version-projection.ts'
import { VisitProjection, type PastScreen } from './visit-projection.ts'

export type { PageReading } from './page-projection.ts'
export type { ReaderPages, VersionReader } from './version-projection.ts'

/** What one address did; `email` is null for all readers that gave none. `method` says how the seconds are known. */
export type Reading = {
  email: string | null
  views: number
  seconds: number
  method: Method
  prints: number
  downloads: number
  lastAt: number
  /** The version of the file that it saw last. */
  version: number
}

/**
 * By address; by page of one version of the file; by its latest readers and their pages; and how far each got whose
 * pages are known. Readers that gave no address are one.
 */
export type ReadingFigures = {
  perRecipient: Reading[]
  perPage: PageReading[]
  perReader: ReaderPages[]
  /** How many have read this version at all. */
  readers: number
  lastPages: { email: string | null; page: number; method: Method }[]
  /** How many readers saw each page. */
  readersOfPage: Map<number, number>
}

/** The start of a visit, or a blocked attempt (`visitGuid` is null); `versions` are those of the file that it saw. */
export type Start = {
  visitGuid: string | null
  sequence: number
  at: number
  email: string | null
  versions: number[]
}

export type ProjectedRow = Pick<EventRow, 'sequence' | 'at' | 'kind' | 'email' | 'visit_guid' | 'detail'>

/** Times in milliseconds. */
type Figures = Omit<Reading, 'seconds' | 'method'> & { measured: number; estimated: number }

/**
 * The totals over the events of one subject. They are added in order; since none ever changes, earlier results stay
 * valid. Only visits that may still continue are remembered one by one: what was estimated for them is subtracted when
 * a script reports a measurement.
 */
export class Projection {
  /** The sequence of the latest event. */
  after = 0
  /** The oldest first. */
  readonly starts: Start[] = []
  readonly #readings = new Map<string | null, Figures>()
  readonly #versions = new Map<number, VersionProjection>()
  /** The latest visit of each opening. */
  readonly #visits = new Map<string, Start>()
  /** The visits that may continue, the oldest first. */
  readonly #going = new Map<string, VisitProjection>()

  /** How many things it contains: its weight in memory. */
  get size(): number {
    let things = this.starts.length + this.#readings.size
    for (const version of this.#versions.values()) things += version.size
    for (const visit of this.#going.values()) things += visit.size
    return things
  }

  add(row: ProjectedRow): void {
    this.after = row.sequence
    this.#endVisits(row.at)
    if (row.kind === 'View' && row.visit_guid !== null) this.#endVisit(row.visit_guid)
    if (isReading(row.kind)) this.#count(row)
    if (row.kind === 'Refused') this.#start(row, null, [])
    const visit = row.visit_guid === null ? new VisitProjection(row.at) : this.#visit(row.visit_guid, row.at)
    if (isMeasured(row.kind)) this.#measure(row, visit)
    const shown = shownOf(row)
    const screen = shown && { email: row.email, at: row.at, shown, version: versionOf(row) }
    if (screen && visit.grow(screen)) return
    this.#addScreen(visit.close(row.at))
    if (screen) visit.show(screen)
  }

  #count(row: ProjectedRow): void {
    const { kind, email, at, visit_guid: visitGuid } = row
    const reading = this.#reading(email)
    if (kind === 'View') reading.views++
    if (kind === 'Print') reading.prints++
    if (kind === 'Download') reading.downloads++
    reading.lastAt = Math.max(reading.lastAt, at)
    reading.version = versionOf(row)
    this.#version(reading.version).note(email, at)
    if (visitGuid === null) return
    const current = this.#visits.get(visitGuid)
    if (current && kind !== 'View') {
      if (!current.versions.includes(reading.version)) current.versions.push(reading.version)
      return
    }
    this.#visits.set(visitGuid, this.#start(row, visitGuid, [reading.version]))
  }

  #start({ sequence, at, email }: ProjectedRow, visitGuid: string | null, versions: number[]): Start {
    const start = { visitGuid, sequence, at, email, versions }
    this.starts.push(start)
    return start
  }

  #measure(row: ProjectedRow, visit: VisitProjection): void {
    const times = pageTimesOf(row)
    // Only what counted is subtracted: a report without pages leaves what was requested.
    const isSeen = times.length > 0
    for (const { screen, time } of isSeen ? visit.see() : visit.measure()) {
      const { email, shown, version } = screen
      this.#reading(email).estimated -= time
      if (isSeen) this.#version(version).removeScreen(email, shown, time)
      else this.#version(version).estimate(email, shown, -time)
    }
    this.#reading(row.email).measured += measuredTime(row)
    const version = this.#version(versionOf(row))
    for (const { page, time } of times) version.measure(row.email, page, time, visit.isNew(page))
  }

  #addScreen(past: PastScreen | null): void {
    if (!past) return
    this.#reading(past.screen.email).estimated += past.time
    const { email, version, shown } = past.screen
    this.#version(version).addScreen(email, shown, past.time)
  }

  /** Visits that began so long ago that they cannot change: they are counted as they are, and forgotten. */
  #endVisits(now: number): void {
    for (const [guid, visit] of this.#going) {
      if (visit.startedAt > now - 2 * openingHolds) return
      this.#endVisit(guid)
    }
  }

  #endVisit(guid: string): void {
    this.#addScreen(this.#going.get(guid)?.close(null) ?? null)
    this.#going.delete(guid)
  }

  #visit(guid: string, at: number): VisitProjection {
    const known = this.#going.get(guid) ?? new VisitProjection(at)
    this.#going.set(guid, known)
    return known
  }

  #reading(email: string | null): Figures {
    const reading = this.#readings.get(email) ?? emptyFigures(email)
    this.#readings.set(email, reading)
    return reading
  }

  #version(number: number): VersionProjection {
    const known = this.#versions.get(number) ?? new VersionProjection()
    this.#versions.set(number, known)
    return known
  }

  /**
   * By address, the latest first; by page of one version of the file, from the first page, without those that no one
   * saw; and by the latest `maxReaders` of that version and their pages.
   */
  figures(version = 1, maxReaders = 0): ReadingFigures {
    const pages = (this.#versions.get(version) ?? new VersionProjection()).copy()
    const playing = new Map<string | null, number>()
    for (const { open, openTime } of this.#going.values()) {
      if (!open) continue
      if (open.version === version) pages.addScreen(open.email, open.shown, 0)
      playing.set(open.email, (playing.get(open.email) ?? 0) + openTime)
    }
    const readers = pages.perReader()
    const lastPages = readers.flatMap(({ email, pages: own }) => {
      const last = own?.at(-1)
      return last ? [{ email, page: last.page, method: last.method }] : []
    })
    const readersOfPage = new Map<number, number>()
    for (const { pages: own } of readers)
      for (const { page } of own ?? []) readersOfPage.set(page, (readersOfPage.get(page) ?? 0) + 1)
    return {
      perRecipient: [...this.#readings.values()]
        .sort((a, b) => b.lastAt - a.lastAt)
        .map((figures) =>
          toReading({ ...figures, estimated: figures.estimated + (playing.get(figures.email) ?? 0) }),
        ),
      perPage: pages.perPage(),
      perReader: readers.slice(0, maxReaders),
      readers: readers.length,
      lastPages,
      readersOfPage,
    }
  }

  /** Who saw each version, the latest first. */
  readers(): Map<number, VersionReader[]> {
    return new Map([...this.#versions].map(([number, version]) => [number, version.readers()]))
  }
}

function emptyFigures(email: string | null): Figures {
  return { email, views: 0, measured: 0, estimated: 0, prints: 0, downloads: 0, lastAt: 0, version: 1 }
}

function toReading({ measured, estimated, ...figures }: Figures): Reading {
  const seconds = Math.round((measured + estimated) / 1000)
  return { ...figures, seconds, method: methodOf(measured, estimated) }
}

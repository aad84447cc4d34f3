import type { Shown } from '#server/rules/reading/dwell.ts'
import { PageProjection, type PageReading } from './page-projection.ts'

/** Who saw a version of the file, and when last (epoch ms); `email` is null for all readers that gave none. */
export type VersionReader = { email: string | null; lastAt: number }

/** Which pages a reader saw; null where there are too many readers to keep their pages apart. */
export type ReaderPages = VersionReader & { pages: PageReading[] | null }

/** Pages that are kept for each reader, in total. */
const maxKept = 20_000

/** What the events of one subject say about one version of its file: who saw it, and which of its pages. */
export class VersionProjection {
  #all = new PageProjection()
  readonly #lastAt = new Map<string | null, number>()
  /** The pages of each reader, who read the longest ago first; null where they are not kept. */
  readonly #readers = new Map<string | null, PageProjection | null>()
  #kept = 0

  /** A copy, to which screens that are not over can be added. */
  copy(): VersionProjection {
    const copy = new VersionProjection()
    copy.#all = this.#all.copy()
    for (const [email, lastAt] of this.#lastAt) copy.#lastAt.set(email, lastAt)
    for (const [email, pages] of this.#readers) copy.#readers.set(email, pages && pages.copy())
    return copy
  }

  get size(): number {
    return this.#all.size + this.#lastAt.size + this.#readers.size + this.#kept
  }

  note(email: string | null, at: number): void {
    this.#lastAt.set(email, Math.max(this.#lastAt.get(email) ?? 0, at))
  }

  addScreen(email: string | null, pages: Shown, time: number): void {
    this.#change(email, (projection) => projection.addScreen(pages, time))
  }

  removeScreen(email: string | null, pages: Shown, time: number): void {
    this.#change(email, (projection) => projection.removeScreen(pages, time))
  }

  estimate(email: string | null, pages: Shown, time: number): void {
    this.#change(email, (projection) => projection.estimate(pages, time))
  }

  measure(email: string | null, page: number, time: number, isNew: boolean): void {
    this.#change(email, (projection) => projection.measure(page, time, isNew))
  }

  #change(email: string | null, change: (projection: PageProjection) => void): void {
    change(this.#all)
    const known = this.#readers.get(email)
    if (known === null) return
    const own = known ?? new PageProjection()
    const before = own.size
    change(own)
    this.#kept += own.size - before
    this.#readers.delete(email)
    this.#readers.set(email, own)
    if (this.#kept > maxKept) this.#drop()
  }

  /** With so many readers, those who read longest ago are from now on counted together only. */
  #drop(): void {
    for (const [email, projection] of this.#readers) {
      if (this.#kept <= maxKept) return
      if (projection === null) continue
      this.#kept -= projection.size
      this.#readers.set(email, null)
    }
  }

  /** From the first page. */
  perPage(): PageReading[] {
    return this.#all.figures()
  }

  /** The latest first. */
  perReader(): ReaderPages[] {
    return this.readers().map((reader) => ({
      ...reader,
      pages: this.#readers.get(reader.email)?.figures() ?? null,
    }))
  }

  /** The latest first. */
  readers(): VersionReader[] {
    return [...this.#lastAt].map(([email, lastAt]) => ({ email, lastAt })).sort((a, b) => b.lastAt - a.lastAt)
  }
}

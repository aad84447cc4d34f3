import { pageCount } from '#server/rules/dwell.ts'
import type { PageRange } from '#server/rules/dwell.ts'

/** How often a page was on the screen, and for how long all in all. A screen's time is shared by its pages. */
export type PageReading = { page: number; views: number; seconds: number }

/** What the events of one subject tell of one version of its file: who saw it, and which of its pages. */
export class VersionFold {
  readonly #pages = new Map<number, PageReading>()
  readonly #lastAt = new Map<string | null, number>()

  /** With another one: a copy of what that says of pages. */
  constructor(other?: VersionFold) {
    for (const reading of other?.perPage() ?? []) this.#pages.set(reading.page, { ...reading })
  }

  get size(): number {
    return this.#pages.size + this.#lastAt.size
  }

  note(email: string | null, at: number): void {
    this.#lastAt.set(email, Math.max(this.#lastAt.get(email) ?? 0, at))
  }

  /** `time` in milliseconds, for which the pages were on a screen together. */
  addTime(pages: PageRange, time: number): void {
    for (let page = pages.first; page <= pages.last; page++) {
      const reading = this.#pages.get(page) ?? { page, views: 0, seconds: 0 }
      this.#pages.set(page, reading)
      reading.views++
      reading.seconds += time / 1000 / pageCount(pages)
    }
  }

  /** From the first page. */
  perPage(): PageReading[] {
    return [...this.#pages.values()].sort((a, b) => a.page - b.page)
  }

  /** The latest first. */
  readers(): { email: string | null; lastAt: number }[] {
    return [...this.#lastAt].map(([email, lastAt]) => ({ email, lastAt })).sort((a, b) => b.lastAt - a.lastAt)
  }
}

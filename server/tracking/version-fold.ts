import { methodOf, pageCount, type Method, type PageRange, type Shown } from '#server/rules/reading/dwell.ts'

/**
 * How often a page was on the screen, and for how many seconds in total, as `method` says. An estimated screen's time
 * is shared by its pages.
 */
export type PageReading = { page: number; views: number; seconds: number; method: Method }

/** Times in milliseconds. */
type Figures = { views: number; measured: number; estimated: number }

/** What the events of one subject say about one version of its file: who saw it, and which of its pages. */
export class VersionFold {
  readonly #pages = new Map<number, Figures>()
  readonly #lastAt = new Map<string | null, number>()

  /** A copy of what this says about pages. */
  pagesOnly(): VersionFold {
    const copy = new VersionFold()
    for (const [page, figures] of this.#pages) copy.#pages.set(page, { ...figures })
    return copy
  }

  get size(): number {
    return this.#pages.size + this.#lastAt.size
  }

  note(email: string | null, at: number): void {
    this.#lastAt.set(email, Math.max(this.#lastAt.get(email) ?? 0, at))
  }

  /** A screen of pages that were shown together, for an estimated time in milliseconds; a player shows no page. */
  addScreen(pages: Shown, time: number): void {
    if (pages === 'player') return
    for (const page of each(pages)) this.#page(page).views++
    this.estimate(pages, time)
  }

  /** More estimated time for pages that were shown together; a negative time subtracts what was measured since. */
  estimate(pages: Shown, time: number): void {
    if (pages === 'player') return
    for (const page of each(pages)) this.#page(page).estimated += time / pageCount(pages)
  }

  /** Time that was measured for a page, which `isNew` where the visit had not shown it yet. */
  measure(page: number, time: number, isNew: boolean): void {
    const figures = this.#page(page)
    figures.measured += time
    if (isNew) figures.views++
  }

  #page(page: number): Figures {
    const figures = this.#pages.get(page) ?? { views: 0, measured: 0, estimated: 0 }
    this.#pages.set(page, figures)
    return figures
  }

  /** From the first page. */
  perPage(): PageReading[] {
    return [...this.#pages]
      .sort(([a], [b]) => a - b)
      .map(([page, { views, measured, estimated }]) => ({
        page,
        views,
        seconds: Math.round((measured + estimated) / 1000),
        method: methodOf(measured, estimated),
      }))
  }

  /** The latest first. */
  readers(): { email: string | null; lastAt: number }[] {
    return [...this.#lastAt].map(([email, lastAt]) => ({ email, lastAt })).sort((a, b) => b.lastAt - a.lastAt)
  }
}

function* each(ranges: readonly PageRange[]): Generator<number, void> {
  for (const { first, last } of ranges) for (let page = first; page <= last; page++) yield page
}

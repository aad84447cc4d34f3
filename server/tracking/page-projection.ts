import {
  isPlayer,
  methodOf,
  pageCount,
  type Method,
  type PageRange,
  type Shown,
} from '#server/rules/reading/dwell.ts'

/**
 * How often a page was on the screen, and for how many seconds in total, as `method` says; `estimated` of them are. An
 * estimated screen's time is shared by its pages.
 */
export type PageReading = { page: number; views: number; seconds: number; estimated: number; method: Method }

/** Times in milliseconds. */
type Figures = { views: number; measured: number; estimated: number }

/** What the events of one subject say about the pages of one version of its file. */
export class PageProjection {
  readonly #pages = new Map<number, Figures>()

  copy(): PageProjection {
    const copy = new PageProjection()
    for (const [page, figures] of this.#pages) copy.#pages.set(page, { ...figures })
    return copy
  }

  get size(): number {
    return this.#pages.size
  }

  /** A screen of pages that were shown together, for an estimated time in milliseconds; a player shows no page. */
  addScreen(pages: Shown, time: number): void {
    if (isPlayer(pages)) return
    for (const page of each(pages)) this.#page(page).views++
    this.estimate(pages, time)
  }

  /** Subtracts such a screen: its reader's script says what was seen instead. */
  removeScreen(pages: Shown, time: number): void {
    if (isPlayer(pages)) return
    this.estimate(pages, -time)
    for (const page of each(pages)) {
      const figures = this.#page(page)
      figures.views--
      if (figures.views < 1) this.#pages.delete(page)
    }
  }

  /** More estimated time for pages that were shown together; a negative time subtracts what was measured since. */
  estimate(pages: Shown, time: number): void {
    if (isPlayer(pages)) return
    for (const page of each(pages)) this.#page(page).estimated += time / pageCount(pages)
  }

  /** Time that was measured for a page, which `isNew` where it was not seen in the visit yet. */
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
  figures(): PageReading[] {
    return [...this.#pages]
      .sort(([a], [b]) => a - b)
      .map(([page, { views, measured, estimated }]) => ({
        page,
        views,
        seconds: Math.round((measured + estimated) / 1000),
        estimated: Math.round(Math.max(estimated, 0) / 1000),
        method: methodOf(measured, estimated),
      }))
  }
}

function* each(ranges: readonly PageRange[]): Generator<number, void> {
  for (const { first, last } of ranges) for (let page = first; page <= last; page++) yield page
}

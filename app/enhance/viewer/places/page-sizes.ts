/** In PDF points. */
export type PageSize = { width: number; height: number }
export type SizedPage = PageSize & { number: number }

const maxPages = 500
const a4: PageSize = { width: 595, height: 842 }

/** The sizes of all pages, as far as they are known; the others are assumed to be like the first that is. */
export class PageSizes {
  readonly count: number
  readonly #known: (PageSize | undefined)[] = []
  #usual: PageSize = a4

  constructor(count: number) {
    this.count = count
  }

  of(page: number): PageSize {
    return this.#known[page] ?? this.#usual
  }

  /** Returns whether any page has another size than was assumed. */
  learn(pages: readonly SizedPage[]): boolean {
    const isFirst = this.#known.length === 0
    if (isFirst && pages[0]) this.#usual = pages[0]
    let isNews = isFirst
    for (const { number, width, height } of pages) {
      const taken = this.of(number)
      if (taken.width !== width || taken.height !== height) isNews = true
      this.#known[number] = { width, height }
    }
    return isNews
  }

  /** What to request next, nearest to a page first; null if all are known. */
  missing(near: number): { first: number; count: number } | null {
    const page = this.#nearestUnknown(near)
    if (page === null) return null
    let [first, last] = [page, page]
    const isFree = (one: number) => one >= 1 && one <= this.count && !this.#known[one]
    while (isFree(first - 1) && last - first < maxPages / 2) first--
    while (isFree(last + 1) && last - first < maxPages - 1) last++
    while (isFree(first - 1) && last - first < maxPages - 1) first--
    return { first, count: last - first + 1 }
  }

  #nearestUnknown(near: number): number | null {
    for (let away = 0; away < this.count; away++) {
      if (near + away <= this.count && !this.#known[near + away]) return near + away
      if (near - away >= 1 && !this.#known[near - away]) return near - away
    }
    return null
  }
}

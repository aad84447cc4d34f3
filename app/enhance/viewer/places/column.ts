/**
 * The positions of a document's pages, one under the other, in CSS pixels from the top of the first. Pages
 * are counted from 1. Positions are computed, not measured, so that 5,000 pages cost no more than one.
 */
export class Column {
  readonly count: number
  readonly #tops: Float64Array

  /** `heightOf` answers the height of a page including the gap to the next. */
  constructor(count: number, heightOf: (page: number) => number) {
    this.count = count
    this.#tops = new Float64Array(count + 1)
    for (let page = 1; page <= count; page++) {
      this.#tops[page] = this.#tops[page - 1]! + heightOf(page)
    }
  }

  get height(): number {
    return this.#tops[this.count]!
  }

  topOf(page: number): number {
    return this.#tops[page - 1]!
  }

  heightOf(page: number): number {
    return this.#tops[page]! - this.#tops[page - 1]!
  }

  /** The page at a height; above the first it is the first, below the last the last. */
  pageAt(y: number): number {
    let low = 1
    let high = this.count
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.topOf(middle) <= y) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The pages that show between two heights. */
  between(top: number, bottom: number): { first: number; last: number } {
    const first = this.pageAt(top)
    return { first, last: Math.max(first, this.pageAt(bottom)) }
  }

  /** The page, or pages, of which most shows between two heights. */
  maxVisible(top: number, bottom: number): number[] {
    const { first, last } = this.between(top, bottom)
    let max = 0
    let found: number[] = []
    for (let page = first; page <= last; page++) {
      const shown = Math.min(bottom, this.topOf(page) + this.heightOf(page)) - Math.max(top, this.topOf(page))
      if (shown > max + 1) [max, found] = [shown, [page]]
      else if (shown > max - 1) found.push(page)
    }
    return found
  }
}

const leastBeside = 2

/** The pages to keep in the document: those that show, as much again above and twice as much below, at least two. */
export function pagesToKeep(
  column: Column,
  { top, bottom }: { top: number; bottom: number },
): { first: number; last: number } {
  const height = bottom - top
  const shown = column.between(top, bottom)
  const near = column.between(top - height, bottom + 2 * height)
  return {
    first: Math.max(1, Math.min(near.first, shown.first - leastBeside)),
    last: Math.min(column.count, Math.max(near.last, shown.last + leastBeside)),
  }
}

/**
 * The positions of a document's pages, in rows of one or two under each other, in CSS pixels from the top of the first.
 * Pages are counted from 1. Positions are computed, not measured, so that 5,000 pages cost no more than one.
 */
export class Column {
  readonly count: number
  readonly #inRow: number
  readonly #tops: Float64Array

  /** `heightOf` returns the height of a page including the gap to the next. */
  constructor(count: number, heightOf: (page: number) => number, inRow = 1) {
    this.count = count
    this.#inRow = inRow
    const rows = Math.ceil(count / inRow)
    this.#tops = new Float64Array(rows + 1)
    for (let row = 0; row < rows; row++) {
      let height = 0
      const last = Math.min(count, (row + 1) * inRow)
      for (let page = row * inRow + 1; page <= last; page++) height = Math.max(height, heightOf(page))
      this.#tops[row + 1] = this.#tops[row]! + height
    }
  }

  get height(): number {
    return this.#tops.at(-1)!
  }

  topOf(page: number): number {
    return this.#tops[this.#rowOf(page)]!
  }

  /** That of its row. */
  heightOf(page: number): number {
    const row = this.#rowOf(page)
    return this.#tops[row + 1]! - this.#tops[row]!
  }

  /** The first page of the row at a height; above the first row it is that of the first, below the last of the last. */
  pageAt(y: number): number {
    let low = 0
    let high = this.#tops.length - 2
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#tops[middle]! <= y) low = middle
      else high = middle - 1
    }
    return low * this.#inRow + 1
  }

  /** The pages that show between two heights. */
  between(top: number, bottom: number): { first: number; last: number } {
    const first = this.pageAt(top)
    const last = Math.min(this.count, this.pageAt(bottom) + this.#inRow - 1)
    return { first, last: Math.max(first, last) }
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

  #rowOf(page: number): number {
    return Math.floor((page - 1) / this.#inRow)
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

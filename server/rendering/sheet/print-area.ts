import { RenderError } from '#server/rendering/types.ts'

/** Columns from 0, rows from 1, as in the program; the last ones too. */
type Range = { left: number; top: number; right: number; bottom: number }

/** Consecutive rows with the same columns on the pages. */
export type Stretch = { number: number; count: number; shows: (column: number, isHeader: boolean) => boolean }

const maxRanges = 1_000
const lastColumn = 16_383
const lastRow = 1_048_576
const all: Stretch['shows'] = () => true

/**
 * The part of a sheet that its pages show: all of it, or some ranges. Header rows and columns are repeated on each page
 * after them, outside of the ranges, too.
 */
export class PrintArea {
  readonly #ranges: readonly Range[] | null

  private constructor(ranges: readonly Range[] | null) {
    this.#ranges = ranges
  }

  /**
   * From what the file says about a sheet. Throws RenderError if that cannot be understood: it might hide something.
   */
  static in(text: string | undefined): PrintArea {
    return new PrintArea(text === undefined || text.trim() === '' ? null : rangesIn(text.trim()))
  }

  hasColumn(column: number, isHeader: boolean): boolean {
    return this.#ranges?.some((range) => isAcross(range, column, isHeader)) ?? true
  }

  /** Those of some rows that are shown. */
  stretches(number: number, count: number, isHeader: boolean): Stretch[] {
    if (!this.#ranges) return [{ number, count, shows: all }]
    const end = number + count
    const borders = this.#ranges.flatMap(({ top, bottom }) => [top, bottom + 1])
    const starts = [...new Set([number, ...borders.filter((row) => row > number && row < end)])]
    starts.sort((one, other) => one - other)
    return starts.flatMap((first, at) => {
      const here = this.#ranges!.filter((range) => isDown(range, first, isHeader))
      if (here.length === 0) return []
      const shows: Stretch['shows'] = (column, isHeaderColumn) =>
        here.some((range) => isAcross(range, column, isHeaderColumn))
      return [{ number: first, count: (starts[at + 1] ?? end) - first, shows }]
    })
  }
}

function isAcross({ left, right }: Range, column: number, isHeader: boolean): boolean {
  return (column >= left && column <= right) || (isHeader && column < left)
}

function isDown({ top, bottom }: Range, row: number, isHeader: boolean): boolean {
  return (row >= top && row <= bottom) || (isHeader && row < top)
}

const sheet = String.raw`(?:\$?(?:'(?:[^']|'')*'|[^\s'.:]+))?`
const place = String.raw`${sheet}\.\$?([A-Z]{0,3})\$?(\d{0,7})`
const range = new RegExp(String.raw`${place}(?::${place})?(?:\s+|$)`, 'y')

/** Ranges as `'Year one'.A1:'Year one'.C7`, parted by spaces. */
function rangesIn(text: string): Range[] {
  const ranges: Range[] = []
  range.lastIndex = 0
  while (range.lastIndex < text.length) {
    const found = range.exec(text)
    if (!found || ranges.length === maxRanges)
      throw new RenderError('corrupt', 'the flat sheet has a print area that cannot be read')
    const [, from = '', top = '', to = from, bottom = top] = found
    ranges.push({
      left: from === '' ? 0 : columnOf(from),
      top: top === '' ? 1 : Number(top),
      right: to === '' ? lastColumn : columnOf(to),
      bottom: bottom === '' ? lastRow : Number(bottom),
    })
  }
  return ranges
}

function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1
}

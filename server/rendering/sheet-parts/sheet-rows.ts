import { gridLimits, type GridFill, type GridPart, type StoredCell } from '#server/rendering/sheet/grid.ts'
import type { PrintArea, Stretch } from '#server/rendering/sheet/print-area.ts'
import { maxColumns, type SheetColumns } from './sheet-columns.ts'

/** What is in a cell as readers see it. */
export type CellContent = { text: string; isNumber: 0 | 1; look: number; parts: GridPart[] }

/** The same cell `count` times; `across` and `down` as the program counts. */
type Entry = { column: number; count: number; content: CellContent; across: number; down: number }

/** A merged cell that begins where nothing is shown; it is shown in its first visible position. */
type Waiting = Entry & { until: number }

type Row = { number: number; count: number; isHidden: boolean; isHeader: boolean }

export type RowSink = {
  rows(number: number, count: number, cells: readonly StoredCell[], fill: GridFill | null): void
  cut(what: 'columns'): void
}

/** So many empty columns or more of one look are how the sheet looks, not something in it. */
const endlessColumns = 30

/** Builds rows of a grid from the rows of one sheet: what is visible of them, in visible positions. */
export class SheetRows {
  readonly #sink: RowSink
  readonly #columns: SheetColumns
  readonly #area: PrintArea
  #row: Row = { number: 1, count: 0, isHidden: false, isHeader: false }
  #entries: Entry[] = []
  #waiting: Waiting[] = []

  constructor(sink: RowSink, columns: SheetColumns, area: PrintArea) {
    this.#sink = sink
    this.#columns = columns
    this.#area = area
  }

  /** Rows follow each other. */
  start(row: Omit<Row, 'number'>): void {
    this.#row = { ...row, number: this.#row.number + this.#row.count }
    this.#entries = []
  }

  /** Cells of a row come in order; empty and plain ones can be left out. */
  add(column: number, count: number, content: CellContent, { across = 1, down = 1 } = {}): void {
    this.#entries.push({ column, count, content, across, down })
  }

  end(): void {
    const { number, count, isHidden, isHeader } = this.#row
    const end = number + count
    for (const entry of this.#entries)
      if (entry.across > 1 || entry.down > 1) this.#waiting.push({ ...entry, until: number + entry.down })
    this.#entries = this.#entries.filter(({ across, down }) => across === 1 && down === 1)
    if (!isHidden) for (const stretch of this.#area.stretches(number, count, isHeader)) this.#write(stretch)
    this.#waiting = this.#waiting.filter(({ until }) => until > end)
  }

  #write(stretch: Stretch): void {
    const merged = this.#waiting.flatMap((entry) => this.#begin(entry, stretch))
    if (merged.length === 0) return this.#send(stretch, this.#entries)
    const first = [...this.#entries, ...merged].toSorted((one, other) => one.column - other.column)
    this.#send({ ...stretch, count: 1 }, first)
    const { number, count } = stretch
    if (count > 1) this.#write({ ...stretch, number: number + 1, count: count - 1 })
  }

  /** A merged cell where it is visible first, if that is here. */
  #begin(entry: Waiting, stretch: Stretch): Entry[] {
    const { number } = stretch
    if (entry.until <= number) return []
    const end = Math.min(entry.column + entry.across, maxColumns)
    for (let column = entry.column; column < end; column++)
      if (this.#columns.isShown(column, stretch)) {
        const across = this.#columns.visibleAmong(column, end - column)
        const down = entry.until - number
        // Begun: it does not wait any more.
        entry.until = 0
        return [{ ...entry, column, count: 1, across, down }]
      }
    return []
  }

  #send(stretch: Stretch, entries: readonly Entry[]): void {
    const { shown, endless } = ending(entries)
    const cells: StoredCell[] = []
    for (const entry of shown) if (!this.#append(cells, entry, stretch)) break
    this.#sink.rows(stretch.number, stretch.count, cells, endless && this.#fill(endless, stretch))
  }

  /** Returns false beyond the last allowed column. */
  #append(cells: StoredCell[], { column, count, content, across, down }: Entry, stretch: Stretch): boolean {
    for (let each = column; each < Math.min(column + count, maxColumns); each++) {
      if (!this.#columns.isShown(each, stretch)) continue
      const place = this.#columns.placeOf(each)
      if (place >= gridLimits.columns) {
        if (content.text !== '') this.#sink.cut('columns')
        return content.text === ''
      }
      cells.push(stored(place, content, { across, down }))
    }
    return true
  }

  #fill({ column, content }: Entry, stretch: Stretch): GridFill | null {
    for (let each = column; each < maxColumns; each++)
      if (this.#columns.isShown(each, stretch))
        return { from: this.#columns.placeOf(each), look: content.look }
    return null
  }
}

/**
 * The cells of a row up to where it only looks the same, and what it looks like from there on. Office programs give a
 * look to whole rows, which end thousands of columns further.
 */
function ending(entries: readonly Entry[]): { shown: readonly Entry[]; endless: Entry | null } {
  const last = entries.findLastIndex(
    ({ content, across, down }) => content.text !== '' || across > 1 || down > 1,
  )
  let end = last === -1 ? 0 : entries[last]!.column + entries[last]!.count
  for (let at = last + 1; at < entries.length; at++) {
    const { column, count } = entries[at]!
    if (column - end >= endlessColumns) return { shown: entries.slice(0, at), endless: null }
    if (count >= endlessColumns) return { shown: entries.slice(0, at), endless: entries[at]! }
    end = column + count
  }
  return { shown: entries, endless: null }
}

function stored(
  place: number,
  { text, isNumber, look, parts }: CellContent,
  { across, down }: { across: number; down: number },
): StoredCell {
  if (parts.length > 0) return [place, text, isNumber, look, across, down, parts]
  if (across > 1 || down > 1) return [place, text, isNumber, look, across, down]
  return look === 0 ? [place, text, isNumber] : [place, text, isNumber, look]
}

import { deflateRawSync } from 'node:zlib'
import { WaitingRows, type BlankRows } from './blank-rows.ts'
import type { SheetSink } from './flat-sheet.ts'
import {
  gridLimits,
  screenLimits,
  type GridCut,
  type GridFill,
  type GridIndex,
  type GridLook,
  type GridScreenEntry,
  type GridSheet,
  type StoredCell,
  type StoredRow,
} from './grid.ts'
import type { SheetColumns } from '#server/rendering/sheet-parts/sheet-columns.ts'
import { RenderError } from '#server/rendering/types.ts'

export const gridMark = 'SGR2'

/** Writes the stored grid, piece by piece; it keeps one screen in memory at a time. */
export class GridWriter implements SheetSink {
  readonly #index: GridIndex = { sheets: [], hasMoreSheets: false, looks: [{}] }
  readonly #looks = new Map<string, number>([['{}', 0]])
  readonly #printed = new Set<GridSheet>()
  #pieces: Uint8Array[] = []
  #size = 0
  #sheet: GridSheet | null = null
  #columns: SheetColumns | null = null
  /** Visible columns up to the last one that holds something. */
  #width = 0
  readonly #blank = new WaitingRows()
  #screen: StoredRow[] = []
  #screenCells = 0
  #screenText = 0
  #left = {
    rows: gridLimits.rows as number,
    cells: gridLimits.cells as number,
    text: gridLimits.text as number,
  }

  /** What was written since the last call. */
  take(): Uint8Array[] {
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  /** The place of a look among those of the grid; the one of a plain cell where there are too many. */
  numberLook(look: GridLook): number {
    const key = JSON.stringify(look)
    const known = this.#looks.get(key)
    if (known !== undefined) return known
    if (this.#index.looks.length === gridLimits.looks) return 0
    const number = this.#index.looks.push(look) - 1
    this.#looks.set(key, number)
    return number
  }

  startSheet(name: string, columns: SheetColumns, isPrinted: boolean): void {
    this.#columns = columns
    this.#width = 0
    if (this.#index.sheets.length === gridLimits.sheets) {
      this.#index.hasMoreSheets = true
      this.#sheet = null
      return
    }
    this.#sheet = { name: name.slice(0, 255).toWellFormed(), columns: [], rows: 0, screens: [], cut: [] }
    this.#index.sheets.push(this.#sheet)
    if (isPrinted) this.#printed.add(this.#sheet)
  }

  rows(number: number, count: number, cells: readonly StoredCell[], fill: GridFill | null): void {
    if (!this.#sheet || this.#sheet.cut.includes('rows')) return
    const rows = { number, count, cells, fill }
    if (cells.every(([, text, , , across]) => text === '' && across === undefined)) {
      this.#write(this.#blank.add(rows))
      return
    }
    this.#write([...this.#blank.takeAll(), rows])
  }

  #write(all: readonly BlankRows[]): void {
    for (const { number, count, cells, fill } of all)
      for (let each = 0; each < count; each++) {
        const row: StoredRow = [number + each, this.#fitting(cells)]
        if (fill) row.push(fill)
        if (!this.#add(row)) return
      }
  }

  cut(what: GridCut): void {
    if (this.#sheet && !this.#sheet.cut.includes(what)) this.#sheet.cut.push(what)
  }

  endSheet(): void {
    const blank = this.#blank.end()
    if (this.#sheet && !this.#sheet.cut.includes('rows')) this.#write(blank)
    this.#endScreen()
    if (this.#sheet) this.#sheet.columns = this.#columns!.visible.slice(0, this.#width)
    this.#sheet = null
  }

  /** Writes the index. Throws RenderError if there is no sheet. */
  end(): void {
    if (this.#index.sheets.length === 0)
      throw new RenderError('corrupt', 'the flat sheet has no visible sheet')
    const printed = this.#index.sheets.filter((sheet) => this.#printed.has(sheet))
    // Where nothing is to be printed, the programs print everything.
    if (printed.length > 0) this.#index.sheets = printed
    const index = deflateRawSync(JSON.stringify(this.#index))
    const trailer = Buffer.alloc(8, gridMark)
    trailer.writeUInt32BE(index.length, 4)
    this.#push(index)
    this.#push(trailer)
  }

  /** Returns false if it does not fit. */
  #add(row: StoredRow): boolean {
    const [, cells] = row
    const width = (cells.at(-1)?.[0] ?? -1) + 1
    const text = cells.reduce((sum, cell) => sum + charactersOf(cell), 0)
    const left = { rows: this.#left.rows - 1, cells: this.#left.cells - width, text: this.#left.text - text }
    if (left.rows < 0 || left.cells < 0 || left.text < 0) {
      this.cut('rows')
      return false
    }
    if (this.#screenCells + width > screenLimits.cells || this.#screenText + text > screenLimits.text)
      this.#endScreen()
    this.#left = left
    this.#screen.push(row)
    this.#screenCells += width
    this.#screenText += text
    this.#width = Math.max(this.#width, width)
    if (this.#screen.length === screenLimits.rows) this.#endScreen()
    return true
  }

  /** The cells of a row up to the most that a row may say. */
  #fitting(cells: readonly StoredCell[]): StoredCell[] {
    let room: number = gridLimits.rowText
    return cells.map((cell) => {
      const fitting = charactersOf(cell) > room ? this.#cutTo(room, cell) : cell
      room -= charactersOf(fitting)
      return fitting
    })
  }

  /** A cell that does not fit shows what it can, without its links. */
  #cutTo(room: number, [place, text, isNumber, look, across, down]: StoredCell): StoredCell {
    this.cut('text')
    return [place, text.slice(0, room).toWellFormed(), isNumber, look ?? 0, across ?? 1, down ?? 1]
  }

  #endScreen(): void {
    const [first, last] = [this.#screen[0], this.#screen.at(-1)]
    if (!this.#sheet || !first || !last) return
    const bytes = deflateRawSync(JSON.stringify(this.#screen), { level: 3 })
    const entry: GridScreenEntry = {
      at: this.#size,
      length: bytes.length,
      rows: this.#screen.length,
      first: first[0],
      last: last[0],
    }
    this.#sheet.screens.push(entry)
    this.#sheet.rows += entry.rows
    this.#push(bytes)
    this.#screen = []
    this.#screenCells = 0
    this.#screenText = 0
  }

  #push(bytes: Uint8Array): void {
    this.#pieces.push(bytes)
    this.#size += bytes.length
  }
}

function charactersOf([, text, , , , , parts = []]: StoredCell): number {
  return parts.reduce((sum, { href = '' }) => sum + href.length, text.length)
}

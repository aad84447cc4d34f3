import { deflateRawSync } from 'node:zlib'
import type { SheetSink } from './flat-sheet.ts'
import {
  gridLimits,
  screenLimits,
  type GridIndex,
  type GridScreenEntry,
  type GridSheet,
  type StoredCell,
  type StoredRow,
} from './grid.ts'
import type { SheetColumns } from './sheet-columns.ts'
import { RenderError } from './types.ts'

export const gridMark = 'SGR1'

/** Makes the stored form of a grid, piece by piece; it holds one screen at a time. */
export class GridWriter implements SheetSink {
  readonly #index: GridIndex = { sheets: [], hasMoreSheets: false }
  #pieces: Uint8Array[] = []
  #size = 0
  #sheet: GridSheet | null = null
  #columns: SheetColumns | null = null
  /** Visible columns up to the last one that holds something. */
  #width = 0
  /** Empty rows that count only when another row follows. */
  #empty: { number: number; count: number }[] = []
  #screen: StoredRow[] = []
  #screenCells = 0
  #screenText = 0
  #left = {
    rows: gridLimits.rows as number,
    cells: gridLimits.cells as number,
    text: gridLimits.text as number,
  }

  /** What was made since it was asked last. */
  take(): Uint8Array[] {
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  startSheet(name: string, columns: SheetColumns): void {
    this.#columns = columns
    this.#width = 0
    this.#empty = []
    if (this.#index.sheets.length === gridLimits.sheets) {
      this.#index.hasMoreSheets = true
      this.#sheet = null
      return
    }
    this.#sheet = { name: name.slice(0, 255).toWellFormed(), columns: [], rows: 0, screens: [], cut: [] }
    this.#index.sheets.push(this.#sheet)
  }

  rows(number: number, count: number, cells: readonly StoredCell[]): void {
    if (!this.#sheet || this.#sheet.cut.includes('rows')) return
    if (cells.every(([, text]) => text === '') && !cells.some(([, , , across]) => across)) {
      this.#addEmpty(number, count)
      return
    }
    for (const { number: first, count: empty } of this.#empty.splice(0))
      for (let each = 0; each < empty; each++) if (!this.#add([first + each, []])) return
    for (let each = 0; each < count; each++) if (!this.#add([number + each, this.#fitting(cells)])) return
  }

  #addEmpty(number: number, count: number): void {
    const last = this.#empty.at(-1)
    if (last && last.number + last.count === number) last.count += count
    else this.#empty.push({ number, count })
  }

  cut(what: 'rows' | 'columns' | 'text'): void {
    if (this.#sheet && !this.#sheet.cut.includes(what)) this.#sheet.cut.push(what)
  }

  endSheet(): void {
    this.#endScreen()
    if (this.#sheet) this.#sheet.columns = this.#columns!.visible.slice(0, this.#width)
    this.#sheet = null
  }

  /** Writes the index. Throws RenderError where there is no sheet. */
  end(): void {
    if (this.#index.sheets.length === 0)
      throw new RenderError('corrupt', 'the flat sheet has no visible sheet')
    const index = deflateRawSync(JSON.stringify(this.#index))
    const trailer = Buffer.alloc(8, gridMark)
    trailer.writeUInt32BE(index.length, 4)
    this.#push(index)
    this.#push(trailer)
  }

  /** Answers false where there is no room for it. */
  #add(row: StoredRow): boolean {
    const [, cells] = row
    const width = (cells.at(-1)?.[0] ?? -1) + 1
    const text = cells.reduce((sum, [, words]) => sum + words.length, 0)
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
      const [place, text, ...rest] = cell
      if (text.length > room) this.cut('text')
      const kept = text.length > room ? text.slice(0, room).toWellFormed() : text
      room -= kept.length
      return [place, kept, ...rest]
    })
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

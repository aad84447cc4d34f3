import { Parser } from 'htmlparser2'
import { gridLimits, type StoredCell } from './grid.ts'
import { mostColumns, SheetColumns } from './sheet-columns.ts'
import { SheetStyles } from './sheet-styles.ts'
import { isInline, SheetText } from './sheet-text.ts'
import { RenderError } from './types.ts'

/** What is told of the visible sheets, in their order. Rows are numbered from 1, as in the program. */
export type SheetSink = {
  startSheet(name: string, columns: SheetColumns): void
  /** `count` rows with the same cells, from `number` on; without cells they are empty. */
  rows(number: number, count: number, cells: readonly StoredCell[]): void
  endSheet(): void
  /** That something of the sheet is left out. */
  cut(what: 'columns' | 'text'): void
}

type Place =
  | 'outside'
  | 'document'
  | 'styles'
  | 'style'
  | 'body'
  | 'spreadsheet'
  | 'table'
  | 'columns'
  | 'row'
  | 'cell'
  | 'paragraph'
  | 'nothing'

/** Where each element may stand, and what it is there. What is not named here is left out with all that is in it. */
const children: Record<Place, Record<string, Place>> = {
  outside: { 'office:document': 'document' },
  document: { 'office:styles': 'styles', 'office:automatic-styles': 'styles', 'office:body': 'body' },
  styles: { 'style:style': 'style' },
  style: { 'style:table-properties': 'nothing', 'style:table-cell-properties': 'nothing' },
  body: { 'office:spreadsheet': 'spreadsheet' },
  spreadsheet: { 'table:table': 'table' },
  table: {
    'table:table-column': 'nothing',
    'table:table-columns': 'columns',
    'table:table-header-columns': 'columns',
    'table:table-column-group': 'columns',
    'table:table-row': 'row',
    'table:table-rows': 'table',
    'table:table-header-rows': 'table',
    'table:table-row-group': 'table',
  },
  columns: {
    'table:table-column': 'nothing',
    'table:table-columns': 'columns',
    'table:table-header-columns': 'columns',
    'table:table-column-group': 'columns',
  },
  row: { 'table:table-cell': 'cell', 'table:covered-table-cell': 'nothing' },
  cell: { 'text:p': 'paragraph' },
  paragraph: {},
  nothing: {},
}

/** A row or column that no program has so many of. */
const mostRepeated = 1_048_576

type Attributes = Record<string, string>
type Open = { place: Place; name: string; isHidden: boolean }

/**
 * Reads flat OpenDocument spreadsheets as they come, whatever their length: what the cells show, of what is visible.
 * Formulas, notes, drawings, charts and what is covered by a merged cell are not looked at. Throws RenderError.
 */
export class FlatSheet {
  readonly #sink: SheetSink
  readonly #parser: Parser
  readonly #styles = new SheetStyles()
  readonly #open: Open[] = []
  readonly #text = new SheetText()
  #skipped = 0
  #hasBody = false
  #isWhole = false
  #columns = new SheetColumns()
  #isProtected = false
  #row = { number: 1, count: 1, isHidden: false, style: '', cells: [] as StoredCell[], column: 0 }
  #hasRows = false
  #cell: Attributes = {}

  constructor(sink: SheetSink) {
    this.#sink = sink
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#enter(name, attributes),
        ontext: (text) => {
          if (this.#skipped === 0 && this.#place === 'paragraph') this.#text.write(text)
        },
        onclosetag: (name, isImplied) => this.#leave(name, isImplied),
      },
      { xmlMode: true, decodeEntities: true },
    )
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  /** Throws RenderError where what came is no whole spreadsheet. */
  end(): void {
    this.#parser.end()
    if (!this.#isWhole) throw new RenderError('corrupt', 'the flat sheet is not whole')
  }

  get #place(): Place {
    return this.#open.at(-1)?.place ?? 'outside'
  }

  #enter(name: string, attributes: Attributes): void {
    if (this.#skipped > 0) {
      this.#skipped++
      return
    }
    const from = this.#place
    const place = from === 'paragraph' && isInline(name) ? 'paragraph' : children[from][name]
    if (place === undefined || (name === 'table:table' && this.#styles.hidesSheet(styleIn(attributes)))) {
      this.#skipped = 1
      return
    }
    this.#open.push({ place, name, isHidden: isHidden(attributes) })
    this.#begin(name, attributes)
  }

  #begin(name: string, attributes: Attributes): void {
    if (name === 'office:body') this.#hasBody = true
    if (name === 'style:style') this.#requireFirst(!this.#hasBody)
    this.#styles.see(name, attributes)
    if (name === 'table:table') this.#startSheet(attributes)
    if (name === 'table:table-column') this.#addColumns(attributes)
    if (name === 'table:table-row') this.#startRow(attributes)
    if (name === 'table:table-cell') this.#cell = attributes
    if (name === 'table:covered-table-cell') this.#row.column += repeated(attributes, 'columns')
    if (name === 'text:p') this.#text.startParagraph()
    else if (this.#place === 'paragraph') this.#text.open(name, attributes)
  }

  #leave(name: string, isImplied: boolean): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    this.#open.pop()
    if (name === 'office:document' && !isImplied && this.#hasBody) this.#isWhole = true
    if (name === 'text:p') this.#text.endParagraph()
    if (name === 'table:table-cell') this.#endCell()
    if (name === 'table:table-row') this.#endRow()
    if (name === 'table:table') this.#sink.endSheet()
  }

  #startSheet(attributes: Attributes): void {
    this.#columns = new SheetColumns()
    this.#isProtected = attributes['table:protected'] === 'true'
    this.#row.number = 1
    this.#hasRows = false
    this.#sink.startSheet(attributes['table:name'] ?? '', this.#columns)
  }

  #addColumns(attributes: Attributes): void {
    this.#requireFirst(!this.#hasRows)
    this.#columns.add(repeated(attributes, 'columns'), {
      isHidden: this.#isInHidden(),
      style: attributes['table:default-cell-style-name'] ?? '',
    })
  }

  #startRow(attributes: Attributes): void {
    this.#hasRows = true
    this.#row = {
      number: this.#row.number,
      count: repeated(attributes, 'rows'),
      isHidden: this.#isInHidden(),
      style: attributes['table:default-cell-style-name'] ?? '',
      cells: [],
      column: 0,
    }
  }

  #endCell(): void {
    const text = this.#text.take()
    if (this.#text.isCut) this.#sink.cut('text')
    this.#text.isCut = false
    const count = repeated(this.#cell, 'columns')
    const first = this.#row.column
    this.#row.column += count
    if (text === '' && !isMerged(this.#cell)) return
    for (let column = first; column < Math.min(first + count, mostColumns); column++) {
      const place = this.#columns.placeOf(column)
      if (place >= gridLimits.columns) return this.#sink.cut('columns')
      if (place >= 0) this.#row.cells.push(this.#stored(column, place, text))
    }
  }

  #stored(column: number, place: number, text: string): StoredCell {
    const style = styleIn(this.#cell) || this.#row.style || this.#columns.styleOf(column)
    const shown = this.#isProtected && this.#styles.hidesCell(style) ? '' : text
    const isNumber = numeric.has(this.#cell['office:value-type'] ?? '') ? 1 : 0
    if (!isMerged(this.#cell)) return [place, shown, isNumber]
    const across = this.#columns.visibleAmong(column, spanned(this.#cell, 'columns'))
    return [place, shown, isNumber, across, spanned(this.#cell, 'rows')]
  }

  #endRow(): void {
    const { number, count, isHidden, cells } = this.#row
    this.#row.number += count
    if (!isHidden) this.#sink.rows(number, count, cells)
  }

  #isInHidden(): boolean {
    return this.#open.some((open) => open.isHidden)
  }

  /** Programs write them in this order; otherwise something would have been shown before it is known to be hidden. */
  #requireFirst(isFirst: boolean): void {
    if (!isFirst) throw new RenderError('corrupt', 'the flat sheet is not in order')
  }
}

const numeric: ReadonlySet<string> = new Set(['float', 'percentage', 'currency', 'date', 'time'])

function styleIn(attributes: Attributes): string {
  return attributes['table:style-name'] ?? ''
}

/** Columns and rows, and groups of them that are folded. */
function isHidden(attributes: Attributes): boolean {
  const visibility = attributes['table:visibility'] ?? 'visible'
  return visibility !== 'visible' || attributes['table:display'] === 'false'
}

function repeated(attributes: Attributes, what: 'columns' | 'rows'): number {
  return countIn(attributes[`table:number-${what}-repeated`])
}

function spanned(attributes: Attributes, what: 'columns' | 'rows'): number {
  return countIn(attributes[`table:number-${what}-spanned`])
}

function isMerged(attributes: Attributes): boolean {
  return spanned(attributes, 'columns') > 1 || spanned(attributes, 'rows') > 1
}

function countIn(text: string | undefined): number {
  const count = Number(text ?? '1')
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, mostRepeated) : 1
}

import { Parser } from 'htmlparser2'
import { CellLooks, type NumberLook } from './cell-looks.ts'
import { isNumeric, valueOf, type CellValue } from './cell-value.ts'
import { PrintArea } from './print-area.ts'
import { SheetColumns } from '#server/rendering/sheet-parts/sheet-columns.ts'
import { isOfStyles, placeIn, type Place } from '#server/rendering/sheet-parts/sheet-places.ts'
import { SheetRows, type CellContent, type RowSink } from '#server/rendering/sheet-parts/sheet-rows.ts'
import { SheetStyles } from '#server/rendering/sheet-parts/sheet-styles.ts'
import { isInline, SheetText, type CellText } from '#server/rendering/sheet-parts/sheet-text.ts'
import { linkIn } from '#server/rendering/sheet-parts/web-address.ts'
import { RenderError } from '#server/rendering/types.ts'

/** What is reported of the visible sheets, in order. Rows are numbered from 1, as in the program. */
export type SheetSink = RowSink & {
  /** One that is not printed counts only if no sheet is. */
  startSheet(name: string, columns: SheetColumns, isPrinted: boolean): void
  endSheet(): void
  /** That something of the sheet is left out. */
  cut(what: 'columns' | 'text' | 'drawings'): void
  numberLook: NumberLook
}

/** A row or column number beyond what any program supports. */
const maxRepeated = 1_048_576

type Attributes = Record<string, string>
type Open = { place: Place; name: string; isHidden: boolean }

/**
 * Reads flat OpenDocument spreadsheets as they come, whatever their length: what the cells show, of what is visible on
 * their pages. Formulas that are no links, notes, drawings, charts and what is covered by a merged cell are not looked
 * at. Throws RenderError.
 */
export class FlatSheet {
  readonly #sink: SheetSink
  readonly #parser: Parser
  readonly #styles = new SheetStyles()
  readonly #looks: CellLooks
  readonly #open: Open[] = []
  readonly #text = new SheetText()
  #skipped = 0
  #hasBody = false
  #isWhole = false
  #columns = new SheetColumns(PrintArea.in(undefined))
  #rows: SheetRows | null = null
  #hasRows = false
  #isProtected = false
  #hidesZeros = false
  /** The next column of the row, and the look of its cells that say nothing. */
  #column = 0
  #rowStyle = ''
  #cell: Attributes = {}

  constructor(sink: SheetSink) {
    this.#sink = sink
    this.#looks = new CellLooks(this.#styles, (look) => sink.numberLook(look))
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

  /** Throws RenderError if the input was not a complete spreadsheet. */
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
    const place = from === 'paragraph' && isInline(name) ? 'paragraph' : placeIn(from, name)
    if (place === null || (name === 'table:table' && this.#styles.hidesSheet(styleIn(attributes)))) {
      if (isDrawing(from, name)) this.#sink.cut('drawings')
      this.#skipped = 1
      return
    }
    this.#open.push({ place, name, isHidden: isHidden(attributes) })
    this.#begin(name, attributes, from)
  }

  #begin(name: string, attributes: Attributes, from: Place): void {
    if (name === 'office:body') this.#hasBody = true
    if (isOfStyles(from)) {
      this.#requireFirst(!this.#hasBody)
      this.#styles.see(name, attributes)
    }
    if (name === 'table:table') this.#startSheet(attributes)
    if (name === 'table:table-column') this.#addColumns(attributes)
    if (name === 'table:table-row') this.#startRow(attributes)
    if (name === 'table:table-cell') this.#cell = attributes
    if (name === 'table:covered-table-cell') this.#column += repeated(attributes, 'columns')
    if (name === 'text:p') this.#text.startParagraph()
    else if (this.#place === 'paragraph') this.#text.open(name, attributes)
  }

  #leave(name: string, isImplied: boolean): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    const left = this.#open.pop()
    if (name === 'office:document' && !isImplied && this.#hasBody) this.#isWhole = true
    if (name === 'text:p') this.#text.endParagraph()
    else if (left?.place === 'paragraph') this.#text.close()
    if (name === 'table:table-cell') this.#endCell()
    if (name === 'table:table-row') this.#rows!.end()
    if (name === 'table:table') this.#sink.endSheet()
  }

  #startSheet(attributes: Attributes): void {
    const area = PrintArea.in(attributes['table:print-ranges'])
    this.#columns = new SheetColumns(area)
    this.#rows = new SheetRows(this.#sink, this.#columns, area)
    this.#hasRows = false
    this.#isProtected = attributes['table:protected'] === 'true'
    this.#hidesZeros = this.#styles.hidesZeros(styleIn(attributes))
    const isPrinted = attributes['table:print'] !== 'false'
    this.#sink.startSheet(attributes['table:name'] ?? '', this.#columns, isPrinted)
  }

  #addColumns(attributes: Attributes): void {
    this.#requireFirst(!this.#hasRows)
    this.#columns.add(repeated(attributes, 'columns'), {
      isHidden: this.#isInHidden(),
      isHeader: this.#isIn('table:table-header-columns'),
      style: attributes['table:default-cell-style-name'] ?? '',
    })
  }

  #startRow(attributes: Attributes): void {
    this.#hasRows = true
    this.#column = 0
    this.#rowStyle = attributes['table:default-cell-style-name'] ?? ''
    this.#rows!.start({
      count: repeated(attributes, 'rows'),
      isHidden: this.#isInHidden(),
      isHeader: this.#isIn('table:table-header-rows'),
    })
  }

  #endCell(): void {
    const text = this.#text.take()
    if (this.#text.isCut) this.#sink.cut('text')
    this.#text.isCut = false
    const [column, count] = [this.#column, repeated(this.#cell, 'columns')]
    this.#column += count
    const style = styleIn(this.#cell) || this.#rowStyle
    const alike = style === '' ? this.#columns.alike(column, count) : [{ column, count, style }]
    const [across, down] = [spanned(this.#cell, 'columns'), spanned(this.#cell, 'rows')]
    for (const part of alike) {
      const content = this.#content(text, part.style)
      if (content.text === '' && content.look === 0 && across === 1 && down === 1) continue
      this.#rows!.add(part.column, part.count, content, { across, down })
    }
  }

  #content({ text, parts }: CellText, style: string): CellContent {
    const isNumber = isNumeric(this.#cell) ? 1 : 0
    const value = valueOf(this.#cell, text)
    if (text === '' || this.#isHeldBack(style, value))
      return { text: '', isNumber, look: this.#looks.ofBlank(style, text === '' ? 0 : value), parts: [] }
    const { look, colour } = this.#looks.of(style, value)
    const sign = typeof value === 'number' && value < 0 && colour !== null && isUnsigned(text) ? '-' : ''
    const leads = linkIn(this.#cell['table:formula'] ?? '')
    const linked = leads === null ? parts : [{ from: 0, to: text.length, style: '', href: leads }]
    const marked = linked.map(({ from, to, style: name, href }) => ({
      from: from + sign.length,
      to: to + sign.length,
      look: this.#looks.ofPart(name),
      ...(href !== null && { href }),
    }))
    return { text: sign + text, isNumber, look, parts: marked.filter((part) => part.look > 0 || part.href) }
  }

  /** Whether the pages show no value here. */
  #isHeldBack(style: string, value: CellValue): boolean {
    const { hidesCell, isPrinted } = this.#styles.cell(style)
    return !isPrinted || (this.#isProtected && hidesCell) || (this.#hidesZeros && value === 0)
  }

  #isInHidden(): boolean {
    return this.#open.some((open) => open.isHidden)
  }

  #isIn(name: string): boolean {
    return this.#open.some((open) => open.name === name)
  }

  /** Programs write them in this order; otherwise something would have been shown before it is known to be hidden. */
  #requireFirst(isFirst: boolean): void {
    if (!isFirst) throw new RenderError('corrupt', 'the flat sheet is not in order')
  }
}

/** Charts, pictures and shapes, of a sheet or of a cell. */
function isDrawing(place: Place, name: string): boolean {
  return (place === 'table' && name === 'table:shapes') || (place === 'cell' && name.startsWith('draw:'))
}

/** Whether only a colour would say that a number is negative. */
function isUnsigned(text: string): boolean {
  return /\d/.test(text) && !/[-(\u2010-\u2015\u2212\uFE63\uFF0D]/.test(text)
}

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

function countIn(text: string | undefined): number {
  const count = Number(text ?? '1')
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, maxRepeated) : 1
}

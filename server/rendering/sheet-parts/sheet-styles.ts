import { conditionIn, type CellValue, type Condition } from '#server/rendering/sheet/cell-value.ts'
import { isNumberFormat, NumberFormats } from '#server/rendering/sheet/number-formats.ts'
import { lookIn, type StyleLook } from './style-look.ts'
import { RenderError } from '#server/rendering/types.ts'

type Attributes = Record<string, string>

/** The style of a cell as long as its own value meets a condition. */
type Case = { holds: Condition | null; style: string }

export type SheetStyle = {
  hidesSheet: boolean
  /** Whether a protected sheet hides the value. */
  hidesCell: boolean
  /** Whether the pages leave out the value. */
  isPrinted: boolean
  look: StyleLook
  /** The name of how its numbers are written. */
  format: string
  cases: readonly Case[]
  /** Of a sheet: the name of its kind of page. */
  page: string
}

const plain: SheetStyle = {
  hidesSheet: false,
  hidesCell: false,
  isPrinted: true,
  look: {},
  format: '',
  cases: [],
  page: '',
}
const maxStyles = 100_000
const maxCases = 20

/** The styles of a flat spreadsheet: what they hide, and what cells look like. */
export class SheetStyles {
  readonly formats = new NumberFormats()
  readonly #styles = new Map<string, SheetStyle>()
  /** Kinds of pages without zeros: layouts by their names, and pages by the names of their layouts. */
  readonly #zeroless = new Set<string>()
  readonly #layoutOfPage = new Map<string, string>()
  #layout = ''
  #current: SheetStyle = { ...plain }
  #isFormat = false

  /** Takes what elements say of styles, in their order. Throws RenderError. */
  see(element: string, attributes: Attributes): void {
    if (element === 'style:style') return this.#begin(attributes)
    if (isNumberFormat(element)) {
      this.#requireRoom()
      this.#isFormat = true
      return this.formats.begin(element, attributes)
    }
    if (element === 'style:page-layout') this.#layout = attributes['style:name'] ?? ''
    if (element === 'style:page-layout-properties') this.#seeLayout(attributes)
    if (element === 'style:master-page') {
      this.#requireRoom()
      this.#layoutOfPage.set(attributes['style:name'] ?? '', attributes['style:page-layout-name'] ?? '')
    }
    if (this.#isFormat) return this.formats.see(element, attributes)
    if (element === 'style:map') this.#addCase(attributes)
    else this.#say(element, attributes)
  }

  #begin(attributes: Attributes): void {
    this.#isFormat = false
    const family = attributes['style:family'] ?? ''
    const inherited = this.#find(family, attributes['style:parent-style-name'] ?? '')
    const style = { ...inherited, look: { ...inherited.look } }
    this.#current = style
    style.format = attributes['style:data-style-name'] ?? style.format
    style.page = attributes['style:master-page-name'] ?? style.page
    this.#requireRoom()
    this.#styles.set(`${family} ${attributes['style:name']}`, style)
  }

  #say(element: string, attributes: Attributes): void {
    const style = this.#current
    const display = attributes['table:display']
    if (element === 'style:table-properties' && display !== undefined) style.hidesSheet = display === 'false'
    if (element === 'style:table-cell-properties') {
      const protection = attributes['style:cell-protect']
      if (protection !== undefined) style.hidesCell = protection === 'hidden-and-protected'
      const printed = attributes['style:print-content']
      if (printed !== undefined) style.isPrinted = printed !== 'false'
    }
    Object.assign(style.look, lookIn(element, attributes))
  }

  #addCase(attributes: Attributes): void {
    if (this.#current.cases.length === maxCases) return
    const holds = conditionIn(attributes['style:condition'] ?? '')
    const style = attributes['style:apply-style-name'] ?? ''
    this.#current.cases = [...this.#current.cases, { holds, style }]
  }

  #seeLayout(attributes: Attributes): void {
    const printed = attributes['style:print']
    if (printed !== undefined && !printed.split(' ').includes('zero-values')) this.#zeroless.add(this.#layout)
  }

  /** One that is forgotten might be one that hides. */
  #requireRoom(): void {
    if (this.#styles.size + this.formats.size + this.#layoutOfPage.size >= maxStyles)
      throw new RenderError('too large', 'the flat sheet has too many styles')
  }

  #find(family: string, name: string): SheetStyle {
    return this.#styles.get(`${family} ${name}`) ?? plain
  }

  cell(name: string): SheetStyle {
    return this.#find('table-cell', name === '' ? 'Default' : name)
  }

  text(name: string): StyleLook {
    return this.#find('text', name).look
  }

  hidesSheet(style: string): boolean {
    return this.#find('table', style).hidesSheet
  }

  /** Whether the pages of sheets of this style show no zeros. */
  hidesZeros(style: string): boolean {
    return this.#zeroless.has(this.#layoutOfPage.get(this.#find('table', style).page) ?? '')
  }

  /** The name of the style that a condition gives a cell with this value, or null. */
  caseOf(style: SheetStyle, value: CellValue): string | null {
    for (const { holds, style: other } of style.cases) {
      // What follows a condition that is not understood may not apply.
      if (!holds) return null
      if (holds(value)) return other
    }
    return null
  }
}

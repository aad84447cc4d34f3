import { RenderError } from './types.ts'

type Attributes = Record<string, string>
type Style = { hidesSheet: boolean; hidesCell: boolean }

const shown: Style = { hidesSheet: false, hidesCell: false }
const mostStyles = 100_000

/** What styles of a flat spreadsheet hide: whole sheets, and the values of cells of a protected sheet. */
export class SheetStyles {
  readonly #styles = new Map<string, Style>()
  #current: Style = { ...shown }

  /** Takes what elements say of styles, in their order. Throws RenderError. */
  see(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.#begin(attributes)
    if (name === 'style:table-properties' && attributes['table:display'] !== undefined)
      this.#current.hidesSheet = attributes['table:display'] === 'false'
    const protection = attributes['style:cell-protect']
    if (name === 'style:table-cell-properties' && protection !== undefined)
      this.#current.hidesCell = protection === 'hidden-and-protected'
  }

  #begin(attributes: Attributes): void {
    const inherited = this.#find(attributes['style:family'], attributes['style:parent-style-name'])
    this.#current = { ...inherited }
    const key = `${attributes['style:family']} ${attributes['style:name']}`
    // One that is forgotten might be one that hides.
    if (this.#styles.size === mostStyles)
      throw new RenderError('too large', 'the flat sheet has too many styles')
    this.#styles.set(key, this.#current)
  }

  #find(family: string | undefined, name: string | undefined): Style {
    return this.#styles.get(`${family} ${name}`) ?? shown
  }

  hidesSheet(style: string): boolean {
    return this.#find('table', style).hidesSheet
  }

  hidesCell(style: string): boolean {
    return this.#find('table-cell', style).hidesCell
  }
}

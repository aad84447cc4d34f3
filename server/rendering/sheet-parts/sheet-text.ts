import { gridLimits } from '#server/rendering/sheet/grid.ts'
import { webAddress } from './web-address.ts'

/** What can be in a paragraph of a cell; everything else in it is not part of what the cell shows. */
const inline: ReadonlySet<string> = new Set([
  'text:span',
  'text:a',
  'text:s',
  'text:tab',
  'text:line-break',
  'text:ruby',
  'text:ruby-base',
  'text:sheet-name',
  'text:title',
  'text:date',
  'text:time',
])

export function isInline(name: string): boolean {
  return inline.has(name)
}

/** A part of a text that has a style of its own, by its name, or is a link. */
export type TextPart = { from: number; to: number; style: string; href: string | null }

export type CellText = { text: string; parts: TextPart[] }

type Open = { style: string; href: string | null }

/** The text of one cell as it is collected: white space in the file is one space, others are elements. */
export class SheetText {
  #lines: string[] = []
  #line = ''
  #length = 0
  #endsInSpace = true
  #open: Open[] = []
  #parts: TextPart[] = []
  isCut = false

  startParagraph(): void {
    this.#line = ''
    this.#endsInSpace = true
    this.#open = []
  }

  endParagraph(): void {
    this.#lines.push(this.#line)
    this.#count('\n')
  }

  write(text: string): void {
    let spaced = text.replace(/[\t\n\r ]+/g, ' ')
    if (this.#endsInSpace && spaced.startsWith(' ')) spaced = spaced.slice(1)
    if (spaced === '') return
    this.#endsInSpace = spaced.endsWith(' ')
    this.#add(spaced)
  }

  open(name: string, attributes: Record<string, string>): void {
    const around = this.#open.at(-1) ?? { style: '', href: null }
    this.#open.push({
      style: attributes['text:style-name'] ?? around.style,
      href: name === 'text:a' ? webAddress(attributes['xlink:href'] ?? '') : around.href,
    })
    if (name === 'text:s') this.#add(' '.repeat(spaces(attributes['text:c'])))
    if (name === 'text:tab') this.#add('\t')
    if (name === 'text:line-break') this.#add('\n')
    if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') this.#endsInSpace = false
  }

  close(): void {
    this.#open.pop()
  }

  /** What was collected; the next cell begins empty. */
  take(): CellText {
    const text = this.#lines.join('\n').toWellFormed()
    const parts = this.#parts
    this.#lines = []
    this.#length = 0
    this.#parts = []
    return { text, parts }
  }

  #add(text: string): void {
    const from = this.#length
    this.#line += this.#count(text)
    const { style, href } = this.#open.at(-1) ?? { style: '', href: null }
    if ((style === '' && href === null) || this.#length === from) return
    const last = this.#parts.at(-1)
    if (last && last.to === from && last.style === style && last.href === href) last.to = this.#length
    else if (this.#parts.length < gridLimits.parts) this.#parts.push({ from, to: this.#length, style, href })
  }

  /** As much of it as fits in the cell. */
  #count(text: string): string {
    const room = Math.max(0, gridLimits.cellText - this.#length)
    if (text.length > room) this.isCut = true
    const kept = text.slice(0, room)
    this.#length += kept.length
    return kept
  }
}

function spaces(count: string | undefined): number {
  const number = Number(count ?? '1')
  return Number.isSafeInteger(number) && number > 0 ? Math.min(number, gridLimits.cellText) : 1
}

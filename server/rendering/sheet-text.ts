import { gridLimits } from './grid.ts'

/** What may stand in a paragraph of a cell; everything else in it is not part of what the cell shows. */
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

/** The text of one cell as it is collected: white space in the file is one space, others are elements. */
export class SheetText {
  #lines: string[] = []
  #line = ''
  #length = 0
  #endsInSpace = true
  isCut = false

  startParagraph(): void {
    this.#line = ''
    this.#endsInSpace = true
  }

  endParagraph(): void {
    this.#lines.push(this.#line)
    this.#add('\n')
  }

  write(text: string): void {
    let spaced = text.replace(/[\t\n\r ]+/g, ' ')
    if (this.#endsInSpace && spaced.startsWith(' ')) spaced = spaced.slice(1)
    if (spaced === '') return
    this.#endsInSpace = spaced.endsWith(' ')
    this.#line += this.#add(spaced)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'text:s') this.#line += this.#add(' '.repeat(spaces(attributes['text:c'])))
    if (name === 'text:tab') this.#line += this.#add('\t')
    if (name === 'text:line-break') this.#line += this.#add('\n')
    if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') this.#endsInSpace = false
  }

  /** What was collected; the next cell begins empty. */
  take(): string {
    const text = this.#lines.join('\n').toWellFormed()
    this.#lines = []
    this.#length = 0
    return text
  }

  #add(text: string): string {
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

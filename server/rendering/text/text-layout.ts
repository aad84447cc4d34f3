import { MAX_PAGES } from '#server/rendering/limits.ts'
import { RenderError } from '#server/rendering/types.ts'

export const COLUMNS = 82
export const LINES = 61
const TAB = 8

// More bytes than the longest text of MAX_PAGES full pages can have.
const MAX_TEXT_BYTES = MAX_PAGES * LINES * COLUMNS * 4
const PLAIN_LINE = /^[\x20-\x7e\u00a1-\u02ff\u0370-\u0482\u048a-\u0590]*$/
const INVISIBLE = /^[\p{M}\p{Cf}]$/u

export type TextPage = readonly string[]

/** UTF-8 or UTF-16 by its mark, else UTF-8 if it is valid, else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES)
    throw new RenderError('too many pages', `a text of ${bytes.length} bytes`)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Breaks a text into pages of at most LINES lines of COLUMNS columns; a form feed starts a page. */
export function layOutText(text: string): TextPage[] {
  const pages: string[][] = []
  let page: string[] | null = null
  function startPage(): string[] {
    if (pages.length === MAX_PAGES)
      throw new RenderError('too many pages', `a text of more than ${MAX_PAGES} pages`)
    pages.push([])
    return pages.at(-1)!
  }
  function addLine(line: string): void {
    if (!page || page.length === LINES) page = startPage()
    page.push(line)
  }
  for (const section of withoutLastBreak(text).split('\f')) {
    page = startPage()
    for (const line of section.split(/\r\n|[\n\r\u2028\u2029\u0085]/)) wrapLine(clean(line)).forEach(addLine)
  }
  return pages
}

function withoutLastBreak(text: string): string {
  return text.replace(/(\r\n|[\n\r\f])$/, '')
}

// Control characters would be refused by the text renderer; a lone surrogate is not a character.
function clean(line: string): string {
  return expandTabs(line.toWellFormed()).replaceAll(/[\x00-\x1f\x7f-\x9f\ufffe\uffff]/g, '\ufffd')
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let column = 0
  let expanded = ''
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) {
      const spaces = TAB - (column % TAB)
      expanded += ' '.repeat(spaces)
      column += spaces
    }
    expanded += part
    column += PLAIN_LINE.test(part)
      ? part.length
      : [...part].reduce((sum, letter) => sum + columnsOf(letter), 0)
  }
  return expanded
}

function wrapLine(line: string): string[] {
  if (line.length <= COLUMNS / 2 || (line.length <= COLUMNS && PLAIN_LINE.test(line))) return [line]
  const lines: string[] = []
  let start = 0
  let column = 0
  let lastSpace = -1
  for (let at = 0; at < line.length;) {
    const letter = String.fromCodePoint(line.codePointAt(at)!)
    const columns = columnsOf(letter)
    if (column + columns > COLUMNS) {
      // Break after the last space if there is one, else in the middle of the word.
      const end = letter === ' ' ? at : lastSpace > start ? lastSpace + 1 : at
      lines.push(line.slice(start, end))
      start = letter === ' ' ? at + 1 : end
      at = start
      column = 0
      lastSpace = -1
      continue
    }
    if (letter === ' ') lastSpace = at
    column += columns
    at += letter.length
  }
  if (start < line.length || lines.length === 0) lines.push(line.slice(start))
  return lines
}

/** How many columns of a fixed-pitch page a character takes: East Asian ones two, combining ones none. */
function columnsOf(letter: string): number {
  const code = letter.codePointAt(0)!
  if (code < 0x300) return 1
  if (INVISIBLE.test(letter)) return 0
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return isWide ? 2 : 1
}

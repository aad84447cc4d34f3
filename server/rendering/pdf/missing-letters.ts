import { MAX_PAGE_CHARACTERS } from './pdf-text.ts'
import type { Pdfium } from './pdfium.ts'
import type { MissingLetters } from '#server/rendering/types.ts'

// Pages are checked up to one of these, so that no long document waits for it.
const MOST_PAGES = 200
const MOST_MILLISECONDS = 2000

const INVISIBLE = 3
const CLIP_ONLY = 7

/** Letters of scripts that our own fonts lack: elsewhere a letter may be drawn joined, like ﬁ, and is not blank. */
const letterOfOthers = /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Common})\p{L}/u

/**
 * The pages where letters are blank: in fonts that the document does not embed, where neither our fonts nor the
 * system's have them. Null if none was found.
 */
export function missingLetters(pdfium: Pdfium, document: number, pageCount: number): MissingLetters | null {
  const until = performance.now() + MOST_MILLISECONDS
  const found: number[] = []
  let looked = 0
  while (looked < Math.min(pageCount, MOST_PAGES) && performance.now() < until) {
    if (missesLetters(pdfium, document, looked)) found.push(looked + 1)
    looked++
  }
  return found.length > 0 ? { first: found[0]!, pages: found.length, looked } : null
}

/** `index` counts from 0. */
function missesLetters(pdfium: Pdfium, document: number, index: number): boolean {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) return false
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    return text !== 0 && hasBlank(pdfium, text)
  } finally {
    if (text) pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

function hasBlank(pdfium: Pdfium, text: number): boolean {
  const count = Math.min(pdfium.FPDFText_CountChars(text), MAX_PAGE_CHARACTERS)
  const drawn = new Set<string>()
  for (let at = 0; at < count; at++) {
    const code = pdfium.FPDFText_GetUnicode(text, at)
    if (code < 0x80 || code > 0x10ffff || !letterOfOthers.test(String.fromCodePoint(code))) continue
    const object = pdfium.FPDFText_GetTextObject(text, at)
    const font = object && pdfium.FPDFTextObj_GetFont(object)
    if (!font || drawn.has(`${font}/${code}`)) continue
    if (isBlank(pdfium, object, font, code)) return true
    drawn.add(`${font}/${code}`)
  }
  return false
}

function isBlank(pdfium: Pdfium, object: number, font: number, code: number): boolean {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 0) return false
  // Searchable scans have their words like this, over an image of them.
  if ([INVISIBLE, CLIP_ONLY].includes(pdfium.FPDFTextObj_GetTextRenderMode(object))) return false
  return pdfium.FPDFFont_GetGlyphPath(font, code, 12) === 0
}

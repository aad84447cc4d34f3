import type { Pdfium } from './pdfium.ts'

/** More characters of one page are not read. */
export const MAX_PAGE_CHARACTERS = 200_000

/** The words of a page that PDFium has loaded, in reading order, with its line ends. */
export function readPdfText(pdfium: Pdfium, page: number): string {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return ''
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), MAX_PAGE_CHARACTERS)
    return count > 0 ? cleanText(readCharacters(pdfium, text, count)) : ''
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function readCharacters(pdfium: Pdfium, text: number, count: number): string {
  const buffer = pdfium.allocate(2 * (count + 1))
  if (!buffer) return ''
  try {
    // The number of UTF-16 units, including the one at the end.
    const length = pdfium.FPDFText_GetText(text, 0, count, buffer)
    const bytes = pdfium.heap().slice(buffer, buffer + 2 * Math.max(0, length - 1))
    return Buffer.from(bytes).toString('utf16le')
  } finally {
    pdfium.release(buffer)
  }
}

// A hyphen at the end of a line is U+0002 or U+FFFE: the word continues on the next line.
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0002\ufffe](\r?\n)?/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/g, ' ')
}

import { findingsOf } from '#server/rendering/preparing/findings.ts'
import type { MissingLetters } from '#server/rendering/types.ts'
import type { FoundInDocumentShown } from '#app/ui/found-in-document.tsx'

type File = { render_status: string; findings: string; shows_changes: number; page_count: number }

/** What its owner is told about a document that is shown; null if there is nothing to say. */
export function foundInDocument(file: File, mayBeDownloaded: boolean): FoundInDocumentShown | null {
  if (file.render_status !== 'Rendered') return null
  const { changes, fonts = [], letters } = findingsOf(file.findings)
  const notes = [
    ...(changes ? [changeNote(file.shows_changes === 1, mayBeDownloaded)] : []),
    ...(fonts.length > 0 ? [fontNote(fonts)] : []),
    ...(letters ? [letterNote(letters, file.page_count)] : []),
  ]
  if (notes.length === 0) return null
  return { notes, changes: changes ? (file.shows_changes === 1 ? 'hide' : 'show') : null }
}

function letterNote({ first, pages, looked }: MissingLetters, pageCount: number): string {
  const where = pages === 1 ? `page ${first}` : `${pages} pages, from page ${first} on`
  const among = looked < pageCount ? ` Only its first ${looked} pages were checked.` : ''
  return `Some characters are blank on ${where}: the PDF does not contain their fonts, and this server has none with these characters. Save the PDF with its fonts embedded, and put that in its place.${among}`
}

function fontNote(fonts: string[]): string {
  const are = fonts.length === 1 ? 'This font of the document is' : 'These fonts of the document are'
  return `${are} not on this server: ${fonts.join(', ')}. Its pages use others, so lines and pages may break elsewhere. A PDF made where they are looks as it should.`
}

function changeNote(isShown: boolean, mayBeDownloaded: boolean): string {
  if (isShown) return 'This document has tracked changes. They are shown, deleted words included.'
  const original = mayBeDownloaded ? ' A download is your file as it is, with its changes and comments.' : ''
  return `This document has tracked changes. Its pages show it as if all of them were accepted.${original}`
}

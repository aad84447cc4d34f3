import { findingsOf } from '#server/rendering/preparing/findings.ts'
import type { MissingLetters } from '#server/rendering/types.ts'
import type { FoundInDocumentShown } from '#app/ui/found-in-document.tsx'

type File = { render_status: string; findings: string; shows_changes: number; page_count: number }

/** What the owner of a document reads about it while it is shown; null if there is nothing to say. */
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
  const where = pages === 1 ? `page ${first}` : `${pages} pages, starting with page ${first}`
  const among = looked < pageCount ? ` Only its first ${looked} pages were checked.` : ''
  return `Some characters are blank on ${where}: the PDF doesn’t contain their fonts, and this server has none with these characters. Save the PDF with embedded fonts and upload it as a new version.${among}`
}

function fontNote(fonts: string[]): string {
  const are = fonts.length === 1 ? 'This font is' : 'These fonts are'
  return `${are} not on this server: ${fonts.join(', ')}. The pages use substitutes, so line and page breaks may differ. A PDF saved on a computer with these fonts will look right.`
}

function changeNote(isShown: boolean, mayBeDownloaded: boolean): string {
  if (isShown) return 'This document has tracked changes. They’re shown, including deleted text.'
  const original = mayBeDownloaded ? ' Downloads are the original file, with its changes and comments.' : ''
  return `This document has tracked changes. Its pages look as if they were all accepted.${original}`
}

import { countIn, foldText } from '#server/rules/text/finding.ts'
import type { OpenDocument } from '#server/rendering/open-document.ts'
import { MAX_PAGE_CHARACTERS } from './pdf-text.ts'
import { RenderError, type Hit, type PageRange } from '#server/rendering/types.ts'

/** The words on a page, up to the limit. */
export function textOf(document: OpenDocument, page: number): string {
  return document.text(page).slice(0, MAX_PAGE_CHARACTERS).toWellFormed()
}

/** The pages of a range that contain a folded query. A page that cannot be read has no words. */
export function findIn(document: OpenDocument, query: string, { first, count }: PageRange): Hit[] {
  const hits: Hit[] = []
  for (let page = first; page < first + count && page <= document.pages.length; page++) {
    const found = countIn(foldText(readableText(document, page)), query)
    if (found > 0) hits.push({ page, count: found })
  }
  return hits
}

function readableText(document: OpenDocument, page: number): string {
  try {
    return textOf(document, page)
  } catch (error) {
    if (error instanceof RenderError && error.reason !== 'memory') return ''
    throw error
  }
}

import { counted } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ShownFinding } from './found-pages.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'

/** What was found, ready to display; an error in the search is shown beside it, and the text is shown anyway. */
export async function foundPages(
  { visitor, services, client }: RequestContext,
  shareGuid: string,
  words: string,
  { at, version }: { at: (page: number) => string; version: number | undefined },
): Promise<ShownFinding> {
  try {
    const identity = await visitor.identity()
    const { total, hits, excerpts } = await services.viewing.texts.excerpts(
      identity,
      shareGuid,
      words,
      client,
      version,
    )
    const places = `${counted(total, 'place')} on ${counted(hits.length, 'page')}`
    const cut = excerpts.length < hits.length ? ` The first ${excerpts.length} pages are listed.` : ''
    return {
      summary: total === 0 ? `No matches for “${words}”.` : `Found “${words}” in ${places}.${cut}`,
      pages: excerpts.map(({ page, count, snippet }) => ({
        page,
        times: count > 1 ? `${count} times` : '',
        snippet,
        to: `${at(page)}#page-${page}`,
      })),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { summary: error.text, pages: [] }
  }
}

import type { View } from '#server/rules/reading/view-as.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { ReaderLink } from './reader-links.server.ts'

/** From any view of a spreadsheet to its table, if this reader is allowed that: for the viewer's bar. */
export async function sheetLink(
  { services }: RequestContext,
  found: ShareAccess,
  query: { version?: number | undefined; viewAs?: View | undefined },
): Promise<ReaderLink[]> {
  if (!(await services.viewing.grids.has(found))) return []
  return [
    { name: 'As a table', to: href(routes.reading.sheet, { ShareGuid: found.shareGuid }, query), count: 0 },
  ]
}

import { decide } from '#server/rules/gate.ts'
import type { View } from '#server/rules/view-as.ts'
import type { Found } from '#server/viewing/facts.ts'
import { href } from '../routes.ts'
import type { Given } from './loader.server.ts'
import type { ReaderLink } from './reader-links.server.ts'
import { firstPage } from './reading.server.ts'

/** From any way of looking at a file to its text, where this reader may have that: for the viewer's bar. */
export function textLinks(
  given: Given,
  found: Found,
  query: { version?: number | undefined; viewAs?: View | undefined },
): ReaderLink[] {
  const { now, url } = given
  const { gate, file, shareGuid } = found
  const path = href('text', { ShareGuid: shareGuid })
  // Pictures have no text, and a page needs no link to itself.
  if (file.kind === 'image' || file.pageCount === 0 || url.pathname === path) return []
  if (decide(gate, 'readText', now) !== null) return []
  // The text of the very pages that are looked at.
  const page = firstPage(given, 1)
  const at = { ...query, page: page > 1 ? page : undefined }
  return [{ name: 'As text', to: href('text', { ShareGuid: shareGuid }, at), count: 0 }]
}

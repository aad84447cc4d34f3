import { decide } from '#server/rules/sharing/policy.ts'
import type { View } from '#server/rules/reading/view-as.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { ReaderLink } from './reader-links.server.ts'
import { firstPage } from '#app/view-models/reading.server.ts'

/** Where a reader of images gets their text: the text itself, or an email to the sender, who can allow it. */
export type PagesAsText = { mayRead: true; to: string } | { mayRead: false; to: string; email: string }

/** For the pages themselves; null if there is no text, and for the sender, who needs to ask no one. */
export function pagesAsText(
  context: RequestContext,
  found: ShareAccess,
  query: { version?: number | undefined; viewAs?: View | undefined },
): PagesAsText | null {
  const { policyFacts, file, sender } = found
  const [link] = textLinks(context, found, query)
  if (link) return { mayRead: true, to: link.to }
  if (file.kind === 'image' || policyFacts.relationship === 'owner') return null
  const subject = encodeURIComponent('The text of a file that you shared')
  return { mayRead: false, to: `mailto:${sender.email}?subject=${subject}`, email: sender.email }
}

/** From any view of a file to its text, if this reader is allowed that: for the viewer's bar. */
export function textLinks(
  context: RequestContext,
  found: ShareAccess,
  query: { version?: number | undefined; viewAs?: View | undefined },
): ReaderLink[] {
  const { now, url } = context
  const { policyFacts, file, shareGuid } = found
  const path = href(routes.reading.text, { ShareGuid: shareGuid })
  // Images have no text, and a page needs no link to itself.
  if (file.kind === 'image' || file.pageCount === 0 || url.pathname === path) return []
  if (decide(policyFacts, 'readText', now) !== null) return []
  // The text of the very pages being viewed.
  const page = firstPage(context, 1)
  const at = { ...query, page: page > 1 ? page : undefined }
  return [{ name: 'As text', to: href(routes.reading.text, { ShareGuid: shareGuid }, at), count: 0 }]
}

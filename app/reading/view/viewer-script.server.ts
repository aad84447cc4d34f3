import { decide } from '#server/rules/sharing/policy.ts'
import type { Screen } from '#server/viewing/reading/viewing.ts'
import type { ViewerScriptFacts } from '#app/enhance/viewer/facts.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { ViewerFacts } from '#app/reading/shared/viewer.server.ts'

/** What the viewer's script works with, except the token of forms, which the page has. */
export function viewerScriptFacts(
  { now }: RequestContext,
  { found, pages }: Screen,
  { comments, back }: ViewerFacts,
  query: { version: number | undefined; mark: 'off' | undefined },
  isSpread: boolean,
): Omit<ViewerScriptFacts, 'token'> {
  const share = { ShareGuid: found.shareGuid }
  return {
    shareGuid: found.shareGuid,
    total: found.file.pageCount,
    pages,
    isSpread,
    isPicture: found.file.kind === 'image',
    query,
    heartbeat: href(routes.reading.heartbeat, share),
    find:
      decide(found.policyFacts, 'readText', now) === null && query.version === undefined
        ? href(routes.reading.find, share)
        : null,
    comments: comments?.to ?? null,
    file: back,
  }
}

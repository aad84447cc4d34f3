import { provedEmails } from '#server/accounts/identity.ts'
import { sendBytes, sendMade } from '#server/http/bytes/bytes.ts'
import { plainRefusal } from '#server/http/plain.ts'
import type { Copy } from '#server/viewing/reading/copy.ts'
import type { RequestContext } from './request-context.server.ts'
import type { At, ContextAt, GuardOf, Place } from './guard.server.ts'
import { guardedLoader, requireOwnReading, type Loader } from './loader.server.ts'

export { protectedHeaders } from '#server/http/bytes/bytes.ts'

/**
 * A loader of bytes, for GET and HEAD: what leaves otherwise would not be counted. As data of a screen a file would
 * be read into memory whole. A Problem is a short plain text under its status, since no page would be looked at.
 * It holds a place among all that is sent of its kind until it was taken.
 */
export function bytesLoader<const N extends Place, const G extends GuardOf<N>>(
  place: At<N>,
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<Response>,
  kind: 'transfers' | 'pagesUnderWay' = 'transfers',
): Loader<Response> {
  return guardedLoader(place, guard, load, {
    begin: (context) => takePlace(context, kind),
    refuse: plainRefusal,
  })
}

async function takePlace(context: RequestContext, kind: 'transfers' | 'pagesUnderWay'): Promise<void> {
  requireOwnReading(context)
  const { services, client, visitor } = context
  services[kind].enter(client, provedEmails(await visitor.identity())[0] ?? null)
}

/** A download: the original with ranges and resumption, or a marked copy that is made while it leaves. */
export function sendCopy(request: Request, copy: Copy): Response {
  const { file } = copy.found
  if (copy.kind === 'original') {
    const etag = `"${file.objectGuid}"`
    return sendBytes(request, copy.source, {
      name: file.name,
      mediaType: file.mediaType,
      etag,
      disposition: 'attachment',
    })
  }
  return sendMade(request, () => copy.copy.bytes, copy.copy)
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { provedEmails } from '#server/accounts/identity.ts'
import { sendBytes, sendMade } from '#server/http/bytes/bytes.ts'
import { refusedBy } from '#server/http/bytes/failed-bodies.ts'
import { plainRefusal } from '#server/http/plain.ts'
import type { Problem } from '#server/rules/problems.ts'
import type { Copy } from '#server/viewing/reading/copy.ts'
import type { RequestContext } from './request-context.server.ts'
import type { At, ContextAt, GuardOf, Place } from './guard.server.ts'
import { guardedLoader, requireOwnReading, type Loader } from './loader.server.ts'

export { protectedHeaders } from '#server/http/bytes/bytes.ts'

/**
 * A loader of bytes, for GET and HEAD: anything else sent would not be counted. As a screen's data a file would be read
 * into memory whole. A Problem is a short plain text with its status, since no one would see a page; `refuse` is for
 * addresses where someone might. It occupies a slot
 * among all transfers of its kind until it is finished.
 */
export function bytesLoader<const N extends Place, const G extends GuardOf<N>>(
  place: At<N>,
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<Response>,
  kind: 'transfers' | 'pageTransfers' = 'transfers',
  refuse: (
    problem: Problem,
    received: Pick<LoaderFunctionArgs, 'request' | 'params'>,
  ) => Response = plainRefusal,
): Loader<Response> {
  return guardedLoader(place, guard, answer, {
    begin: (context) => takePlace(context, kind),
    refuse,
  })

  async function answer(context: ContextAt<N, G>): Promise<Response> {
    return refusedBy(await load(context), (problem) => refuse(problem, context))
  }
}

async function takePlace(context: RequestContext, kind: 'transfers' | 'pageTransfers'): Promise<void> {
  requireOwnReading(context)
  const { services, client, visitor } = context
  services[kind].enter(client, provedEmails(await visitor.identity())[0] ?? null)
}

/** A download: the original with ranges and resumption, or a watermarked copy that is made while it is sent. */
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

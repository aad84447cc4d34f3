import type { LoaderFunctionArgs } from '@remix-run/node'
import { provedEmails } from '#server/accounts/identity.ts'
import { sendBytes, sendMade } from '#server/http/bytes/bytes.ts'
import { plainRefusal } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Copy } from '#server/viewing/reading/copy.ts'
import { given, type Given } from './loader.server.ts'

export { protectedHeaders } from '#server/http/bytes/bytes.ts'

/**
 * A loader of bytes, for GET and HEAD: what leaves otherwise would not be counted. As data of a screen a file would
 * be read into memory whole. A Problem is a short plain text under its status, since no page would be looked at.
 * It holds a place among all that is sent until it was taken.
 */
export function bytesLoader(
  load: (given: Given) => Promise<Response>,
): (received: LoaderFunctionArgs) => Promise<Response> {
  return async (received) => {
    try {
      const here = given(received)
      if (here.isForData) throw new Problem('notFound')
      if (here.request.method !== 'GET' && here.request.method !== 'HEAD') throw new Problem('wrongMethod')
      const { transfers } = here.services
      transfers.enter(here.client, provedEmails(await here.visitor.identity())[0] ?? null)
      return await load(here)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return plainRefusal(error)
    }
  }
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

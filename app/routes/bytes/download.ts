import type { LoaderFunctionArgs } from '@remix-run/node'
import { bytesLoader, sendCopy } from '../../web/bytes.server.ts'
import { isCounted } from '../../web/reading.server.ts'

/** The copy that this reader may have: the original, or the marked pages as PDF. Resumed parts are one download. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { visitor, services, client, params, request } = given
  const copy = await services.viewing.download(await visitor.identity(), params['ShareGuid'] ?? '', client)
  const isResumed = /^bytes=(?!0-)/.test(request.headers.get('range') ?? '')
  if (isCounted(given) && !isResumed) await services.viewing.noteDownload(copy.found, client)
  return sendCopy(request, copy)
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

/** A picture that moves, as it is, for whoever may download it: that counts as a download. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { visitor, services, client, params, request } = given
  const mayCount = isCounted(given)
  const guid = params['ShareGuid'] ?? ''
  const identity = await visitor.identity()
  const { found, mediaType, source } = await services.playing.animation(
    identity,
    guid,
    client,
    versionIn(given),
  )
  if (mayCount) await services.viewing.noteDownload(found, client, { isPart: request.headers.has('range') })
  const { name, objectGuid } = found.file
  return sendBytes(request, source, { name, mediaType, etag: `"${objectGuid}"`, disposition: 'inline' })
})

import { routes } from '#app/routes.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

/** What a player requests, by ranges; each is authorized, and again while it is sent. */
export const loader = bytesLoader(routes.reading.media, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, request } = context
  isCounted(context)
  // Browsers say what a request is for. It is not served as a page of its own, or as a file to be saved.
  const wanted = request.headers.get('sec-fetch-dest')
  if (wanted !== null && wanted !== 'video' && wanted !== 'audio') throw new Problem('playedInPage')
  const guid = params.ShareGuid
  const { found, mediaType, source } = await services.viewing.playing.stream(
    identity,
    guid,
    client,
    versionIn(context),
  )
  const { name } = found.file
  return sendBytes(request, source, { name, mediaType, etag: `"${source.guid}"`, disposition: 'inline' })
})

import { routes } from '#app/routes.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

/** What a player asks for, by ranges; the gate is asked for each, and again while it leaves. */
export const loader = bytesLoader(routes.reading.media, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, request } = context
  isCounted(context)
  // Browsers say what they want it for. A page of its own, or a file to be kept, it is not given for.
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

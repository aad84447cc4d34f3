import { routes } from '#app/routes.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

/** An animated image, unchanged, for people who can download it: that counts as a download. */
export const loader = bytesLoader(routes.reading.animation, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, request } = context
  const mayCount = isCounted(context)
  const guid = params.ShareGuid
  const { found, mediaType, source } = await services.viewing.playing.animation(
    identity,
    guid,
    client,
    versionIn(context),
  )
  if (mayCount)
    await services.viewing.pages.noteDownload(found, client, { isPart: request.headers.has('range') })
  const { name, objectGuid } = found.file
  return sendBytes(request, source, { name, mediaType, etag: `"${objectGuid}"`, disposition: 'inline' })
})

import { routes } from '#app/routes.ts'
import { isSameEntity } from '#server/http/bytes/etag.ts'
import { bytesLoader, protectedHeaders } from '#app/request/bytes.server.ts'

/** A small picture of page 1, for lists; each request is authorized, and none is a reading. */
export const loader = bytesLoader(
  routes.reading.thumbnail,
  'visitor',
  async ({ services, identity, params, client, request }) => {
    const { etag, draw } = await services.viewing.firstPages.find(identity, params.ShareGuid, client)
    const headers = { ...protectedHeaders, 'Content-Disposition': 'inline', ETag: etag }
    if (isSameEntity(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })
    if (request.method === 'HEAD') return new Response(null, { headers })
    const { bytes, mediaType } = await draw()
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, 'Content-Type': mediaType, 'Content-Length': String(bytes.length) },
    })
  },
  'pageTransfers',
)

import { routes } from '#app/routes.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { isCounted } from '#app/view-models/reading.server.ts'
import { zipAddress } from '#app/view-models/zip-links.server.ts'

/** One part of an archive, with ranges and resumption. */
export const loader = bytesLoader(routes.zips.part, 'visitor', send)

async function send(context: ContextAt<'zips.part', 'visitor'>): Promise<Response> {
  const { services, identity, client, params, request } = context
  const number = /^[1-9]\d{0,4}$/.test(params.Part) ? Number(params.Part) : 0
  isCounted(context)
  const { source, etag, name } = await services.zips.open(zipAddress(params), { identity, number, client })
  return sendBytes(request, source, { name, mediaType: 'application/zip', etag, disposition: 'attachment' })
}

import { mediaTypes } from '#server/http/tables/send-table.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { routes } from '#app/routes.ts'
import { requireAsAtPage } from '#app/exports/shared/export-request.server.ts'

/** A list that was prepared, with ranges and resumption; whether the reader may have it is checked again. */
export const loader = bytesLoader(routes.exports.file, 'user', async (context) => {
  const { services, user, params, request } = context
  const { row } = await services.exports.prepared.find(user, params.Export)
  await requireAsAtPage(context, row.list)
  const isLook = request.method === 'HEAD' || !/^(bytes=0-.*)?$/.test(request.headers.get('range') ?? '')
  const { source, etag, name, format } = await services.exports.prepared.open(user, row, { isLook })
  return sendBytes(request, source, { name, mediaType: mediaTypes[format], etag, disposition: 'attachment' })
})

import { sendTables, formatIn } from '#server/http/tables/send-table.ts'
import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Everything that someone sent, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.shares.sentExport, 'user', async ({ user, request, services }) =>
  sendTables(request, 'Sent files', [await services.viewing.shareExports.sent(user)], formatIn(request)),
)

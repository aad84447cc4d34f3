import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** Everything that someone sent, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.shares.sentExport, 'user', (context) =>
  sendList(context, { list: 'sent', of: null }),
)

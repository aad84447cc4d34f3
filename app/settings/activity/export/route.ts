import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** The activity of someone's own account, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.settings.activityExport, 'user', (context) =>
  sendList(context, { list: 'account', of: null }),
)

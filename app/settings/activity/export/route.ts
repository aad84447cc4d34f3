import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendAudit } from '#app/view-models/records/audit-page.server.ts'

/** The activity of someone's own account, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.settings.activityExport, 'user', async (context) =>
  sendAudit(context, 'account', 'Account activity'),
)

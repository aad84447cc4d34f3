import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** The audit trail of a team, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.team.auditExport, 'team admin', (context) =>
  sendList(context, { list: 'team', of: null }),
)

import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendAudit } from '#app/view-models/records/audit-page.server.ts'

/** The audit trail of a team, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.team.auditExport, 'team admin', async (context) =>
  sendAudit(context, 'team', `${context.team.name} audit`),
)

import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendAudit } from '#app/view-models/records/audit-page.server.ts'

/** The audit trail of the installation, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.operator.auditExport, 'operator', async (context) =>
  sendAudit(context, 'installation', 'Audit'),
)

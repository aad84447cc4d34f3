import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** The audit trail of the installation, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.operator.auditExport, 'operator', (context) =>
  sendList(context, { list: 'installation', of: null }),
)

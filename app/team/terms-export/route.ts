import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** Who accepted which version of a team's terms, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.team.termsExport, 'team admin', (context) =>
  sendList(context, { list: 'teamAcceptances', of: null }),
)

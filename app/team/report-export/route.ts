import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** What each member of a team has, as an Excel workbook or CSV. */
export const loader = bytesLoader(routes.team.reportExport, 'team admin', (context) =>
  sendList(context, { list: 'teamReport', of: null }),
)

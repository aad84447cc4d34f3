import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** The activity of a share, or with `table=people` its recipients, as an Excel workbook or CSV, for its owner. */
export const loader = bytesLoader(routes.shares.export, 'user', (context) => {
  const list = context.url.searchParams.get('table') === 'people' ? 'recipients' : 'shareActivity'
  return sendList(context, { list, of: context.params.ShareGuid })
})

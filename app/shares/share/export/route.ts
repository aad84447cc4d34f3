import { sendTables, formatIn } from '#server/http/tables/send-table.ts'
import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { filterIn } from '#app/view-models/records/export-filter.server.ts'

/** The activity of a share, or with `table=people` its recipients, as an Excel workbook or CSV, for its owner. */
export const loader = bytesLoader(
  routes.shares.export,
  'user',
  async ({ user, url, request, ...context }) => {
    const { shareExports } = context.services.viewing
    const guid = context.params.ShareGuid
    const isOfPeople = url.searchParams.get('table') === 'people'
    const { share, tables } = isOfPeople
      ? await shareExports.people(user, guid)
      : await shareExports.activity(user, guid, filterIn(url, user.timeZone))
    const name = `${share.name.replace(/\.[^.]*$/, '')} ${isOfPeople ? 'recipients' : 'activity'}`
    return sendTables(request, name, tables, formatIn(request))
  },
)

import { sendTables, formatIn } from '#server/http/tables/send-table.ts'
import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { filterIn } from '#app/view-models/records/export-filter.server.ts'

/**
 * The activity of a room, or of one member (`person`), its members (`table=members`) or its index (`table=files`), as
 * an Excel workbook or CSV, for owner and co-owners.
 */
export const loader = bytesLoader(routes.rooms.export, 'member can manage', async (context) => {
  const { identity, url, request, services, params } = context
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const asked = { identity, roomGuid: params.RoomGuid, timeZone }
  const { roomExports } = services.viewing
  const table = url.searchParams.get('table')
  const { room, tables } =
    table === 'members'
      ? await roomExports.members(asked)
      : table === 'files'
        ? await roomExports.files(asked)
        : await roomExports.activity(asked, filterIn(url, timeZone))
  const what = table === 'members' ? 'members' : table === 'files' ? 'index' : 'activity'
  return sendTables(request, `${room.name} ${what}`, tables, formatIn(request))
})

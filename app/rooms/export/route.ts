import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/**
 * The activity of a room, or of one member (`person`), its members (`table=members`) or its index (`table=files`), as
 * an Excel workbook or CSV, for owner and co-owners.
 */
export const loader = bytesLoader(routes.rooms.export, 'member can manage', (context) => {
  const table = context.url.searchParams.get('table')
  const list = table === 'members' ? 'members' : table === 'files' ? 'index' : 'roomActivity'
  return sendList(context, { list, of: context.room.guid })
})

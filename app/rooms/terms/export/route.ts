import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** Who accepted the terms of a data room, for owner and co-owners. */
export const loader = bytesLoader(routes.rooms.termsExport, 'user', (context) =>
  sendList(context, { list: 'roomAcceptances', of: context.params.RoomGuid }),
)

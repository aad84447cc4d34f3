import { routes } from '#app/routes.ts'
import { sendAcceptances } from '#app/view-models/records/acceptance-table.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Who accepted the terms of a data room, for owner and co-owners. */
export const loader = bytesLoader(routes.rooms.termsExport, 'user', async ({ user, ...context }) => {
  const { services, visitor, params } = context
  const lookedAt = { identity: await visitor.identity(), room: params.RoomGuid }
  const records = await services.viewing.acceptanceRecords.all(lookedAt)
  return sendAcceptances(context, params.RoomGuid, user.timeZone, records)
})

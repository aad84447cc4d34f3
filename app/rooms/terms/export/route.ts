import { routes } from '#app/routes.ts'
import { acceptanceCsv } from '#app/view-models/records/acceptance-csv.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Who accepted the terms of a data room, for owner and co-owners. */
export const loader = bytesLoader(routes.rooms.termsExport, 'user', async (context) => {
  const { services, visitor, params } = context
  const lookedAt = { identity: await visitor.identity(), room: params.RoomGuid }
  return acceptanceCsv(context, params.RoomGuid, await services.viewing.acceptanceRecords.all(lookedAt))
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { acceptanceCsv } from '#app/view-models/acceptance-csv.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { requireUser } from '#app/request/loader.server.ts'

/** Who accepted the terms of a data room, for owner and co-owners. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  await requireUser(given)
  const { services, visitor, params } = given
  const guid = params['RoomGuid'] ?? ''
  const lookedAt = { identity: await visitor.identity(), room: guid }
  return acceptanceCsv(given, guid, await services.acceptanceRecords.all(lookedAt))
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { acceptanceCsv } from '#app/view-models/acceptance-csv.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { requireUser } from '#app/request/loader.server.ts'

/** Who accepted the terms of a share, for its owner. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const user = await requireUser(given)
  const guid = given.params['ShareGuid'] ?? ''
  return acceptanceCsv(given, guid, await given.services.acceptanceRecords.all({ owner: user, share: guid }))
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { acceptanceCsv } from '#app/web/acceptance-csv.server.ts'
import { bytesLoader } from '#app/web/bytes.server.ts'
import { requireUser } from '#app/web/loader.server.ts'

/** Who accepted the terms of a share, for its owner. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const user = await requireUser(given)
  const guid = given.params['ShareGuid'] ?? ''
  return acceptanceCsv(given, guid, await given.services.acceptanceRecords.all(user, guid))
})

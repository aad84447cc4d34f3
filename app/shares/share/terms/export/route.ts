import { routes } from '#app/routes.ts'
import { acceptanceCsv } from '#app/view-models/acceptance-csv.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Who accepted the terms of a share, for its owner. */
export const loader = bytesLoader(routes.shares.termsExport, 'user', async ({ user, ...given }) => {
  const guid = given.params.ShareGuid
  return acceptanceCsv(
    given,
    guid,
    await given.services.viewing.acceptanceRecords.all({ owner: user, share: guid }),
  )
})

import { routes } from '#app/routes.ts'
import { sendAcceptances } from '#app/view-models/records/acceptance-table.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Who accepted the terms of a share, for its owner. */
export const loader = bytesLoader(routes.shares.termsExport, 'user', async ({ user, ...context }) => {
  const guid = context.params.ShareGuid
  return sendAcceptances(
    context,
    guid,
    user.timeZone,
    await context.services.viewing.acceptanceRecords.all({ owner: user, share: guid }),
  )
})

import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { sendList } from '#app/view-models/records/send-list.server.ts'

/** Who accepted the terms of a share, for its owner. */
export const loader = bytesLoader(routes.shares.termsExport, 'user', (context) =>
  sendList(context, { list: 'acceptances', of: context.params.ShareGuid }),
)

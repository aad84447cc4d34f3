import { routes } from '#app/routes.ts'
import { downloadHeaders, streamOf } from '#server/http/bytes/bytes.ts'
import { contentDisposition } from '#server/http/bytes/disposition.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** Everything that is stored for the account, to its owner, as one file. */
export const loader = bytesLoader(routes.settings.export, 'user at settings', async (context) => {
  const { services, user, request, now } = context
  const name = `strongroom-${new Date(now).toISOString().slice(0, 10)}.json`
  const headers = {
    ...downloadHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', name),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const document = await services.accounts.exports.begin(user)
  return new Response(
    streamOf(() => document),
    { headers },
  )
})

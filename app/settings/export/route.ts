import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { downloadHeaders, streamOf } from '#server/http/bytes/bytes.ts'
import { contentDisposition } from '#server/http/bytes/disposition.ts'
import { href } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'
import { requireUser } from '#app/request/loader.server.ts'

/** Everything that is kept of the account, to its owner, as one file. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const { services, visitor, request, now, isForeign } = given
  const tab = settingsPath('data')
  // Whoever has to sign in first comes to the page with the button, and so does who follows a link from elsewhere.
  if (!(await visitor.session())) throw redirect(href('login', {}, { to: tab }))
  if (isForeign) throw redirect(tab)
  const user = await requireUser({ ...given, url: new URL(tab, given.url) })
  const name = `strongroom-${new Date(now).toISOString().slice(0, 10)}.json`
  const headers = {
    ...downloadHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', name),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const document = await services.exports.begin(user)
  return new Response(
    streamOf(() => document),
    { headers },
  )
})

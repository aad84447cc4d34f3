import { redirect } from '@remix-run/node'
import { href, routes } from '#app/routes.ts'
import { loader as load, ownPath } from '#app/request/loader.server.ts'

/** An address in the path only fills in the form; it proves nothing. */
export const loader = load(routes.access.loginEmail, 'anyone', async ({ params, url }) => {
  const to = url.searchParams.get('to')
  return redirect(
    href(routes.access.login, {}, { email: params.UserEmail, to: to === null ? undefined : ownPath(to) }),
  )
})

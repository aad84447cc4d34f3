import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { href } from '#app/routes.ts'
import { ownPath } from '#app/request/loader.server.ts'

/** An address in the path only fills in the form; it proves nothing. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to')
  return redirect(
    href('login', {}, { email: params['UserEmail'], to: to === null ? undefined : ownPath(to) }),
  )
}

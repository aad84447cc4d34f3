import { redirect } from '@remix-run/node'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'

/** An address in the path only fills in the sign-in form, for unverified readers; it proves nothing. */
export const loader = load(routes.reading.entryEmail, 'visitor', async ({ services, params, identity }) => {
  const { ShareGuid: share, Email: email } = params
  const isProved = await services.viewing.readers.hasProved(identity, email)
  throw redirect(
    isProved
      ? href(routes.reading.entry, { ShareGuid: share })
      : href(routes.access.fileLogin, {}, { share, email }),
  )
})

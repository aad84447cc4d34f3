import { redirect } from '@remix-run/node'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'

/**
 * An address in the path only fills in the sign-in form, for unverified readers; it proves nothing. The room counts as
 * version 1 until it is known.
 */
export const loader = load(routes.rooms.entryEmail, 'visitor', async ({ services, params, identity }) => {
  const { ShareGuid: share, Email: email } = params
  const to = folderPath({ version: 1 }, share)
  const isProved = await services.viewing.readers.hasProved(identity, email)
  throw redirect(isProved ? to : href(routes.access.fileLogin, {}, { share, email, to }))
})

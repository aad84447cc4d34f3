import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { href } from '../../routes.ts'
import { folderPath } from '../../web/room-links.server.ts'

/** An address in the path only fills in the door's form; it proves nothing (B18). Of version 1 until it is known. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { ShareGuid: share = '', Email: email } = params
  return redirect(href('fileLogin', {}, { share, email, to: folderPath({ version: 1 }, share) }))
}

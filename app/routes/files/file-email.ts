import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { href } from '../../routes.ts'

/** An address in the path only fills in the door's form; it proves nothing (B18). */
export async function loader({ params }: LoaderFunctionArgs) {
  return redirect(href('fileLogin', {}, { share: params['ShareGuid'], email: params['Email'] }))
}

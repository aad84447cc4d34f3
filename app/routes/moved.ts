import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { href } from '../routes.ts'

/** Old and short addresses (specification 1, section 2): path → where it went. */
const moved: Record<string, string> = {
  '/': href('home'),
  '/outgoing': href('outgoing'),
}

export async function loader({ request }: LoaderFunctionArgs) {
  return redirect(moved[new URL(request.url).pathname.replace(/(?<=.)\/$/, '')] ?? href('home'))
}

import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { href, nameOf, type addresses } from '#app/routes.ts'

type Values = Record<string, string | undefined>

/**
 * Old and short addresses (specification 1, section 2), and those that only fill in a form: what stands in the path
 * proves nothing. Name → where it went.
 */
const moved: Partial<Record<keyof typeof addresses, (values: Values) => string>> = {
  start: () => href('home'),
  outgoingOld: () => href('outgoing'),
  incomingOld: () => href('incoming'),
  registerEmail: ({ Email: email }) => href('register', {}, { email }),
  registerCode: ({ Email: email, SignupCode: code }) => href('register', {}, { email, code }),
  roomsOld: () => href('rooms'),
  // The room's page leads on, where the room is of the other version.
  roomOld: ({ ShareGuid: guid }) => href('room1', { ShareGuid: guid ?? '' }),
  validationEmail: ({ Email: email }) => href('validation', {}, { email }),
}

/** The query goes along: it may say where somebody wants to go. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const target = moved[nameOf(pathname)]?.(params) ?? href('home')
  return redirect(search ? `${target}${target.includes('?') ? '&' : '?'}${search.slice(1)}` : target)
}

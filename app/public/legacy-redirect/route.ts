import { redirect } from '@remix-run/node'
import { href, routes, type Route } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { routeAt } from '#app/request/routing/matching.ts'

type Values = { [Name in 'Email' | 'SignupCode' | 'ShareGuid']?: string }

/**
 * Old and short addresses, and those that only fill in a form: the path proves nothing. Route → where it went.
 */
const moved = new Map<Route, (values: Values) => string>([
  [routes.legacy.start, () => href(routes.home.index)],
  [routes.legacy.outgoing, () => href(routes.shares.index)],
  [routes.legacy.incoming, () => href(routes.received.index)],
  [routes.legacy.registerEmail, ({ Email: email }) => href(routes.access.register, {}, { email })],
  [
    routes.legacy.registerCode,
    ({ Email: email, SignupCode: code }) => href(routes.access.register, {}, { email, code }),
  ],
  [routes.legacy.folders, () => href(routes.rooms.index)],
  // The room's page leads on, where the room is of the other version.
  [routes.legacy.folder, ({ ShareGuid: guid }) => href(routes.rooms.folder1, { ShareGuid: guid ?? '' })],
  [routes.legacy.validationEmail, ({ Email: email }) => href(routes.access.validation, {}, { email })],
])

/** The query goes along: it may say where someone wants to go. */
export const loader = load(
  Object.values(routes.legacy),
  'anyone',
  async ({ url: { pathname, search }, params }) => {
    const target = moved.get(routeAt(pathname))?.(params) ?? href(routes.home.index)
    return redirect(search ? `${target}${target.includes('?') ? '&' : '?'}${search.slice(1)}` : target)
  },
)

import { redirect } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { routeAt } from '#app/request/routing/matching.ts'
import type { RequestContext } from '#app/request/request-context.server.ts'
import { ownPath } from './wanted.server.ts'

/**
 * The user, unless the team requires a second factor that is missing: then only the settings open, where it is set up.
 * A form stays on its page to be sent again.
 */
export async function requireTeamConditions(
  { services, url, request, posted }: RequestContext,
  user: User,
): Promise<User> {
  if (
    routeAt(url.pathname) === routes.settings.index ||
    !(await services.teams.all.requiresSecondFactor(user))
  )
    return user
  const isForm = posted !== null || (request.method !== 'GET' && request.method !== 'HEAD')
  if (isForm) throw new Problem('secondFactorFirst')
  const to = ownPath(url.pathname + url.search)
  throw redirect(
    href(
      routes.settings.index,
      {},
      { tabActive: 'twofactor', to: to === href(routes.home.index) ? undefined : to },
    ),
  )
}

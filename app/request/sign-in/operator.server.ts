import { redirect } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import type { FoundSession } from '#server/accounts/sign-in/sessions.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/request-context.server.ts'
import { requireUser } from './signed-in.server.ts'
import { ownPath } from './wanted.server.ts'

type Operator = { user: User; session: FoundSession }

/** An operator. For anyone else there is nothing here, as the application has answered before. */
export async function requireOperator(context: RequestContext): Promise<Operator> {
  const session = await context.visitor.session()
  if (session?.requiredStep !== null || !session.user.isOperator) throw new Problem('notFound')
  return { user: await requireUser(context), session }
}

/**
 * An operator who has proved in the last 15 minutes who they are. Anyone else of them does so first, and comes back to
 * this page; a form stays on its page to be sent again.
 */
export async function requireFreshOperator(context: RequestContext): Promise<Operator> {
  const operator = await requireOperator(context)
  if (context.services.accounts.confirming.isFresh(operator.session)) return operator
  const { request, posted, url } = context
  if (posted !== null || (request.method !== 'GET' && request.method !== 'HEAD'))
    throw new Problem('confirmFirst')
  throw redirect(href(routes.operator.confirm, {}, { to: ownPath(url.pathname + url.search) }))
}

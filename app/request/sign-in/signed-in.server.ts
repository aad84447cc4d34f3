import { redirect } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import type { FoundSession, RequiredStep } from '#server/accounts/sign-in/sessions.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/request-context.server.ts'
import { signInPage } from './sign-in-page.server.ts'
import { optionsBeforeSignIn } from './sign-in-options.server.ts'
import { requireTeamConditions } from './team-conditions.server.ts'
import { entryTo, ownPath } from './wanted.server.ts'

/**
 * The signed-in user, with nothing else to do first. A stranger is sent to sign in and comes back afterwards; only the
 * path of this request is remembered, never an address from elsewhere.
 */
export async function requireUser(context: RequestContext): Promise<User> {
  const { user, requiredStep } = await requireSession(context)
  if (requiredStep === null) return requireTeamConditions(context, user)
  if (isForm(context)) throw new Problem('accountUnfinished')
  throw redirect(requiredStepPath(requiredStep, context.url.pathname + context.url.search))
}

/** Like `requireUser`, for the pages on which someone completes a required step. */
export async function requireSession(context: RequestContext): Promise<FoundSession> {
  const { visitor, services, url } = context
  const session = await visitor.session()
  if (session) return session
  if (isForm(context)) throw new Problem('notSignedIn')
  const wanted = url.pathname + url.search
  if (await visitor.hasLostSession()) {
    throw signInPage('sessionEnded', { wanted, options: await optionsBeforeSignIn(services, wanted) })
  }
  throw redirect(entryTo(url))
}

/**
 * Asks readers to identify themselves: where they were reading, if a session has just ended, or on the sign-in page.
 */
export async function identify({ visitor, url }: RequestContext, share: string): Promise<never> {
  const here = ownPath(url.pathname + url.search)
  // The sign-in page leads to the share's own page anyway.
  const to = here === href(routes.reading.entry, { ShareGuid: share }) ? undefined : here
  if (await visitor.hasLostProof()) throw signInPage('proofEnded', { share, to })
  throw redirect(href(routes.access.fileLogin, {}, { share, to }), { status: 303 })
}

function isForm({ request, posted }: RequestContext): boolean {
  return posted !== null || (request.method !== 'GET' && request.method !== 'HEAD')
}

/** Where someone completes a required step; `wanted`, one of our paths, comes after it. */
export function requiredStepPath(requiredStep: RequiredStep, wanted: string): string {
  return href(
    requiredStep === 'setup' ? routes.access.setup : routes.access.changePassword,
    {},
    { to: wanted },
  )
}

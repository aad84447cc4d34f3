import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import type { FoundSession, Owed } from '#server/accounts/sign-in/sessions.ts'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { href } from '#app/routes.ts'
import type { Context } from './context.ts'
import type { Given } from './given.ts'
import { signInPage } from './sign-in-page.server.ts'
import { signInWays } from './sign-in-ways.server.ts'
import { requireTeamConditions } from './team-conditions.server.ts'
import { doorTo, ownPath } from './wanted.server.ts'

export type { Given } from './given.ts'
export { ownPath } from './wanted.server.ts'

export function given({ request, params, context }: LoaderFunctionArgs): Given {
  return { ...context, request, url: new URL(request.url), params, now: context.services.clock() }
}

/** A loader that may throw Problems; each becomes the status page of its kind. */
export function loader<T>(load: (given: Given) => Promise<T>): (given: LoaderFunctionArgs) => Promise<T> {
  return async (received) => {
    try {
      return await load(given(received))
    } catch (error) {
      throw error instanceof Problem ? statusPage(error, received.context) : error
    }
  }
}

/** After these the same form may be sent once more. */
const passing: ReadonlySet<ProblemName> = new Set([
  'notSignedIn',
  'accountUnfinished',
  'secondFactorFirst',
  'databaseAway',
  'storageAway',
  'storageFull',
  'serverBusy',
  'formUnderWay',
])

/**
 * The answer that the error boundaries turn into a page: the Problem's words under its HTTP status. A form whose
 * session has ended, or that came while something was away, comes along, so that nothing typed is lost.
 */
export function statusPage(problem: Problem, { posted, headers: said }: Context): Response {
  for (const [name, value] of Object.entries(refusalHeaders(problem))) said.set(name, value)
  const { problem: name, text, http: status } = problem
  const headers = name === 'wrongMethod' ? { Allow: 'GET, HEAD, POST' } : undefined
  const again = passing.has(name) ? posted : null
  return Response.json({ problem: name, text, again }, { status, ...(headers ? { headers } : {}) })
}

/**
 * The signed-in user, who has nothing else to do first. A stranger is sent to sign in and comes back afterwards; only
 * the path of this request is remembered, never an address from elsewhere.
 */
export async function requireUser(given: Given): Promise<User> {
  const { user, owed } = await requireSession(given)
  if (owed === null) return requireTeamConditions(given, user)
  if (isForm(given)) throw new Problem('accountUnfinished')
  throw redirect(owedPath(owed, given.url.pathname + given.url.search))
}

/** As `requireUser`, for the pages on which somebody does what is owed. */
export async function requireSession(given: Given): Promise<FoundSession> {
  const { visitor, services, url } = given
  const session = await visitor.session()
  if (session) return session
  if (isForm(given)) throw new Problem('notSignedIn')
  const wanted = url.pathname + url.search
  if (await visitor.hasLostSession()) {
    throw signInPage('sessionEnded', { wanted, ways: signInWays(services, wanted) })
  }
  throw redirect(doorTo(url))
}

/** Has whoever wants a file say who it is: where the reader was, when a proof has just ended, or at the door. */
export async function identify({ visitor, url }: Given, share: string): Promise<never> {
  const here = ownPath(url.pathname + url.search)
  // The share's own page is where the door leads anyway.
  const to = here === href('file', { ShareGuid: share }) ? undefined : here
  if (await visitor.hasLostProof()) throw signInPage('proofEnded', { share, to })
  throw redirect(href('fileLogin', {}, { share, to }), { status: 303 })
}

function isForm({ request, posted }: Given): boolean {
  return posted !== null || (request.method !== 'GET' && request.method !== 'HEAD')
}

/** Where somebody does what comes before anything else; `wanted`, a path of ours, comes after it. */
export function owedPath(owed: Owed, wanted: string): string {
  return href(owed === 'setup' ? 'setup' : 'changePassword', {}, { to: wanted })
}

/** The page of a list that an address asks for, from 1; anything else is the first. */
export function pageNumber(url: URL, name = 'page'): number {
  const page = Number(url.searchParams.get(name) ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

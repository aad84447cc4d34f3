import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import type { Context, Posted } from './context.ts'
import { doorTo } from './wanted.server.ts'

export { ownPath } from './wanted.server.ts'

export type Given = Context & {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  /** Epoch milliseconds of this request. */
  now: number
}

export function given({ request, params, context }: LoaderFunctionArgs): Given {
  return { ...context, request, url: new URL(request.url), params, now: context.services.clock() }
}

/** A loader that may throw Problems; each becomes the status page of its kind. */
export function loader<T>(load: (given: Given) => Promise<T>): (given: LoaderFunctionArgs) => Promise<T> {
  return async (received) => {
    try {
      return await load(given(received))
    } catch (error) {
      throw error instanceof Problem ? statusPage(error, received.context.posted) : error
    }
  }
}

/** After these the same form may be sent once more. */
const passing: ReadonlySet<ProblemName> = new Set([
  'notSignedIn',
  'databaseAway',
  'storageAway',
  'storageFull',
  'serverBusy',
])

/**
 * The answer that the error boundaries turn into a page: the Problem's words under its HTTP status. A form whose
 * session has ended, or that came while something was away, comes along, so that nothing typed is lost.
 */
export function statusPage(problem: Problem, posted: Posted | null = null): Response {
  const { problem: name, text, http: status } = problem
  const headers = name === 'wrongMethod' ? { Allow: 'GET, HEAD, POST' } : undefined
  const again = passing.has(name) ? posted : null
  return Response.json({ problem: name, text, again }, { status, ...(headers ? { headers } : {}) })
}

/**
 * The signed-in user. A stranger is sent to sign in and comes back afterwards; only the path of this request is
 * remembered, never an address from elsewhere.
 */
export async function requireUser({ visitor, request, url, posted }: Given): Promise<User> {
  const user = await visitor.user()
  if (user) return user
  const isForm = posted !== null || (request.method !== 'GET' && request.method !== 'HEAD')
  if (isForm) throw new Problem('notSignedIn')
  throw redirect(doorTo(url))
}

/** The page of a list that an address asks for, from 1; anything else is the first. */
export function pageNumber(url: URL): number {
  const page = Number(url.searchParams.get('page') ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { refusalHeaders } from '#server/http/plain.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import type { Context } from './context.ts'
import { requestContext, type RequestContext } from './request-context.server.ts'
import {
  declared,
  passed,
  type At,
  type Declaration,
  type ContextAt,
  type GuardOf,
  type Place,
} from './guard.server.ts'

export { requestContext, type RequestContext } from './request-context.server.ts'
export type { ContextAt } from './guard.server.ts'
export { identify, requiredStepPath } from './sign-in/signed-in.server.ts'
export { ownPath } from './sign-in/wanted.server.ts'

/** Answers a GET, with its declaration. */
export type Loader<T> = ((received: LoaderFunctionArgs) => Promise<T>) & Declaration

/** How a kind of loader starts, before any guard is checked, and what it answers to a Problem. */
type Manner<T> = {
  begin?: (context: RequestContext) => Promise<void> | void
  refuse: (problem: Problem, received: LoaderFunctionArgs) => T
}

/** A loader behind its guard: for the kinds of loaders, of which screens use `loader`. */
export function guardedLoader<N extends Place, G extends GuardOf<N>, T>(
  places: At<N> | readonly At<N>[],
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<T>,
  { begin, refuse }: Manner<T>,
): Loader<T> {
  async function answer(received: LoaderFunctionArgs): Promise<T> {
    try {
      const here = requestContext(received)
      await begin?.(here)
      return await load(await passed<N, G>(here, guard))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return refuse(error, received)
    }
  }
  return declared(answer, { places, guard })
}

/** For what has no page: it can only be read, and never as a screen's data. Throws notFound, wrongMethod. */
export function requireOwnReading({ isForData, request }: RequestContext): void {
  if (isForData) throw new Problem('notFound')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('wrongMethod')
}

/**
 * The loader of a screen: who its address is for, and what they see. It can throw Problems; each becomes the status
 * page of its kind.
 */
export function loader<const N extends Place, const G extends GuardOf<N>, T>(
  places: At<N> | readonly At<N>[],
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<T>,
): Loader<T> {
  return guardedLoader(places, guard, load, {
    refuse(problem, { context }) {
      throw statusPage(problem, context)
    },
  })
}

/**
 * The response that the error boundaries turn into a page: the Problem's text with its HTTP status. A form whose
 * session has ended, or that was sent while something was down, is included, so that nothing entered is lost; a page
 * that was asked for then can be asked for again.
 */
export function statusPage(problem: Problem, context: Context): Response {
  const { posted } = context
  for (const [name, value] of Object.entries(refusalHeaders(problem))) context.headers.set(name, value)
  const { problem: name, http: status } = problem
  const text = posted ? problem.text : problem.textWhenRead
  const headers = name === 'wrongMethod' ? { Allow: 'GET, HEAD, POST' } : undefined
  const passes = hasFlag(name, 'retry')
  const again = passes && posted && posted.fields.length > 0 ? posted : null
  const body = { problem: name, text, again, isAskedAgain: passes && status >= 500 && !posted }
  return Response.json(body, { status, ...(headers ? { headers } : {}) })
}

/** The page of a list that an address requests, from 1; anything else is the first. */
export function pageNumber(url: URL, name = 'page'): number {
  const page = Number(url.searchParams.get(name) ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

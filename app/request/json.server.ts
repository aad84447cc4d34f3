import { protectedHeaders } from '#server/http/bytes/bytes.ts'
import { refusalHeaders } from '#server/http/plain.ts'
import type { At, ContextAt, GuardOf, Place } from './guard.server.ts'
import { guardedLoader, requireOwnReading, type Loader } from './loader.server.ts'

/** A loader of data for a page's script, for GET and HEAD. A Problem is its name and its text. */
export function jsonLoader<const N extends Place, const G extends GuardOf<N>>(
  place: At<N>,
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<unknown>,
): Loader<Response> {
  return guardedLoader<N, G, Response>(
    place,
    guard,
    async (context) => answer(await load(context), 200, isHead(context.request)),
    {
      begin: requireOwnReading,
      refuse: (problem, { request }) =>
        answer(
          { problem: problem.problem, text: problem.text },
          problem.http,
          isHead(request),
          refusalHeaders(problem),
        ),
    },
  )
}

function isHead({ method }: Request): boolean {
  return method === 'HEAD'
}

function answer(
  body: unknown,
  status: number,
  hasNoBody: boolean,
  more: Record<string, string> = {},
): Response {
  const headers = { ...protectedHeaders, 'Content-Type': 'application/json; charset=utf-8', ...more }
  return new Response(hasNoBody ? null : JSON.stringify(body), { status, headers })
}

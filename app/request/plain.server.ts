import { plainAnswer } from '#server/http/plain.ts'
import type { At, ContextAt, GuardOf, Place } from './guard.server.ts'
import { guardedLoader, type Loader } from './loader.server.ts'

/** A loader for monitoring clients: a Problem is its text with its status. */
export function plainLoader<const N extends Place, const G extends GuardOf<N>>(
  place: At<N>,
  guard: G,
  load: (context: ContextAt<N, G>) => Promise<Response>,
): Loader<Response> {
  return guardedLoader(place, guard, load, { refuse: ({ text, http }) => plainAnswer(text, http) })
}

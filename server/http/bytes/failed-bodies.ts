import type { Problem } from '#server/rules/problems.ts'

type Refuse = (problem: Problem) => Response | Promise<Response>

const refusals = new WeakMap<ReadableStream, Refuse>()

/** Says what is answered in place of this response if its body fails before its first byte; else it is a line of text. */
export function refusedBy(response: Response, refuse: Refuse): Response {
  if (response.body) refusals.set(response.body, refuse)
  return response
}

/** What was said for this response; null for any other. */
export function refusalOf({ body }: Response): Refuse | null {
  return (body && refusals.get(body)) ?? null
}

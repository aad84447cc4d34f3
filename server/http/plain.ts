import type { Problem } from '#server/rules/problems.ts'

/** A short answer in words where no page would be looked at. */
export function plainAnswer(text: string, status: number, headers: Record<string, string> = {}): Response {
  const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...own, ...headers } })
}

/** A refusal of what was asked for, in its words, under its status. */
export function plainRefusal(problem: Problem): Response {
  return plainAnswer(problem.textWhenRead, problem.http, refusalHeaders(problem))
}

const minute = 60_000

/** What the head of a refusal says besides its status: after how many seconds to come again. */
export function refusalHeaders({ http, wait = minute }: Problem): Record<string, string> {
  return http === 429 || http === 503 ? { 'Retry-After': String(Math.ceil(wait / 1000)) } : {}
}

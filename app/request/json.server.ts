import type { LoaderFunctionArgs } from '@remix-run/node'
import { protectedHeaders } from '#server/http/bytes/bytes.ts'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import { given, type Given } from './loader.server.ts'

/** A loader of data for the script of a page, for GET and HEAD. A Problem is its name and its words. */
export function jsonLoader(
  load: (given: Given) => Promise<unknown>,
): (received: LoaderFunctionArgs) => Promise<Response> {
  return async (received) => {
    const isHead = received.request.method === 'HEAD'
    try {
      const here = given(received)
      if (here.isForData) throw new Problem('notFound')
      if (here.request.method !== 'GET' && !isHead) throw new Problem('wrongMethod')
      return answer(await load(here), 200, isHead)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return answer({ problem: error.problem, text: error.text }, error.http, isHead, refusalHeaders(error))
    }
  }
}

function answer(body: unknown, status: number, isHead: boolean, more: Record<string, string> = {}): Response {
  const headers = { ...protectedHeaders, 'Content-Type': 'application/json; charset=utf-8', ...more }
  return new Response(isHead ? null : JSON.stringify(body), { status, headers })
}

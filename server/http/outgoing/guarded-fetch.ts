import { NoAnswer, withoutEncoding } from '#server/http/bounded-fetch.ts'
import { NotAnswered, type Outgoing } from './outgoing.ts'

type GuardedRequest = {
  method?: string
  headers?: HeadersInit
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/**
 * Like `boundedFetch`, for addresses that users entered. Throws NoAnswer, also for those that must not be asked.
 */
export function guardedFetch(
  outgoing: Outgoing | undefined,
  limits: { maxBytes: number; patience: number },
): (address: string, options: GuardedRequest) => Promise<Response> {
  return async (address, { method = 'GET', headers, body, signal }) => {
    if (!outgoing) throw new NoAnswer('no way out')
    const sent = new Headers(headers)
    const isForm = body instanceof URLSearchParams
    if (isForm) sent.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    try {
      const answer = await outgoing.ask(address, {
        ...limits,
        method,
        headers: Object.fromEntries(sent),
        ...(body === undefined || body === null ? {} : { body: isForm ? body.toString() : String(body) }),
        ...(signal ? { signal } : {}),
      })
      if (answer.status >= 500) throw new NoAnswer(`status ${answer.status}`)
      const isEmpty = answer.status === 204 || answer.status === 304
      return new Response(isEmpty ? null : new Uint8Array(answer.body), {
        status: answer.status,
        headers: withoutEncoding(answer.headers),
      })
    } catch (error) {
      if (error instanceof NotAnswered) throw new NoAnswer(`no answer: ${error.reason}`, { cause: error })
      throw error
    }
  }
}

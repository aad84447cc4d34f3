import { Agent } from 'undici'

/**
 * The server ends a connection that was idle for ten seconds, which may be just when the next request is sent over it:
 * browsers send that again, and fetch fails. So none is used again that was idle for longer than this; milliseconds.
 */
const kept = 1_000
const dispatcher = new Agent({ keepAliveTimeout: kept, keepAliveMaxTimeout: kept })

/** One request to a server in another process, as a browser sends it. Redirects are the caller's to follow. */
export function overHttp(request: Request, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(request, { redirect: 'manual', signal, dispatcher } as RequestInit)
}

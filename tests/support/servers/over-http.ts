/**
 * One request over a connection of its own. A kept one may end just as the next request is sent over it: browsers send
 * that again over another, fetch fails. Redirects are the caller's to follow.
 */
export function overHttp(request: Request, signal: AbortSignal | null = null): Promise<Response> {
  request.headers.set('connection', 'close')
  return fetch(request, { redirect: 'manual', signal })
}

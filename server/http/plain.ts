/** A short answer in words where no page would be looked at. */
export function plainAnswer(text: string, status: number, headers: Record<string, string> = {}): Response {
  const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...own, ...headers } })
}

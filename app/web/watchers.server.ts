import { createHash, timingSafeEqual } from 'node:crypto'
import type { Client } from '#server/accounts/sessions.ts'

/**
 * Whether somebody may see how the server is: with the operator's token, or, where none is set, a program on this
 * machine.
 */
export function mayWatch(request: Request, client: Client, metricsToken: string | null): boolean {
  if (metricsToken === null) return client.isLocal === true
  const given = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(metricsToken))
}

/** Of one length, so that the comparison takes the same time whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

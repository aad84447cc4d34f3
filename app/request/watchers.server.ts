import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether someone can see the server's health in detail: with the operator's token, and no one without one. Where a
 * request comes from says nothing: behind a proxy every stranger comes from this machine.
 */
export function mayWatch(request: Request, metricsToken: string | null): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return metricsToken !== null && timingSafeEqual(digest(given), digest(metricsToken))
}

/** Of equal length, so that the comparison takes the same time whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Browsers that show an address again as they have seen it, a redirect to it as well, whatever its answer said about that. */
const remembering = /\bDillo\b|^Links\b|^Lynx\//

/**
 * Where a form leads: for a browser that would show there what it has seen before, an address that it has not. Others get
 * the address as it is. `location` is a path of ours; `now` in epoch milliseconds.
 */
export function unseen(location: string, { userAgent, now }: { userAgent: string; now: number }): string {
  if (!remembering.test(userAgent) || !location.startsWith('/')) return location
  const [, led = '', hash = ''] = /^([^#]*)(.*)$/s.exec(location) ?? []
  // A form that was reached by such an address leads on from it.
  const address = led.replace(/[?&]now=\w+(?=$|&)/g, '').replace(/^([^?]*?)&/, '$1?')
  return `${address}${address.includes('?') ? '&' : '?'}now=${now.toString(36)}${hash}`
}

/** Lynx stops at each redirect to say that its address is not whole. */
const askingForWhole = /^Lynx\//

/**
 * Where a redirect leads: for a browser that wants the whole address, the one under which this server is reached. A reader
 * who came by another name stays there.
 */
export function whole(
  location: string,
  { userAgent, host, publicUrl }: { userAgent: string; host: string | null; publicUrl: URL },
): string {
  const isOurs = location.startsWith('/') && !location.startsWith('//')
  if (!askingForWhole.test(userAgent) || !isOurs || host !== publicUrl.host) return location
  return publicUrl.origin + location
}

/** Browsers that show an address again as they have seen it, whatever its answer said about that. */
const keeping = /\bDillo\b|^Links\b/
/** After a form Lynx does so, too, even if the address only led on. */
const keepingAfterForms = /^Lynx\//

type Reader = { userAgent: string; now: number }

/**
 * Where a browser is led: one that would show there what it has seen before, to an address that it has not. Others get the
 * address as it is. `location` is a path of ours; `now` in epoch milliseconds.
 */
export function unseen(location: string, { userAgent, now, isForm }: Reader & { isForm: boolean }): string {
  const wouldShow = keeping.test(userAgent) || (isForm && keepingAfterForms.test(userAgent))
  return wouldShow ? fresh(location, now) : location
}

const linkToOurs = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)"/g

/**
 * The links of a page for a browser that would show, where they lead, what it has seen before: a list as it was before
 * something was added to it. Null if it is for another browser, and can stay as it is.
 */
export function withUnseenLinks(html: string | Uint8Array, { userAgent, now }: Reader): string | null {
  if (!keeping.test(userAgent)) return null
  const text = typeof html === 'string' ? html : Buffer.from(html).toString()
  return text.replace(linkToOurs, (_, start: string, address: string) => {
    const led = fresh(address.replaceAll('&amp;', '&'), now)
    return `${start}${led.replaceAll('&', '&amp;')}"`
  })
}

function fresh(location: string, now: number): string {
  if (!location.startsWith('/')) return location
  const [, led = '', hash = ''] = /^([^#]*)(.*)$/s.exec(location) ?? []
  // What was reached by such an address leads on from it.
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

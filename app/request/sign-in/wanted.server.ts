import { href, routes, type Route } from '#app/routes.ts'
import { routeAt } from '#app/request/routing/matching.ts'
import { gone } from '#app/request/cookies.server.ts'
import type { Visitor } from '#app/request/visitor.server.ts'

const maxTargetLength = 2_000

/**
 * A page of ours to go to, from a form or query, spelled as a Location header can carry it; anything else (another
 * host, a scheme, `//`, no page at all) is home. The access pages for strangers are never a target: they would lead
 * round in a circle.
 */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > maxTargetLength) return href(routes.home.index)
  if (!/^\/(?![/\\])/.test(wanted) || /[\\\0-\x1f]/.test(wanted)) return href(routes.home.index)
  const target = URL.parse(wanted, 'http://here')
  // Dots may have resolved to a double slash, which would name a host.
  if (target?.host !== 'here' || target.pathname.includes('//')) return href(routes.home.index)
  return isWish(target.pathname) ? target.pathname + target.search : href(routes.home.index)
}

/** The target as the access pages carry it in their query; left out if it is only home. */
export function wantedBy(url: URL): string | undefined {
  const path = ownPath(url.searchParams.get('to'))
  return path === href(routes.home.index) ? undefined : path
}

function isWish(pathname: string): boolean {
  const route = routeAt(pathname)
  if (route === routes.public.unknown || pathname.endsWith('.data')) return false
  return signedInOnly.has(route) || !route.path.startsWith('/access/')
}

/** The access pages for people who are signed in. */
const signedInOnly: ReadonlySet<Route> = new Set<Route>([
  routes.access.setup,
  routes.access.changePassword,
  routes.access.providers.confirm,
])

/** The views of files and folders, including those of rooms: readers there confirm an address, not an account. */
const reading = /^\/(?:file|view|d|dr|filefolder|drfile)\/+[^/]/i

export function isReading(pathname: string): boolean {
  return reading.test(pathname)
}

/** The share, or the room or what is in one, that a path shows, or nothing. */
export function shareIn(path: string | undefined): string {
  return /^\/(?:file|view|rooms|d|dr|filefolder|drfile)\/([0-9a-f]{32})(?![^/?])/.exec(path ?? '')?.[1] ?? ''
}

/** Whether a path leads into a data room, as far as the path itself says. */
export function isRoomPath(path: string | undefined): boolean {
  return /^\/(?:rooms|d|dr|filefolder|drfile)\//.test(path ?? '')
}

/** Where strangers identify themselves before they see a page. */
export function entryTo(url: URL): string {
  const to = ownPath(url.pathname + url.search)
  return isReading(url.pathname)
    ? href(routes.access.fileLogin, {}, { to })
    : href(routes.access.login, {}, { to })
}

/** Set-Cookie lines that keep the target while someone goes to read an email; none without a target. */
export async function keepWanted({ cookies }: Visitor, url: URL): Promise<string[]> {
  const to = wantedBy(url)
  return to === undefined ? [] : [await cookies.wanted.serialize(to)]
}

/** The Set-Cookie line that ends it. */
export async function forgetWanted({ cookies, wanted }: Visitor): Promise<string[]> {
  return wanted === null ? [] : [await gone(cookies.wanted)]
}

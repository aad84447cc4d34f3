import { everyRoute, routes, type Route } from '#app/routes.ts'

type Pattern = { route: Route; pattern: RegExp }

/** The patterns by where they begin and how deep they lie: every request asks several times, and two or three are left. */
const patterns = new Map<string, Pattern[]>()
for (const route of everyRoute.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
  const pattern = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/*$`, 'i')
  const place = placeOf(route.path)
  patterns.set(place, [...(patterns.get(place) ?? []), { route, pattern }])
}

/** Written words come before parameters, from the left. */
function rank({ path }: Route): string {
  return path.replace(/:\w+/g, '\uffff')
}

function placeOf(address: string): string {
  const segments = address.replace(/\/+$/, '').split('/')
  return `${segments.length} ${segments[1]?.toLowerCase() ?? ''}`
}

/** Where an address leads, read as the router does: percent signs, letter case, slashes at the end. */
export function routeAt(pathname: string): Route {
  const address = addressIn(pathname)
  return (
    patterns.get(placeOf(address))?.find(({ pattern }) => pattern.test(address))?.route ??
    routes.public.unknown
  )
}

/** What a path that leads to a route has at the places that the route names. */
export function parametersOf({ path }: Route, pathname: string): Record<string, string> {
  const segments = addressIn(pathname).split('/')
  const names = path.split('/').map((segment, index) => [segment, segments[index] ?? ''] as const)
  return Object.fromEntries(
    names
      .filter(([segment]) => segment.startsWith(':'))
      .map(([segment, value]) => [segment.slice(1), value.replaceAll('%2F', '/')]),
  )
}

/** The address that a path asks for, or asks for the data of, without percent signs. */
function addressIn(pathname: string): string {
  return decoded(pathname.replace(/(?<=.)\.data$/, ''))
}

function decoded(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  try {
    const segments = pathname.split('/').map((segment) => decodeURIComponent(segment))
    return segments.map((segment) => segment.replaceAll('/', '%2F')).join('/')
  } catch {
    return pathname
  }
}

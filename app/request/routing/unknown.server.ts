import { problems } from '#server/rules/problems.ts'
import { everyRoute, href, routes, type Route } from '#app/routes.ts'
import { routeAt } from './matching.ts'
import { isReading } from '#app/request/sign-in/wanted.server.ts'

/** The first parts of the paths that exist for everyone: /s/…, /file/…, /access/…. */
const sections = new Set(
  everyRoute.filter((route) => !isOperators(route)).map(({ path }) => path.split('/')[1]!.toLowerCase()),
)

/** Whether an address is for operators only: for everyone else it is exactly like any unknown one. */
export function isOperators({ path }: Route): boolean {
  return /^\/operator(?:\/|$)/.test(path)
}

/** Whether there are other pages beside an unknown address. */
export function isInKnownSection({ pathname }: URL): boolean {
  return sections.has((pathname.split('/')[1] ?? '').toLowerCase())
}

/** Where a stranger goes from an unknown address. */
export function wayIn({ pathname }: URL): string {
  return isReading(pathname) ? href(routes.access.fileLogin) : href(routes.access.login)
}

/** What a program gets for an unknown address; null if a person may be asking. */
export function answerToProgram(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (routeAt(pathname) !== routes.public.unknown) return null
  const accepted = request.headers.get('accept') ?? ''
  const wantsJson =
    /\bapplication\/(?:[\w.+-]+\+)?json\b/i.test(accepted) && !/\btext\/html\b/i.test(accepted)
  if (!wantsJson && !/^\/(?:v\d+|api)(?:\/|$)/i.test(pathname)) return null
  const { code: StatusCode, text: StatusMessage, http: status } = problems.notFound
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return Response.json({ StatusCode, StatusMessage }, { status, headers })
}

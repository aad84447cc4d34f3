import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { routes, type Route } from '#app/routes.ts'
import { routeAt } from '#app/request/routing/matching.ts'
import type { Context } from '#app/request/context.ts'
import { gone, makeCookies, type Cookies } from '#app/request/cookies.server.ts'
import { answerToProgram, isOperators } from '#app/request/routing/unknown.server.ts'
import { Screens } from '#app/request/routing/screens.server.ts'
import { isChunk, isUpload, receiveUploads, setChunkAside } from '#app/request/upload-door.server.ts'
import { Visitor } from '#app/request/visitor.server.ts'
import { mayWatch } from '#app/request/watchers.server.ts'
import { Calls } from './api/calls.ts'
import { apiReference } from './api/open-api/reference.ts'
import { newGuid } from './db/guid.ts'
import { refusalOf, refusedBy } from './http/bytes/failed-bodies.ts'
import { ofOnePerson, securityHeaders } from './http/headers.ts'
import type { Client } from './http/listening/node.ts'
import { plainAnswer } from './http/plain.ts'
import type { StaticFiles } from './http/files/static.ts'
import { unseen, whole } from './http/unseen.ts'
import { currentLogContext, withLogContext } from './log.ts'
import type { ApiReference } from './rules/product/api-reference.ts'
import type { Problem } from './rules/problems.ts'
import type { Services } from './services.ts'

/** Files as they lie there: opening them is a crowd's work for the processor only. What is drawn first waits for more. */
const inTurn: ReadonlySet<Route> = new Set<Route>([
  routes.reading.download,
  routes.reading.media,
  routes.reading.animation,
  routes.settings.export,
  routes.shares.termsExport,
  routes.rooms.termsExport,
])

type RequestDraft = {
  route: Route
  reference: string
  isWatcher: boolean
  upload: Readable | undefined
  problem: Problem | undefined
}

/**
 * The application as one function from request to response: static files, API calls, then the upload middleware and the
 * screens.
 */
export class Application {
  readonly #services: Services
  readonly #files: StaticFiles
  readonly #cookies: Cookies
  readonly #screens = new Screens()
  readonly #calls: Calls
  readonly #api: ApiReference

  constructor(services: Services, files: StaticFiles) {
    this.#services = services
    this.#files = files
    this.#cookies = makeCookies(services.config.publicUrl, services.keys.cookies)
    this.#calls = new Calls(services)
    this.#api = apiReference(services.config.publicUrl)
  }

  /** The name by which a request is counted and logged, and the pattern of its address: never the address itself. */
  routeOf(request: Request): { name: string; pattern: string } {
    if (this.#files.has(request)) return { name: 'file', pattern: '/file' }
    if (this.#calls.takes(request)) return this.#calls.routeOf(request)
    const { id: name, path: pattern } = routeAt(new URL(request.url).pathname)
    return { name, pattern }
  }

  /** Whether a request can carry files, so that its body is only for what accepts them. */
  takesFiles(request: Request): boolean {
    return this.#calls.takes(request) ? this.#calls.takesFile(request) : isUpload(request) || isChunk(request)
  }

  /** Whether a request is for the API, which reports its errors in its own way. */
  isCall(request: Request): boolean {
    return this.#calls.takes(request)
  }

  /**
   * `upload` is the body of a form with files if the request itself does not contain it; `problem` is why the request
   * contains only the beginning of a form.
   */
  async handle(
    received: Request,
    from: Client = { ip: '', userAgent: '' },
    more: { upload?: Readable; problem?: Problem } = {},
  ): Promise<Response> {
    const client = { ...from, isHead: received.method === 'HEAD' }
    const reference = currentLogContext().request
    if (reference) return this.#answer(received, client, reference, more)
    const own = newGuid()
    return withLogContext({ request: own, from: client }, () => this.#answer(received, client, own, more))
  }

  async #answer(
    given: Request,
    client: Client,
    reference: string,
    { upload, problem }: { upload?: Readable; problem?: Problem },
  ): Promise<Response> {
    const isWatcher = mayWatch(given, this.#services.config.metricsToken)
    const received = isWatcher ? given : withoutMetrics(given)
    const file = this.#files.find(received)
    if (file) return file
    if (this.#calls.takes(received))
      return this.#calls.handle(received, client, {
        ...(upload ? { upload } : {}),
        ...(problem ? { problem } : {}),
      })
    if (!isReadable(received)) return plainAnswer('This address can’t be read. Copy all of it again.', 400)
    if (isGoneFile(received)) return plainAnswer('There is no such file.', 404)
    const forProgram = answerToProgram(received)
    if (forProgram) return forProgram
    const route = routeAt(new URL(received.url).pathname)
    const answer = () =>
      this.#answerScreen(received, client, { route, reference, isWatcher, upload, problem })
    return inTurn.has(route) ? this.#services.transfers.open(answer) : answer()
  }

  async #answerScreen(
    received: Request,
    client: Client,
    { route, reference, isWatcher, upload, problem }: RequestDraft,
  ): Promise<Response> {
    const visitor = await Visitor.of(received, this.#services, this.#cookies)
    const { browserId, browserSecret } = visitor
    const context: Context = {
      services: this.#services,
      visitor,
      api: this.#api,
      client: { ...client, browserId, browserSecret },
      reference,
      mayWatch: isWatcher,
      buildId: this.#screens.buildId,
      isFromOldBuild: false,
      nonce: newGuid(),
      isForeign: this.#isForeign(received),
      isForData: new URL(received.url).pathname.endsWith('.data'),
      headers: new Headers(),
      posted: null,
      uploadProblem: problem ?? null,
      refusedFiles: [],
      arrived: [],
      chunk: null,
      held: null,
      measured: null,
    }
    let request = received
    if (isUpload(received)) request = await receiveUploads(received, upload ?? bodyOf(received), context)
    else if (isChunk(received)) request = setChunkAside(received, upload ?? bodyOf(received), context)
    const isUnknown = isOperators(route) && !(await isOperator(visitor))
    const [shown, screenRequest] = isUnknown ? [routes.public.unknown, asUnknown(request)] : [route, request]
    const answer = await this.#screens.handle(shown, withoutOrigin(screenRequest), context)
    const finalize = (one: Response) => this.#finalize(request, one, context, framings.get(route))
    const refuse = refusalOf(answer)
    if (refuse) refusedBy(answer, async (problem) => finalize(await refuse(problem)))
    return finalize(answer)
  }

  /** What browsers say about where a form comes from, if anything: many old ones do not. */
  #isForeign(request: Request): boolean {
    const site = request.headers.get('sec-fetch-site')
    if (site && site !== 'same-origin' && site !== 'none') return true
    const origin = request.headers.get('origin')
    if (origin === null) return false
    const host = request.headers.get('host')
    return origin !== this.#services.config.publicUrl.origin && URL.parse(origin)?.host !== host
  }

  async #finalize(
    request: Request,
    response: Response,
    { visitor, client, nonce, isFromOldBuild, headers: more }: Context,
    framing: Framing,
  ): Promise<Response> {
    const { headers } = response
    const { userAgent } = client
    for (const [name, value] of more) headers.set(name, value)
    if (headers.get('content-type')?.startsWith('text/html')) {
      const isHttps = this.#services.config.publicUrl.protocol === 'https:'
      for (const [name, value] of Object.entries(securityHeaders({ nonce, isHttps, userAgent, framing })))
        headers.set(name, value)
      if (visitor.isNewBrowser)
        headers.append('Set-Cookie', await this.#cookies.browser.serialize(visitor.browserId))
      if (visitor.notice) headers.append('Set-Cookie', await gone(this.#cookies.notice))
      if (visitor.isUpdated && !isFromOldBuild)
        headers.append('Set-Cookie', await gone(this.#cookies.updated))
    }
    // Shown on the page after it: this one may have to show what was entered.
    if (isFromOldBuild) headers.append('Set-Cookie', await this.#cookies.updated.serialize('yes'))
    const { name } = this.#cookies.session
    const isSet = headers.getSetCookie().some((line) => line.startsWith(`${name}=`))
    const sessionLine = isSet ? null : await visitor.sessionLine()
    if (sessionLine) headers.append('Set-Cookie', sessionLine)
    if (!headers.has('cache-control'))
      for (const [name, value] of Object.entries(ofOnePerson(userAgent))) headers.set(name, value)
    // With a scheme that they know, or none, browsers ask for a password in their own dialog.
    if (response.status === 401) headers.set('WWW-Authenticate', 'Page realm="Strongroom"')
    const location = headers.get('location')
    if (location) {
      const isForm = request.method === 'POST'
      const led = unseen(location, { userAgent, now: this.#services.clock(), isForm })
      const { publicUrl } = this.#services.config
      headers.set('Location', whole(led, { userAgent, host: request.headers.get('host'), publicUrl }))
    }
    headers.set('X-Content-Type-Options', 'nosniff')
    return response
  }
}

type Framing = Parameters<typeof securityHeaders>[0]['framing']

/** What shows a file holds a line that renews itself; nothing else is framed, or shows frames. */
const framings: ReadonlyMap<Route, Framing> = new Map<Route, Framing>([
  [routes.reading.view, 'holder'],
  [routes.reading.thumbnails, 'holder'],
  [routes.reading.heartbeat, 'frame'],
])

/** For strangers the metrics are exactly like any unknown address, to the byte. */
function withoutMetrics(request: Request): Request {
  return routeAt(new URL(request.url).pathname) === routes.operator.metrics ? asUnknown(request) : request
}

async function isOperator(visitor: Visitor): Promise<boolean> {
  const user = await visitor.user().catch(() => null)
  return user?.isOperator === true
}

/** The same request for an address that leads nowhere. */
function asUnknown(request: Request): Request {
  const url = new URL(request.url)
  url.search = ''
  url.pathname = url.pathname.endsWith('.data') ? '/nothing.data' : '/nothing'
  return new Request(url, request)
}

/**
 * Whether an address consists of characters, and requests no data in a way that the framework has abandoned: it would
 * print a warning about every other one.
 */
function isReadable(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url)
  if (searchParams.has('_data')) return false
  try {
    return !/[\0-\x1f]/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

/** Whether a page of another build requests one of its files: no person goes there, so no one is asked to sign in. */
function isGoneFile(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/assets/')
}

function bodyOf(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([])
}

/** The decision about foreign forms is made above; Remix would answer some of them with a blank page. */
function withoutOrigin(request: Request): Request {
  if (!request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

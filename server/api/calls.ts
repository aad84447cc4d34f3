import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Client } from '#server/http/client.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import { accountCalls } from './account.ts'
import { identityOf, requireFinished } from './caller.ts'
import { answer, nothingHere, refusal, tokenMissing } from './answers.ts'
import { changingCalls } from './changing.ts'
import { readFields, readForm } from './form.ts'
import { messagesCalls } from './messages.ts'
import { plansCalls } from './plans.ts'
import { receivedCalls } from './received.ts'
import { roomPeopleCalls } from './rooms/room-people.ts'
import { roomExportCalls } from './rooms/room-exports.ts'
import { roomTracksCalls } from './rooms/room-tracks.ts'
import { roomTreeCalls } from './rooms/room-tree.ts'
import { roomViewingCalls } from './rooms/room-viewing.ts'
import { roomZipCalls } from './rooms/room-zips.ts'
import { roomsCalls } from './rooms/rooms.ts'
import { sharesCalls } from './shares/shares.ts'
import { isCallPath, match, type Call, type Caller, type Matched } from './table.ts'
import { tracksCalls } from './shares/tracks.ts'
import { uploadCalls } from './shares/uploads.ts'
import { sheetCalls } from './shares/sheets.ts'
import { usersCalls } from './users.ts'
import { viewingCalls } from './shares/viewing.ts'

/** Every call, one table for each area. */
const calls: readonly Call[] = [
  ...accountCalls,
  ...usersCalls,
  ...plansCalls,
  ...sharesCalls,
  ...changingCalls,
  ...receivedCalls,
  ...uploadCalls,
  ...viewingCalls,
  ...sheetCalls,
  ...tracksCalls,
  ...messagesCalls,
  ...roomsCalls,
  ...roomTreeCalls,
  ...roomPeopleCalls,
  ...roomViewingCalls,
  ...roomTracksCalls,
  ...roomExportCalls,
  ...roomZipCalls,
]

/** Who each call is for, for the test that lists them. */
export const callGuards = calls.map(({ name, guard }) => ({ name, guard }))

/** The names of all calls, for the documentation. */
export const callNames: readonly string[] = calls.map(({ name }) => name)

type More = { upload?: Readable; problem?: Problem | null }

/** The HTTP API: from request to response, without cookies and before any screen. */
export class Calls {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** Whether a request is for the API. */
  takes(request: Request): boolean {
    return isCallPath(new URL(request.url).pathname)
  }

  /** Whether the body of a request is a file, which nothing may read beforehand. */
  takesFile(request: Request): boolean {
    const type = request.headers.get('content-type') ?? ''
    const matched = find(request)
    return /^multipart\/form-data\b/i.test(type) && 'call' in matched && matched.call.takesFile === true
  }

  /**
   * How a request is counted and logged: never by its address, which contains guids of shares and addresses of people.
   */
  routeOf(request: Request): { name: string; pattern: string } {
    const matched = find(request)
    if (!('call' in matched)) return { name: 'unknown', pattern: '/*' }
    return { name: matched.call.path, pattern: matched.call.path }
  }

  /** `upload` is the body of a file if the request does not contain it; `problem` why the body is not complete. */
  async handle(request: Request, client: Client, more: More = {}): Promise<Response> {
    const matched = find(request)
    const response =
      'call' in matched ? await this.#answer(matched, request, client, more) : nothingHere(matched.allowed)
    if (request.method !== 'HEAD') return response
    await response.body?.cancel()
    return new Response(null, response)
  }

  async #answer(matched: Matched, request: Request, client: Client, more: More): Promise<Response> {
    const { isRaw = false, fields } = matched.call
    try {
      return await this.#run(matched, request, client, more)
    } catch (error) {
      if (error instanceof Problem) return refusal(error, { isRaw, fields })
      this.#services.log.error({ err: error }, 'unexpected error')
      return refusal(new Problem('unexpected'), { isRaw })
    }
  }

  async #run({ call, parameters }: Matched, request: Request, client: Client, more: More): Promise<Response> {
    const caller = call.guard === 'anyone' ? null : await this.#caller(call, request)
    const { problem = null } = more
    if (problem && !call.takesFile) throw problem
    const isForm = call.method === 'POST' && !call.takesFile
    const form = readFields(call.form, isForm ? await readForm(request) : {})
    const upload = call.takesFile ? (more.upload ?? bodyOf(request)) : null
    const asked = { services: this.#services, client, request, parameters, form, upload, problem }
    const run = () => call.run(asked as Parameters<Call['run']>[0], caller)
    const said = await (call.isRaw ? this.#sending(client, caller, run) : run())
    return said instanceof Response ? said : answer(said)
  }

  /** A call that answers with a file takes a transfer slot. Throws tooManyTransfers. */
  #sending<Said>(client: Client, caller: Caller | null, run: () => Promise<Said>): Promise<Said> {
    const { transfers } = this.#services
    transfers.enter(client, caller?.user.email ?? null)
    return transfers.open(run)
  }

  /** Throws notSignedIn, and any step that has to be completed before the account is valid for anything. */
  async #caller(call: Call, request: Request): Promise<Caller> {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    const session = token === undefined ? null : await this.#services.accounts.sessions.findByToken(token)
    if (token === undefined || !session) throw tokenMissing()
    if (call.guard !== 'session') await requireFinished(this.#services, session)
    const { user } = session
    return { token, session, user, identity: identityOf(session) }
  }
}

function find(request: Request): Matched | { allowed: string[] } {
  return match(calls, request.method, new URL(request.url).pathname)
}

function bodyOf(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([])
}

import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { programIdentity } from '#server/accounts/identity.ts'
import type { Client } from '#server/http/client.ts'
import { Problem } from '#server/rules/problems.ts'
import { specifiedAppVersion } from '#server/rules/product/client-constants.ts'
import type { Services } from '#server/services.ts'
import { accountCalls } from './account.ts'
import { answer, nothingHere, quotaHeaders, refusal, tokenMissing } from './answers.ts'
import { changingCalls } from './changing.ts'
import { eventsCalls } from './events.ts'
import { readFields, readForm } from './form.ts'
import { cloudTokensCalls } from './cloud-tokens.ts'
import { messagesCalls } from './messages.ts'
import { madeOnce } from './once.ts'
import { describe, type DescribedCall } from './open-api/described.ts'
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
import { teamsCalls } from './teams.ts'
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
  ...cloudTokensCalls,
  ...teamsCalls,
  ...sharesCalls,
  ...changingCalls,
  ...receivedCalls,
  ...eventsCalls,
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

/** Who each call is for, and what for, for the test that lists them. */
export const callGuards = calls.map(({ name, guard, scope }) => ({ name, guard, scope }))

/** The names of all calls, for the documentation. */
export const callNames: readonly string[] = calls.map(({ name }) => name)

/** The fields that each call takes. */
export const callFields: ReadonlyMap<string, readonly string[]> = new Map(
  calls.map(({ name, fields }) => [name, fields]),
)

/** The version of the calls, not of the program. */
export const apiVersion = specifiedAppVersion

let described: readonly DescribedCall[] | undefined

/** Every call with what is said about it. */
export function describedCalls(): readonly DescribedCall[] {
  return (described ??= calls.map(describe))
}

/** The name of the call at an address, or null. */
export function callAt(method: string, pathname: string): Call['name'] | null {
  const matched = match(calls, method, pathname)
  return 'call' in matched ? matched.call.name : null
}

/** `quota`: what the answer says about the caller’s limit. */
type Asking = { request: Request; client: Client; quota: Record<string, string> }
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
    const asking: Asking = { request, client, quota: {} }
    const result = await this.#run(matched, asking, more).catch((error: unknown) => {
      if (error instanceof Problem) return refusal(error, { isRaw, fields })
      this.#services.log.error({ err: error }, 'unexpected error')
      return refusal(new Problem('unexpected'), { isRaw })
    })
    for (const [name, value] of Object.entries(asking.quota)) result.headers.set(name, value)
    return result
  }

  async #run({ call, parameters }: Matched, asking: Asking, more: More): Promise<Response> {
    const { request, client } = asking
    const caller = call.guard === 'anyone' ? null : await this.#caller(call, asking)
    const { problem = null } = more
    if (problem && !call.takesFile) throw problem
    const isForm = call.method === 'POST' && !call.takesFile
    const fields = isForm ? await readForm(request) : {}
    const form = readFields(call.form, fields)
    const upload = call.takesFile ? (more.upload ?? bodyOf(request)) : null
    const input = { services: this.#services, client, request, parameters, form, upload, problem }
    const run = () => call.run(input as Parameters<Call['run']>[0], caller)
    return madeOnce(this.#services, { call, caller, request, fields }, async () => {
      const result = await (call.isRaw ? this.#sending(client, caller, run) : run())
      return result instanceof Response ? result : answer(result)
    })
  }

  /** A call that answers with a file takes a transfer slot. Throws tooManyTransfers. */
  #sending<Said>(client: Client, caller: Caller | null, run: () => Promise<Said>): Promise<Said> {
    const { transfers } = this.#services
    transfers.enter(client, caller?.user.email ?? null)
    return transfers.open(run)
  }

  /** Throws notSignedIn, and what `Bearers.find` throws. */
  async #caller({ guard, name, scope }: Call, asking: Asking): Promise<Caller> {
    const { bearers } = this.#services.accounts
    const token = bearers.shownIn(asking.request.headers.get('authorization'))
    if (token === null) throw tokenMissing()
    const bearer = await bearers.find(token, asking.client, {
      name,
      scope: scope ?? 'never',
      isForUnfinished: guard === 'session',
      onCounted: (state) => {
        asking.quota = quotaHeaders(state)
      },
    })
    if (!bearer) throw tokenMissing()
    return { ...bearer, identity: programIdentity(bearer.session) }
  }
}

function find(request: Request): Matched | { allowed: string[] } {
  return match(calls, request.method, new URL(request.url).pathname)
}

function bodyOf(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([])
}

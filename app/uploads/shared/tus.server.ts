import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { programIdentity, provedEmails, type Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import type {
  Checksum,
  Chunk,
  Uploader,
  UploadPlace,
  UploadState,
} from '#server/uploads/resumable/resumable.ts'
import type { ParametersOf } from '#app/routes.ts'
import { declared, passed, type Declaration } from '#app/request/guard.server.ts'
import { requestContext, type RequestContext } from '#app/request/request-context.server.ts'

/** The protocol by which files are sent in several requests: https://tus.io/protocols/resumable-upload, version 1.0.0. */
const version = '1.0.0'
const always = { 'Tus-Resumable': version, 'Cache-Control': 'no-store' }
const abilities = {
  'Tus-Version': version,
  'Tus-Extension': 'creation,creation-with-upload,termination,expiration,checksum',
  'Tus-Checksum-Algorithm': 'sha1,sha256',
}

type Place = 'uploads.index' | 'uploads.upload'
/** `user` is whose account it is, if any; `isUnfinished`: they are signed in and have to complete a step first. */
type Sender = { identity: Identity; user: User | null; isUnfinished: boolean }
export type TusContext<N extends Place> = RequestContext<ParametersOf<N>> & Sender
/** What an address does, by the method of HTTP. */
type Acts<N extends Place> = Readonly<Record<string, (context: TusContext<N>) => Promise<Response>>>
type Answer = ((received: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response>) & Declaration

/**
 * One address of the protocol. A browser needs its form token in `X-Form-Token` for what changes something; a program
 * shows a bearer token instead, and is asked for nothing else. A Problem is answered as JSON. Whoever has proved no
 * address gets the same answer everywhere.
 */
export function tusAnswer<N extends Place>(place: { id: N }, acts: Acts<N>): Answer {
  async function answer(received: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
    try {
      const here = requestContext(received)
      const method = methodOf(here)
      if (method === 'OPTIONS') return tusResponse(204, abilities)
      const act = acts[method]
      if (!act) throw new Problem('wrongMethod')
      if (here.request.headers.get('tus-resumable') !== version) throw new Problem('tusVersion')
      const sender = (await programOf(here, method)) ?? (await browserOf(here, method))
      return await act({ ...here, ...sender } as RequestContext as TusContext<N>)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { problem, text } = error
      const allowed = Object.keys(acts).toSorted().join(', ')
      const more = {
        ...always,
        ...refusalHeaders(error),
        ...(problem === 'tusVersion' ? { 'Tus-Version': version } : {}),
        ...(problem === 'wrongMethod' ? { Allow: `OPTIONS, ${allowed}` } : {}),
      }
      return Response.json({ problem, text }, { status: error.http, headers: more })
    }
  }
  return declared(answer, { places: place, guard: 'visitor' })
}

/** Whose an upload for a place is. Throws notSignedIn, accountUnfinished, and what the room says. */
export async function uploaderFor(
  { services, identity, user, isUnfinished }: TusContext<Place>,
  { roomGuid, parentGuid }: UploadPlace,
): Promise<Uploader> {
  if (roomGuid !== undefined && parentGuid !== undefined)
    return services.rooms.adding.receiving(identity, { roomGuid, parentGuid })
  if (!user) throw new Problem(isUnfinished ? 'accountUnfinished' : 'notSignedIn')
  return { owner: user, limitBytes: services.config.plans.of(user.tierCode).maxUploadBytes }
}

/** Whose the upload of the address is. Throws notFound for everything that the visitor did not begin. */
export async function ownUploader(context: TusContext<'uploads.upload'>): Promise<Uploader> {
  const { services, identity, params, user } = context
  const place = await services.files.resumable.placeOf(params.UploadGuid, provedEmails(identity))
  if (!place || (place.roomGuid === undefined && !user)) throw new Problem('notFound')
  return uploaderFor(context, place)
}

export function tusResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...always, ...headers } })
}

/** What every answer about an upload says. */
export function stateHeaders({ offset, size, endsAt }: UploadState): Record<string, string> {
  const has = { 'Upload-Offset': String(offset) }
  return offset < size ? { ...has, 'Upload-Expires': new Date(endsAt).toUTCString() } : has
}

/** A header that is a number of bytes. Throws uploadUnreadable. */
export function bytesIn(headers: Headers, name: string): number {
  const value = headers.get(name) ?? ''
  if (!/^\d{1,15}$/.test(value)) throw new Problem('uploadUnreadable')
  return Number(value)
}

/** The bytes that a request brings, if it does. Throws uploadUnreadable. */
export function bodyOf({ request: { headers }, chunk }: TusContext<Place>): Omit<Chunk, 'offset'> | null {
  if (!chunk) return null
  const length = headers.has('content-length') ? bytesIn(headers, 'content-length') : null
  const checksum = checksumIn(headers.get('upload-checksum'))
  return { body: chunk, length, ...(checksum ? { checksum } : {}) }
}

/** `sha1 …`, in base64. Throws uploadUnreadable, also for an algorithm that is not ours. */
function checksumIn(header: string | null): Checksum | null {
  if (header === null) return null
  const [algorithm, value = ''] = header.trim().split(' ')
  if (algorithm !== 'sha1' && algorithm !== 'sha256') throw new Problem('uploadUnreadable')
  const digest = Buffer.from(value, 'base64')
  if (digest.length !== (algorithm === 'sha1' ? 20 : 32)) throw new Problem('uploadUnreadable')
  return { algorithm, digest }
}

/** Programs that cannot send a PATCH or DELETE say it in a header of a POST. */
function methodOf({ request }: RequestContext): string {
  const override = request.method === 'POST' ? request.headers.get('x-http-method-override') : null
  return (override ?? request.method).toUpperCase()
}

/**
 * Who a program sends for; null if the request shows no bearer token. Beginning counts as a call; what follows is a part
 * of it. Throws notSignedIn, and what a token's scopes and limits say.
 */
async function programOf(
  { services, request, client }: RequestContext,
  method: string,
): Promise<Sender | null> {
  const { bearers } = services.accounts
  const token = bearers.shownIn(request.headers.get('authorization'))
  if (token === null) return null
  const wanted = {
    name: 'POST /uploads/resumable',
    scope: ['share', 'rooms'],
    isPart: method !== 'POST',
  } as const
  const bearer = await bearers.find(token, client, wanted)
  if (!bearer) throw new Problem('notSignedIn')
  return { identity: programIdentity(bearer.session), user: bearer.user, isUnfinished: false }
}

/** Who a browser sends for. Throws notSignedIn, accountUnfinished, foreignForm, formExpired. */
async function browserOf(here: RequestContext, method: string): Promise<Sender> {
  const { visitor } = here
  const { identity } = await passed<Place, 'visitor'>(here, 'visitor')
  const user = await visitor.user()
  const isUnfinished = user === null && (await visitor.session()) !== null
  if (provedEmails(identity).length === 0)
    throw new Problem(isUnfinished ? 'accountUnfinished' : 'notSignedIn')
  if (method !== 'HEAD') await requireOwnScript(here)
  return { identity, user, isUnfinished }
}

async function requireOwnScript({ request, isForeign, visitor }: RequestContext): Promise<void> {
  if (isForeign) throw new Problem('foreignForm')
  if (!(await visitor.isOwnToken(request.headers.get('x-form-token') ?? ''))) throw new Problem('formExpired')
}

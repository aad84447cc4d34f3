import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { maxLingering } from '#server/http/listening/drain.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { maxLogoBytes } from '#server/rules/files/logos.ts'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import { tooLarge } from '#server/uploads/intake.ts'
import { routes, type Route } from '#app/routes.ts'
import { routeAt } from '#app/request/routing/matching.ts'
import type { Context } from './context.ts'
import { isTextField, readTextFile } from './text-files.server.ts'
import { roomUploadOf, type RoomUpload } from '#app/view-models/room-upload.server.ts'

/** Whether a request is a form that can carry files, to an address that accepts them. */
export function isUpload(request: Request): boolean {
  const type = request.headers.get('content-type') ?? ''
  return (
    request.method === 'POST' &&
    /^multipart\/form-data\b/i.test(type) &&
    routeAt(new URL(request.url).pathname).takesFiles
  )
}

/** Whether a request brings bytes of a resumable upload, in whatever state: its own address answers. */
export function isChunk(request: Request): boolean {
  const type = request.headers.get('content-type') ?? ''
  return (
    (request.method === 'PATCH' || request.method === 'POST') &&
    /^application\/offset\+octet-stream\b/i.test(type) &&
    routeAt(new URL(request.url).pathname).takesChunks
  )
}

/** The same request without its bytes, which are left in `context.chunk`. */
export function setChunkAside(request: Request, body: Readable, context: Context): Request {
  // It may fail before anyone reads it.
  body.on('error', () => undefined)
  context.chunk = body
  return new Request(request.url, { method: request.method, headers: request.headers })
}

/** What a form has besides the file: its other fields, and what separates them. Bytes. */
const maxBeside = 1024 * 1024 + 64 * 1024

/**
 * Streams the files of a multipart form into storage and passes on the same request with a small urlencoded body, in
 * which each file is the ID of the stored one. The form's token, the session or the room's policy, the plan's limit and
 * the quota are checked before a byte of a file is read. Errors are left in `context.uploadProblem`; the fields are
 * passed on anyway, so that the form comes back filled in.
 */
export async function receiveUploads(request: Request, body: Readable, context: Context): Promise<Request> {
  const { pathname } = new URL(request.url)
  const room = roomUploadOf(context, pathname)
  const route = routeAt(pathname)
  const take = takes.get(route) ?? store
  const maxFiles = ofOneFile.has(route) ? 1 : maxFilesPerForm
  const leastBytes = Number(request.headers.get('content-length') ?? 0) - maxBeside
  let isFirst = true
  let isFull = false
  const received = await readMultipart(body, request.headers, {
    async onFile(field, { fileName }, stream, fields) {
      const token = fields.get('token') ?? ''
      try {
        if (isTextField(field)) return await readText(context, field, stream, token)
        return await take({ context, fileName, stream, token, isFirst, room, maxFiles, leastBytes })
      } catch (error) {
        if (error instanceof Problem) {
          isFull ||= isFirst && (maxFiles === 1 || hasFlag(error.problem, 'isOfAllFiles'))
          throw hasFlag(error.problem, 'stopsUpload') || room?.isShut
            ? error
            : new Problem(error.problem, { field, text: error.text })
        }
        context.services.log.error({ err: error }, 'an upload failed')
        throw new Problem('unexpected', { field })
      } finally {
        isFirst = false
      }
    },
    // If they do not all fit, the sender decides which one to leave out.
    isOfOneFile: ({ problem }, leftBytes) =>
      !isFull &&
      !room?.isShut &&
      !hasFlag(problem, 'stopsUpload') &&
      !(problem === 'fileTooLarge' && leftBytes > maxLingering),
  })
  const fields = new URLSearchParams(received.fields)
  // The sender of a form that was cut off sees nothing: not what had arrived completely before either.
  const isLost = received.problem?.problem === 'uploadBroken'
  const arrived = received.files.filter(({ field }) => !isTextField(field)).map(({ value }) => value)
  if (isLost || room?.isShut) await drop(arrived, context, room)
  else for (const { field, value } of received.files) fields.append(field, value)
  if (!isLost && !room?.isShut && take === store) context.arrived = arrived
  const { refused } = received
  context.refusedFiles = refused.map(({ field, fileName, problem }) => ({ field, name: fileName, problem }))
  // If nothing arrived, there is nothing to continue with.
  const hasFile = refused.some(({ field }) => fields.has(field))
  context.uploadProblem = received.problem ?? (hasFile ? null : (refused[0]?.problem ?? null))
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  headers.delete('content-length')
  return new Request(request.url, { method: 'POST', headers, body: fields.toString() })
}

/** Forms in which one file is chosen, and not several. */
const ofOneFile: ReadonlySet<Route> = new Set<Route>([
  routes.public.send,
  routes.shares.versions,
  routes.rooms.file,
  routes.team.admin,
])

type Arriving = {
  context: Context
  fileName: string
  stream: Readable
  token: string
  isFirst: boolean
  /** How many files the form can have, and how many bytes they are in total, at least. */
  maxFiles: number
  leastBytes: number
  /** Where the file is added to a room. */
  room: RoomUpload | null
}

async function store({
  context,
  fileName,
  stream,
  token,
  isFirst,
  maxFiles,
  leastBytes,
  room,
}: Arriving): Promise<string> {
  const { services, visitor } = context
  // People without an account can add to a room, too: its policy says who.
  const user = room ? null : await visitor.user()
  if (!user && !room) throw new Problem((await visitor.session()) ? 'accountUnfinished' : 'notSignedIn')
  await requireOwnForm(context, token)
  const into = room
    ? await room.receiving()
    : { owner: user!, limitBytes: services.config.plans.of(user!.tierCode).maxUploadBytes }
  services.files.rendering.warm(leastBytes)
  // All files together: if they do not fit, the first one says so before a byte of them is read.
  if (isFirst && leastBytes > maxFiles * into.limitBytes)
    throw maxFiles === 1 ? tooLarge(into.limitBytes) : tooLargeInAll(into.limitBytes)
  const { owner, ...wanted } = into
  return services.files.uploads.receive(owner, stream, {
    ...wanted,
    fileName,
    leastBytes: isFirst ? leastBytes : 1,
  })
}

/** The upload test: nothing of the file is stored. */
async function measure({ context, stream, token, leastBytes }: Arriving): Promise<string> {
  const { services, visitor, client } = context
  await requireOwnForm(context, token)
  context.measured = await services.files.measuring.measure(await visitor.user(), client, stream, leastBytes)
  return 'measured'
}

/** A file whose text is the field: nothing of it is stored. */
async function readText(context: Context, field: string, stream: Readable, token: string): Promise<string> {
  const user = await context.visitor.user()
  if (!user) throw new Problem('notSignedIn')
  await requireOwnForm(context, token)
  return readTextFile(field, stream)
}

/** A logo: nothing of it is stored before it was drawn again. */
async function hold({ context, stream, token }: Arriving): Promise<string> {
  const { services, visitor } = context
  const user = await visitor.user()
  if (!user) throw new Problem((await visitor.session()) ? 'accountUnfinished' : 'notSignedIn')
  await requireOwnForm(context, token)
  if (!(await services.teams.people.administered(user))) throw new Problem('notFound')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxLogoBytes) throw logoTooLarge()
    parts.push(part)
  }
  if (size === 0) throw new Problem('fileEmpty')
  context.held = Buffer.concat(parts)
  // What is sent again has to be the same file.
  return createHash('sha256').update(context.held).digest('hex')
}

function logoTooLarge(): Problem {
  return new Problem('fileTooLarge', {
    text: `This file is larger than ${fileSize(maxLogoBytes)}. Choose a smaller one.`,
  })
}

const takes: ReadonlyMap<Route, (arriving: Arriving) => Promise<string>> = new Map<Route, typeof hold>([
  [routes.public.send, measure],
  [routes.team.admin, hold],
])

/** Removes what has arrived but will not be used. */
async function drop(
  fileGuids: string[],
  { services, visitor }: Context,
  room: RoomUpload | null,
): Promise<void> {
  if (room) return room.drop(fileGuids)
  const user = await visitor.user()
  if (user) await services.files.uploads.drop(user, fileGuids)
}

async function requireOwnForm({ isForeign, visitor }: Context, token: string): Promise<void> {
  if (isForeign || !(await visitor.isOwnToken(token))) throw new Problem('formExpired')
}

function tooLargeInAll(limitBytes: number): Problem {
  const text = `These files are larger than your plan allows: ${fileSize(limitBytes)} for each, and ${maxFilesPerForm} at once. Nothing was uploaded.`
  return new Problem('uploadTooLarge', { text })
}

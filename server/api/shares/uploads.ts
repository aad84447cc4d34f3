import { programIdentity, type Identity } from '#server/accounts/identity.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Receiving } from '#server/rooms/adding/adding.ts'
import type { Services } from '#server/services.ts'
import { tooLarge } from '#server/uploads/intake.ts'
import { programOf } from './program-of.ts'
import { isoTime } from '#server/api/present.ts'
import { call, openCall, type CallInput, type Caller } from '#server/api/table.ts'

/** What a form has besides the file, in bytes. */
const maxBeside = 64 * 1024

export const uploadCalls = [
  // The upload helper reads the answer as raw text: only the ID.
  call('POST /v1/upload', {
    scope: ['share', 'rooms'],
    takesFile: true,
    isRaw: true,
    run: (input) => receive(input, folderIn(input)),
  }),
  call('GET /v1/getpresignedurl', {
    scope: ['share', 'rooms'],
    async run(input) {
      const { services, session, identity } = input
      const parentGuid = folderIn(input)
      if (parentGuid !== null) await receivingAt(services, identity, parentGuid)
      const { downloadLinks } = services.viewing
      const ends = downloadLinks.endOfNew()
      const link = downloadLinks.make({
        sessionGuid: session.guid,
        shareGuid: parentGuid ?? '',
        kind: 'upload',
      })
      return {
        Url: new URL(`/v1/upload/${link}`, services.config.publicUrl).href,
        Method: 'POST',
        FieldName: 'file',
        ExpiresAt: isoTime(ends),
      }
    },
  }),
  openCall('POST /v1/upload/{Link}', {
    takesFile: true,
    isRaw: true,
    async run(input) {
      const { services, parameters } = input
      const link = services.viewing.downloadLinks.read(parameters.Link)
      const session = link && (await programOf(services, link.sessionGuid))
      if (!link || !session || link.kind !== 'upload')
        throw new Problem('linkUsedUp', { text: 'This address for uploads has expired. Request a new one.' })
      await services.accounts.bearers.requireFinished(session)
      const caller = { user: session.user, identity: programIdentity(session) }
      return receive({ ...input, ...caller }, link.shareGuid === '' ? null : link.shareGuid)
    },
  }),
]

type Receive = Pick<CallInput<string, unknown>, 'services' | 'request' | 'upload' | 'problem'> &
  Pick<Caller, 'user' | 'identity'>

/** The data room or folder that a file is for, as the address says. */
function folderIn({ request }: Pick<Receive, 'request'>): string | null {
  return new URL(request.url).searchParams.get('ParentGuid')
}

/** Stores the one file of a multipart form, for the caller, or for a folder of a room; returns its ID as text. */
async function receive(
  { services, user, identity, upload, request, problem }: Receive,
  parentGuid: string | null,
): Promise<Response> {
  if (problem) throw problem
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type) || !upload)
    throw new Problem('wrongContentType', {
      text: 'This call takes a multipart form with one part named "file".',
    })
  const length = Number(request.headers.get('content-length') ?? 0)
  services.files.rendering.warm(length)
  const { owner, ...into } =
    parentGuid === null
      ? { owner: user, limitBytes: services.config.plans.of(user.tierCode).maxUploadBytes }
      : await receivingAt(services, identity, parentGuid)
  const received = await readMultipart(upload, request.headers, {
    tokenField: null,
    maxFiles: 1,
    async onFile(field, { fileName }, stream) {
      if (field !== 'file')
        throw new Problem('badForm', { text: 'The part of the file must be named "file".' })
      if (length - maxBeside > into.limitBytes) throw tooLarge(into.limitBytes)
      return services.files.uploads.receive(owner, stream, {
        ...into,
        fileName,
        leastBytes: length - maxBeside,
      })
    },
  })
  const [file] = received.files
  if (received.problem) {
    // The sender does not learn the ID.
    if (file) await drop(services, identity, { owner, ...into }, file.value)
    throw received.problem
  }
  if (!file) throw new Problem('fileMissing', { text: 'The form has no part named "file" with a file name.' })
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(file.value, { headers })
}

/** Who will own a file for this folder of a room. Throws what the room's policy says. */
async function receivingAt(services: Services, identity: Identity, parentGuid: string): Promise<Receiving> {
  const { room } = await services.rooms.listing.place(identity, parentGuid)
  return services.rooms.adding.receiving(identity, { roomGuid: room.guid, parentGuid })
}

async function drop(
  services: Services,
  identity: Identity,
  { owner, roomGuid }: Pick<Receiving, 'owner'> & { roomGuid?: string },
  fileGuid: string,
): Promise<void> {
  if (roomGuid === undefined) await services.files.uploads.drop(owner, [fileGuid])
  else await services.rooms.adding.drop(identity, roomGuid, [fileGuid])
}

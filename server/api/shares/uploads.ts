import type { Identity } from '#server/accounts/identity.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Receiving } from '#server/rooms/adding/adding.ts'
import type { Services } from '#server/services.ts'
import { tooLarge } from '#server/uploads/intake.ts'
import { call } from '#server/api/table.ts'

/** What a form has besides the file, in bytes. */
const maxBeside = 64 * 1024

export const uploadCalls = [
  // The upload helper reads the answer as raw text: only the ID.
  call('POST /v1/upload', {
    takesFile: true,
    isRaw: true,
    async run({ services, user, identity, upload, request, problem }) {
      if (problem) throw problem
      const type = request.headers.get('content-type') ?? ''
      if (!/^multipart\/form-data\b/i.test(type) || !upload)
        throw new Problem('wrongContentType', {
          text: 'This call takes a multipart form with one part named "file".',
        })
      const length = Number(request.headers.get('content-length') ?? 0)
      services.files.rendering.warm(length)
      const parentGuid = new URL(request.url).searchParams.get('ParentGuid')
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
      if (!file)
        throw new Problem('fileMissing', { text: 'The form has no part named "file" with a file name.' })
      const headers = {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      }
      return new Response(file.value, { headers })
    },
  }),
]

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

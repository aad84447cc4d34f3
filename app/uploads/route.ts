import { isGuid } from '#server/rules/text/guid.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { bodyOf, bytesIn, stateHeaders, tusAnswer, tusResponse, uploaderFor } from './shared/tus.server.ts'

/**
 * Begins a resumable upload and says where it is: for a share, or for the folder of a room that its metadata name. The
 * same request can bring its first bytes.
 */
export const action = tusAnswer(routes.uploads.index, {
  async POST(context) {
    const { services, request } = context
    const size = bytesIn(request.headers, 'upload-length')
    const { filename = '', room, folder, sha256 } = metadataOf(request.headers.get('upload-metadata') ?? '')
    const place = room === undefined ? {} : { roomGuid: guidIn(room), parentGuid: guidIn(folder) }
    const uploader = await uploaderFor(context, place)
    const wanted = { fileName: filename, size, ...(place.parentGuid ? { parentGuid: place.parentGuid } : {}) }
    const sum = sha256 === undefined ? {} : { sha256: hashIn(sha256) }
    services.files.rendering.warm(size)
    const { resumable } = services.files
    const body = bodyOf(context)
    const state = body
      ? await resumable.createWith(uploader, { ...wanted, ...sum }, body)
      : await resumable.create(uploader, { ...wanted, ...sum })
    const Location = href(routes.uploads.upload, { UploadGuid: state.guid })
    return tusResponse(201, { Location, ...stateHeaders(state) })
  },
})

/** Only to say what this server can do. */
export const loader = tusAnswer(routes.uploads.index, {})

/** Names and their values, each in base64. Throws uploadUnreadable. */
function metadataOf(header: string): Record<string, string> {
  const pairs = header.split(',').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split(' ')
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw new Problem('uploadUnreadable')
    return name === '' ? [] : [[name, Buffer.from(value, 'base64').toString('utf8')] as const]
  })
  return Object.fromEntries(pairs)
}

function guidIn(value: string | undefined): string {
  if (value === undefined || !isGuid(value)) throw new Problem('notFound')
  return value
}

function hashIn(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new Problem('uploadUnreadable')
  return value.toLowerCase()
}

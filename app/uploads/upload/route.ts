import { Readable } from 'node:stream'
import { Problem } from '#server/rules/problems.ts'
import type { Checksum } from '#server/uploads/resumable/resumable.ts'
import { routes } from '#app/routes.ts'
import { bytesIn, ownUploader, stateHeaders, tusAnswer, tusResponse } from '#app/uploads/shared/tus.server.ts'

/** How far a resumable upload has come. */
export const loader = tusAnswer(routes.uploads.upload, {
  async HEAD(context) {
    const { services, params } = context
    const state = await services.files.resumable.find(await ownUploader(context), params.UploadGuid)
    return tusResponse(200, { ...stateHeaders(state), 'Upload-Length': String(state.size) })
  },
})

/** Takes more of it, or removes it. With its last byte it is a file under the same guid, for the form that uses it. */
export const action = tusAnswer(routes.uploads.upload, {
  async PATCH(context) {
    const { services, params, request, chunk } = context
    const uploader = await ownUploader(context)
    const offset = bytesIn(request.headers, 'upload-offset')
    const length = request.headers.has('content-length') ? bytesIn(request.headers, 'content-length') : null
    if (!chunk && length !== 0) throw new Problem('wrongContentType')
    const sum = checksumIn(request.headers.get('upload-checksum'))
    const body = chunk ?? Readable.from([])
    const bytes = { offset, body, length, ...(sum ? { checksum: sum } : {}) }
    return tusResponse(
      204,
      stateHeaders(await services.files.resumable.append(uploader, params.UploadGuid, bytes)),
    )
  },
  async DELETE(context) {
    const { services, params } = context
    await services.files.resumable.remove(await ownUploader(context), params.UploadGuid)
    return tusResponse(204)
  },
})

/** `sha1 …`, in base64. Throws uploadUnreadable, also for an algorithm that is not ours. */
function checksumIn(header: string | null): Checksum | null {
  if (header === null) return null
  const [algorithm, value = ''] = header.trim().split(' ')
  if (algorithm !== 'sha1' && algorithm !== 'sha256') throw new Problem('uploadUnreadable')
  const digest = Buffer.from(value, 'base64')
  if (digest.length !== (algorithm === 'sha1' ? 20 : 32)) throw new Problem('uploadUnreadable')
  return { algorithm, digest }
}

import { Readable } from 'node:stream'
import { Problem } from '#server/rules/problems.ts'
import { routes } from '#app/routes.ts'
import {
  bodyOf,
  bytesIn,
  ownUploader,
  stateHeaders,
  tusAnswer,
  tusResponse,
} from '#app/uploads/shared/tus.server.ts'

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
    const { services, params, request } = context
    const uploader = await ownUploader(context)
    const offset = bytesIn(request.headers, 'upload-offset')
    const isEmpty = request.headers.get('content-length') === '0'
    const bytes = bodyOf(context) ?? (isEmpty ? { body: Readable.from([]), length: 0 } : null)
    if (!bytes) throw new Problem('wrongContentType')
    const { resumable } = services.files
    const state = await resumable.append(uploader, params.UploadGuid, { ...bytes, offset })
    return tusResponse(204, stateHeaders(state))
  },
  async DELETE(context) {
    const { services, params } = context
    await services.files.resumable.remove(await ownUploader(context), params.UploadGuid)
    return tusResponse(204)
  },
})

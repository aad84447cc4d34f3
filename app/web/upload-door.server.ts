import type { Readable } from 'node:stream'
import { readMultipart } from '#server/http/multipart.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { uploadAddresses } from '../routes.ts'
import type { Context } from './context.ts'

/** Whether a request is a form that may carry files, to an address that takes them. */
export function isUpload(request: Request): boolean {
  const type = request.headers.get('content-type') ?? ''
  return (
    request.method === 'POST' &&
    /^multipart\/form-data\b/i.test(type) &&
    uploadAddresses.has(new URL(request.url).pathname)
  )
}

/**
 * Streams the files of a multipart form into storage and answers the same request with a small urlencoded body, in
 * which each file is the id of what was stored. The form's token, the session and the plan's limit are checked before
 * a byte of a file is read. What goes wrong is left in `context.uploadProblem`; the fields are handed on all the same,
 * so that the form comes back filled.
 */
export async function receiveUploads(request: Request, body: Readable, context: Context): Promise<Request> {
  const { services, visitor } = context
  const received = await readMultipart(body, request.headers, {
    async onFile(field, { fileName }, stream, fields) {
      const user = await visitor.user()
      if (!user) throw new Problem((await visitor.session()) ? 'accountUnfinished' : 'notSignedIn')
      if (context.isForeign || !visitor.isOwnToken(fields.get('token') ?? ''))
        throw new Problem('formExpired')
      services.rendering.warm(Number(request.headers.get('content-length') ?? 0))
      const limitBytes = planOf(user.tierCode).maxUploadBytes
      try {
        return await services.uploads.receive(user, stream, { fileName, limitBytes })
      } catch (error) {
        if (error instanceof Problem) throw new Problem(error.problem, { field, text: error.text })
        services.log.error({ err: error }, 'an upload failed')
        throw new Problem('unexpected', { field })
      }
    },
  })
  context.uploadProblem = received.problem
  const fields = new URLSearchParams(received.fields)
  for (const { field, value } of received.files) fields.set(field, value)
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  headers.delete('content-length')
  return new Request(request.url, { method: 'POST', headers, body: fields.toString() })
}

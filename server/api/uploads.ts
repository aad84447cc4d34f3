import { readMultipart } from '#server/http/multipart.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { call } from './table.ts'

/** What stands beside the file in its form, in bytes. */
const mostBeside = 64 * 1024

export const uploadCalls = [
  // The upload helper reads the answer as raw text (specification 2 section 7): the id alone.
  call('POST /v1/upload', {
    takesFile: true,
    isRaw: true,
    async run({ services, user, upload, request, problem }) {
      if (problem) throw problem
      const type = request.headers.get('content-type') ?? ''
      if (!/^multipart\/form-data\b/i.test(type) || !upload)
        throw new Problem('wrongContentType', {
          text: 'This call takes a multipart form with one part named "file".',
        })
      const length = Number(request.headers.get('content-length') ?? 0)
      services.rendering.warm(length)
      const limitBytes = planOf(user.tierCode).maxUploadBytes
      const received = await readMultipart(upload, request.headers, {
        tokenField: null,
        maxFiles: 1,
        async onFile(field, { fileName }, stream) {
          if (field !== 'file')
            throw new Problem('badForm', { text: 'The part of the file must be named "file".' })
          return services.uploads.receive(user, stream, {
            fileName,
            limitBytes,
            leastBytes: length - mostBeside,
          })
        },
      })
      if (received.problem) throw received.problem
      const [file] = received.files
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

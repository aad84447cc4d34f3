/** Why a file did not arrive, in words for the sender. */
export class UploadFailed extends Error {
  /** Whether the connection to the server failed, rather than the server refusing. */
  readonly isOfTheLine: boolean

  constructor(message: string, { isOfTheLine }: { isOfTheLine: boolean }) {
    super(message)
    this.isOfTheLine = isOfTheLine
  }
}

/** Uploads one file before its form is sent; answers its ID once it is stored. Throws UploadFailed. Sizes in bytes. */
export function uploadOne(
  file: File,
  { form, to }: { form: HTMLFormElement; to: string },
  tell: (progress: { sent: number; total: number }) => void,
): Promise<string> {
  const token = new FormData(form).get('token') as string
  const body = new FormData()
  body.set('token', token)
  body.set('intent', 'upload')
  body.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new UploadFailed(lineMessage, { isOfTheLine: true }))
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, fail)
    request.upload.addEventListener('progress', ({ loaded, total }) => tell({ sent: loaded, total }))
    request.addEventListener('load', () => {
      const answer = answerOf(request)
      if (answer.file) resolve(answer.file)
      else reject(new UploadFailed(answer.refusal, { isOfTheLine: false }))
    })
    request.open('POST', to)
    request.send(body)
  })
}

const lineMessage = 'Network error. Nothing was lost; your form is as you left it. Please try again.'

type Answer = { file?: string; refusal: string }

function answerOf({ responseText }: XMLHttpRequest): Answer {
  const refusal = 'The file couldn’t be uploaded. Nothing was lost. Try again.'
  try {
    const answer = JSON.parse(responseText) as {
      file?: string
      text?: string
      result?: { error?: Record<string, string[]> }
    }
    const errors = Object.values(answer.result?.error ?? {}).flat()
    return { ...(answer.file ? { file: answer.file } : {}), refusal: errors[0] ?? answer.text ?? refusal }
  } catch {
    return { refusal }
  }
}

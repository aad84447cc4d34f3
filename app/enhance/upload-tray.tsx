import { useEffect, useRef, useState } from 'react'
import { fileSize } from '#server/rules/format.ts'
import { href } from '../routes.ts'

type Progress = { sent: number; total: number }

/**
 * Sends the file of the form around it ahead, and shows how far it is; then the form goes its ordinary way with the
 * file's id in place of the file. Without it the browser sends both together.
 */
export function UploadTray() {
  const here = useRef<HTMLDivElement>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    const form = here.current?.closest('form')
    const input = form?.querySelector<HTMLInputElement>('input[type=file]')
    if (!form || !input) return
    let isSending = false
    async function send(event: SubmitEvent) {
      const file = input?.files?.[0]
      if (!form || !input || !file) return
      event.preventDefault()
      if (isSending) return
      isSending = true
      setFailure(null)
      try {
        replaceFile(input, await sendAhead(file, form, setProgress))
        isSending = false
        form.submit()
      } catch (error) {
        isSending = false
        setProgress(null)
        setFailure(error instanceof Error ? error.message : String(error))
      }
    }
    function warn(event: BeforeUnloadEvent) {
      if (isSending) event.preventDefault()
    }
    function listen(event: SubmitEvent) {
      void send(event)
    }
    form.addEventListener('submit', listen)
    window.addEventListener('beforeunload', warn)
    return () => {
      form.removeEventListener('submit', listen)
      window.removeEventListener('beforeunload', warn)
    }
  }, [])

  return (
    <div ref={here} aria-live="polite">
      {failure ? <p className="error">{failure}</p> : null}
      {progress ? (
        <p>
          <progress className="tray" max={progress.total} value={progress.sent} aria-label="Upload" />
          <span className="small mono">
            {progress.sent < progress.total
              ? `${fileSize(progress.sent)} of ${fileSize(progress.total)} sent`
              : 'All sent. The server is storing it.'}
          </span>
        </p>
      ) : null}
    </div>
  )
}

/** The id of the file once it is stored. Throws an Error with words for the sender. */
function sendAhead(file: File, form: HTMLFormElement, tell: (progress: Progress) => void): Promise<string> {
  const token = new FormData(form).get('token') as string
  const body = new FormData()
  body.set('token', token)
  body.set('intent', 'upload')
  body.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () =>
      reject(new Error('Network error. Nothing was lost: your form is as you filled it. Please try again.'))
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, fail)
    request.upload.addEventListener('progress', ({ loaded, total }) => tell({ sent: loaded, total }))
    request.addEventListener('load', () => {
      const answer = answerOf(request)
      if (answer.file) resolve(answer.file)
      else reject(new Error(answer.refusal))
    })
    request.open('POST', href('upload'))
    request.send(body)
  })
}

type Answer = { file?: string; refusal: string }

function answerOf({ responseText }: XMLHttpRequest): Answer {
  const refusal = 'The server did not take the file. Nothing was lost. Please try again.'
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

/** The form sends the id in place of the file. */
function replaceFile(input: HTMLInputElement, id: string): void {
  const hidden = document.createElement('input')
  hidden.type = 'hidden'
  hidden.name = input.name
  hidden.value = id
  input.after(hidden)
  input.disabled = true
}

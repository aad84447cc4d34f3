import { useActionData, useLoaderData } from '@remix-run/react'
import { uploadForm } from '#server/shares/sending/forms.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { largestMeasured, type Measured } from '#server/uploads/measuring.ts'
import { href, routes } from '#app/routes.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.public.send, 'anyone', async ({ services, visitor, measured }) => ({
  isOpen: services.files.measuring.isOpenTo(await visitor.user()),
  largest: fileSize(largestMeasured),
  result: measured ? resultOf(measured) : null,
  constraints: constraintsOf({ sendTest: uploadForm }),
}))

/** A test form: the answer to it is the result, which is kept nowhere. */
export const action = submit(routes.public.send, 'anyone', {
  sendTest: intent(uploadForm, async ({ measured }) => {
    if (measured) return Response.json(null)
    throw new Problem('fileMissing', { field: 'file', text: 'Choose a file to send.' })
  }),
})

function resultOf({ bytes, sha256, milliseconds }: Measured) {
  const seconds = milliseconds / 1000
  return [
    { label: 'Received', value: fileSize(bytes), note: `${bytes} bytes` },
    { label: 'SHA-256', value: sha256 },
    { label: 'Time', value: `${seconds.toFixed(2)} seconds` },
    {
      label: 'Speed',
      value: seconds > 0 ? `${fileSize(Math.round(bytes / seconds))} per second` : 'too fast to tell',
    },
  ]
}

export const meta = titled('Send test')

export default function Send() {
  const { isOpen, largest, result } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>{result ? 'File received' : 'Send test'}</h1>
      {result ? (
        <>
          <p>Everything was received; nothing was stored.</p>
          <Facts facts={result} />
          <h2>Try again</h2>
        </>
      ) : (
        <p>
          Sends a file from this browser to the server, through everything in between. The server counts its
          bytes and discards them: nothing is stored, and no one is notified.
        </p>
      )}
      {isOpen ? (
        <Form intent="sendTest" answer={answer ?? undefined} isUpload>
          <Field
            name="file"
            label="File"
            hint={`Any kind, up to ${largest}. This is a test, so choose a file that isn’t confidential.`}
            type="file"
            answer={answer ?? undefined}
          />
          <Submit>Send test file</Submit>
        </Form>
      ) : (
        <p>
          On this server you need an account to send a test file.{' '}
          <a href={href(routes.access.login, {}, { to: href(routes.public.send) })}>Sign in</a> first.
        </p>
      )}
    </div>
  )
}

import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, fieldOf, Form, Submit } from './form.tsx'

/** Asks for it with the files, so that their pages are made at once; `readers`: who then sees them without it. */
export function PasswordOfFile({
  readers = 'readers',
  answer,
  isOpen,
}: {
  readers?: 'readers' | 'members'
  answer: FormAnswer | undefined
  isOpen?: boolean
}) {
  return (
    <details className="more" open={isOpen || fieldOf(answer, 'documentPassword').errors.length > 0}>
      <summary>The file has a password</summary>
      <Field
        name="documentPassword"
        label="File password (optional)"
        hint={`For a PDF or Office document that needs a password to open; with several files, for each that does. ${readers === 'members' ? 'Members' : 'Recipients'} then see its pages without it. It’s stored encrypted with the file.`}
        type="password"
        autoComplete="off"
        answer={answer}
      />
    </details>
  )
}

/** Asks for the password of an encrypted document; `readers`: who then sees its pages without it. */
export function DocumentPassword({
  readers,
  answer,
}: {
  readers: 'readers' | 'members'
  answer: FormAnswer | undefined
}) {
  return (
    <Form intent="givePassword" answer={answer}>
      <p>
        This document needs a password to open. Enter it here, and{' '}
        {readers === 'members' ? 'members' : 'recipients'} see the pages without it. It’s stored encrypted
        with the file.
      </p>
      <Field
        name="documentPassword"
        label="Document password"
        type="password"
        autoComplete="off"
        answer={answer}
      />
      <Submit>Unlock document</Submit>
    </Form>
  )
}

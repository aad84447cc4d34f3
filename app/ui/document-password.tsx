import type { FormAnswer } from '../web/action.server.ts'
import { Field, Form, Submit } from './form.tsx'

/** Asks for the password of a document that has one of its own; `readers`: who then sees its pages without it. */
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
        This document asks for a password. Give it here, and {readers} see the pages without being asked for
        it. It is kept encrypted with the file.
      </p>
      <Field
        name="documentPassword"
        label="Password of the document"
        type="password"
        autoComplete="off"
        isRequired
        answer={answer}
      />
      <Submit>Open it with this password</Submit>
    </Form>
  )
}

import type { FormAnswer } from '../../web/action.server.ts'
import { Field, Form, Submit } from '../form.tsx'

type PasswordTabProps = { data: { leastCharacters: number }; answer: FormAnswer | undefined }

export function PasswordTab({ data, answer }: PasswordTabProps) {
  return (
    <Form intent="changePassword" answer={answer}>
      <Field
        name="password"
        label="Current password"
        type="password"
        autoComplete="current-password"
        answer={answer}
        isRequired
      />
      <Field
        name="newPassword"
        label="New password"
        hint={`At least ${data.leastCharacters} characters. Other devices are signed out.`}
        type="password"
        autoComplete="new-password"
        answer={answer}
        isRequired
      />
      <Submit>Change password</Submit>
    </Form>
  )
}

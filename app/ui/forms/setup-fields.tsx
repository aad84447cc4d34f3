import type { FormAnswer } from '#app/request/action.server.ts'
import { PasswordField } from './credential-fields.tsx'
import { Field } from './form.tsx'

type SetupFieldsProps = {
  firstName: string
  lastName: string
  /** Left out if the account has a password already. */
  password: { hint: string } | null
  answer: FormAnswer | undefined
}

/** The name of a person, for an account that someone else created. */
export function SetupFields({ firstName, lastName, password, answer }: SetupFieldsProps) {
  return (
    <>
      <Field
        name="firstName"
        label="First name"
        autoComplete="given-name"
        value={firstName}
        answer={answer}
      />
      <Field name="lastName" label="Last name" autoComplete="family-name" value={lastName} answer={answer} />
      {password ? <PasswordField isNew hint={password.hint} answer={answer} /> : null}
    </>
  )
}

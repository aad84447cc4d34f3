import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import type { FormAnswer } from '#app/request/action.server.ts'

type SignUpByCodeProps = {
  label: string
  email: string
  /** Of the link that was followed; may be empty. */
  code: string
  register: string
  answer: FormAnswer | undefined
}

/** Someone new, named by a provider, where an account takes a sign-up code. */
export function SignUpByCode({ label, email, code, register, answer }: SignUpByCodeProps) {
  return (
    <div className="card stack">
      <h1>Enter your sign-up code</h1>
      <p>
        You have no account here yet, and creating one takes a sign-up code. With it, you’ll get an account
        for <strong className="break">{email}</strong> that you open with {label}.
      </p>
      <Form intent="signUp" answer={answer}>
        <Field
          name="code"
          label="Sign-up code"
          hint="Sixteen letters and digits, from the person who invited you."
          autoComplete="off"
          value={code}
          answer={answer}
        />
        <Submit className="btn-main wide">Create account</Submit>
      </Form>
      <p className="small">
        {label} is remembered on this page for ten minutes. No code? Ask the person who invited you, or the
        administrator of this server.
      </p>
      <p className="small">
        <a href={register}>Create an account with a password instead</a>
      </p>
    </div>
  )
}

import { href, routes } from '#app/routes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { Constraints } from '#app/request/constraints.server.ts'
import type { SignInOption } from '#app/request/sign-in/sign-in-options.server.ts'
import { Checkbox } from './checkbox.tsx'
import { EmailField, PasswordField } from './credential-fields.tsx'
import { fieldOf, Form, Submit } from './form.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'

/** `wanted` is one of our paths that comes after signing in; `email` fills in a field and proves nothing. */
type SignInFormProps = {
  options: SignInOption[]
  wanted?: string | undefined
  email?: string | undefined
  answer?: FormAnswer | undefined
  constraints?: Constraints
}

/**
 * Everything with which someone signs in: the password, or a button for each other method. An entered address is passed
 * to the pages that ask for it next.
 */
export function SignInForm({ options, wanted, email, answer, constraints }: SignInFormProps) {
  const typed = (fieldOf(answer, 'email').value ?? email) || undefined
  // Home comes after everything anyway.
  const to = wanted === href(routes.home.index) ? undefined : wanted
  const others = options.filter(({ method }) => method !== 'password')
  return (
    <>
      <Form
        intent="signIn"
        action={href(routes.access.login, {}, { to: wanted })}
        answer={answer}
        constraints={constraints}
      >
        <EmailField isUserName value={email} answer={answer} />
        <PasswordField enterKeyHint="go" answer={answer} />
        <Checkbox name="isRemembered" label="Stay signed in on this device for 30 days" answer={answer} />
        <Submit className="btn-main wide">Sign in</Submit>
      </Form>
      {others.length > 0 ? <SignInButtons options={others} /> : null}
      <p className="small">
        <a href={href(routes.access.reset, {}, { to, email: typed })}>Forgot your password?</a>
      </p>
      <p className="small">
        No account yet? <a href={href(routes.access.register, {}, { to, email: typed })}>Create one</a>
      </p>
      <p className="small">
        Account not active yet?{' '}
        <a href={href(routes.access.validation, {}, { email: typed })}>Request a new email</a>
      </p>
    </>
  )
}

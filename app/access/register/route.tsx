import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isForTeamsOnly } from '#server/rules/accounts/sign-in-methods.ts'
import { registerForm } from '#server/accounts/forms.ts'
import { passwordAdvice } from '#server/rules/accounts/passwords.ts'
import { productName } from '#server/rules/product/product.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Field, fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'
import { SignInButtons } from '#app/ui/forms/sign-in-buttons.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goTo, goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'
import { signInOptions } from '#app/request/sign-in/sign-in-options.server.ts'
import { keepWanted, ownPath, wantedBy } from '#app/request/sign-in/wanted.server.ts'

/** The link may carry address and code; they only fill in the form. */
export const loader = load(routes.access.register, 'anyone', async ({ visitor, services, url }) => {
  if (await visitor.user()) throw redirect(ownPath(url.searchParams.get('to')))
  const code = url.searchParams.get('code') ?? ''
  return {
    mode: await services.accounts.registrations.mode(),
    host: services.config.publicUrl.host,
    leastCharacters: services.config.passwordMinLength,
    options: signInOptions(services, wantedBy(url), code || undefined).filter(
      ({ method }) => method !== 'password' && !isForTeamsOnly(method),
    ),
    email: url.searchParams.get('email') ?? '',
    code,
    to: wantedBy(url),
    constraints: constraintsOf({ register: registerForm(services.config) }),
  }
})

export const action = submit(routes.access.register, 'anyone', ({ services }) => {
  const { passwordMinLength } = services.config
  return {
    register: proof(registerForm({ passwordMinLength }), async ({ form, ...context }) => {
      const { services, client, visitor, url } = context
      const registered = await services.accounts.credentials.register(client, form)
      const advice = passwordAdvice(form.password, { minLength: passwordMinLength, ...form })
      if (registered.status === 'pending') {
        const kept = await keepWanted(visitor, url)
        const here = href(routes.access.validation, {}, { email: form.email })
        return advice ? goWithNotice(visitor, here, advice, 'warn', kept) : goTo(here, kept)
      }
      const outcome = await services.accounts.signIn.enter(registered.user.guid, 'password', client, {
        beganBy: 'link',
      })
      const answer = await answerSignIn(context, outcome, url.searchParams.get('to'))
      if (advice)
        answer.headers.append(
          'Set-Cookie',
          await visitor.cookies.notice.serialize({ text: advice, kind: 'warn' }),
        )
      return answer
    }),
  }
})

export const meta = titled('Create an account')

export default function Register() {
  const { mode, host } = useLoaderData<typeof loader>()
  if (mode === 'closed') return <Closed host={host} />
  return <Open />
}

function Open() {
  const { mode, leastCharacters, options, email, code, to } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const hasCode =
    mode === 'code' || (mode === 'open' && (code !== '' || fieldOf(answer, 'code').value !== undefined))
  return (
    <div className="card stack">
      <h1>Create an account</h1>
      {mode === 'first' ? (
        <p>
          This is the first account on this server. It’s active right away and becomes the administrator’s
          account.
        </p>
      ) : (
        <p className="soft">We’ll email you a link to activate your account.</p>
      )}
      <Form intent="register" answer={answer}>
        {hasCode ? (
          <Field
            name="code"
            label="Sign-up code"
            hint="Sixteen letters and digits, from the person who invited you."
            autoComplete="off"
            value={code}
            answer={answer}
            isRequired={mode === 'code'}
          />
        ) : null}
        <Field name="firstName" label="First name" autoComplete="given-name" answer={answer} />
        <Field name="lastName" label="Last name" autoComplete="family-name" answer={answer} />
        <EmailField isUserName value={email} answer={answer} />
        <PasswordField
          isNew
          hint={`At least ${leastCharacters} characters. Several unrelated words work well.`}
          answer={answer}
        />
        <Submit className="btn-main wide">Create account</Submit>
      </Form>
      {options.length > 0 ? <SignInButtons options={options} /> : null}
      <p className="small">
        Have an account?{' '}
        <a
          href={href(
            routes.access.login,
            {},
            { to, email: (fieldOf(answer, 'email').value ?? email) || undefined },
          )}
        >
          Sign in
        </a>
      </p>
    </div>
  )
}

function Closed({ host }: { host: string }) {
  return (
    <div className="card stack">
      <h1>Sign-up is by invitation only</h1>
      <p>
        Ask the administrator of {productName} at <b>{host}</b> for an account. You’ll get a link to set a
        password.
      </p>
      <p>
        You don’t need an account to open a file shared with you: use the link in the email, or{' '}
        <a href={href(routes.access.fileLogin)}>request your links</a>.
      </p>
      <p className="small">
        Have an account? <a href={href(routes.access.login)}>Sign in</a>
      </p>
    </div>
  )
}

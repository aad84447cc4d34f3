import { useActionData, useLoaderData } from '@remix-run/react'
import { signInCodeForm, signInCodeRequestForm } from '#server/teams/sign-in/forms.ts'
import { href, routes } from '#app/routes.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { CodeField, EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, proof, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'
import { wantedBy } from '#app/request/sign-in/wanted.server.ts'

/** Signing in by a code: first the address, then the code emailed to it. The same for every address. */
export const loader = load(routes.access.emailCode, 'anyone', async ({ url }) => ({
  to: wantedBy(url),
  email: url.searchParams.get('email') ?? '',
  isCodeSent: url.searchParams.get('step') === 'code',
  constraints: constraintsOf({ ask: signInCodeRequestForm, prove: signInCodeForm }),
}))

export const action = submit(routes.access.emailCode, 'anyone', {
  ask: intent(signInCodeRequestForm, async ({ form: { email }, services, client, url }) => {
    await services.teams.emailCodes.ask(client, email)
    return href(routes.access.emailCode, {}, { email, step: 'code', to: wantedBy(url) })
  }),
  prove: proof(signInCodeForm, async ({ form, ...context }) => {
    const outcome = await context.services.teams.emailCodes.prove(context.client, form)
    return answerSignIn(context, outcome, wantedBy(context.url))
  }),
})

export const meta = titled('Sign in with a code')

type Step = { email: string; to: string | undefined; answer: FormAnswer | undefined }

export default function EmailCode() {
  const { to, email, isCodeSent } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const step = { to, email, answer }
  return (
    <div className="card stack">
      {isCodeSent && email !== '' ? <TypeCode {...step} /> : <TypeAddress {...step} />}
      <p className="small">
        <a href={href(routes.access.login, {}, { to, email: email || undefined })}>Sign in another way</a>
      </p>
    </div>
  )
}

function TypeAddress({ email, answer }: Step) {
  return (
    <>
      <h1>Sign in with a code</h1>
      <p className="soft">For members of teams that allow it.</p>
      <Form intent="ask" answer={answer}>
        <EmailField
          isUserName
          hint="We’ll email you a six-digit code."
          value={email}
          enterKeyHint="send"
          hasFocus
          answer={answer}
        />
        <Submit className="btn-main wide">Email me a code</Submit>
      </Form>
    </>
  )
}

function TypeCode({ email, to, answer }: Step) {
  return (
    <>
      <h1>Enter the code</h1>
      <p>
        If <strong>{email}</strong> can sign in this way, we’ve emailed it a six-digit code. It works for 15
        minutes.
      </p>
      <Form intent="prove" answer={answer}>
        <input type="hidden" name="email" value={email} />
        <CodeField enterKeyHint="go" hasFocus answer={answer} />
        <Checkbox name="isRemembered" label="Stay signed in on this device for 30 days" answer={answer} />
        <Submit className="btn-main wide">Sign in</Submit>
      </Form>{' '}
      <Form intent="ask" answer={answer}>
        <input type="hidden" name="email" value={email} />
        <div className="row">
          <Submit className="btn-quiet btn-small">Send a new code</Submit>{' '}
          <a className="small" href={href(routes.access.emailCode, {}, { to })}>
            Use another address
          </a>
        </div>
      </Form>
    </>
  )
}

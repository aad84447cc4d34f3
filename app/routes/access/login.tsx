import type { MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signInForm } from '#server/accounts/forms.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Form, Submit } from '../../ui/form.tsx'
import { action as submit, intent } from '../../web/action.server.ts'
import { loader as load } from '../../web/loader.server.ts'
import { answerSignIn, signInByPassword } from '../../web/sign-in.server.ts'
import { ownPath, wantedBy } from '../../web/wanted.server.ts'

export const loader = load(async ({ visitor, url }) => {
  if (await visitor.user()) throw redirect(ownPath(url.searchParams.get('to')))
  return { isSentHere: url.searchParams.has('to'), to: wantedBy(url) }
})

export const action = submit({
  signIn: intent(signInForm, async ({ form, ...given }) => {
    const outcome = await signInByPassword(given, form)
    return answerSignIn(given, outcome, given.url.searchParams.get('to'))
  }),
})

export const meta: MetaFunction = () => [{ title: `Sign in – ${productName}` }]

export default function Login() {
  const { isSentHere, to } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <h1>Sign in</h1>
      {isSentHere ? <p className="soft">Sign in to go on; you come back to the page you wanted.</p> : null}
      <Form intent="signIn" answer={answer}>
        <Field
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
          inputMode="email"
          answer={answer}
          isRequired
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
          answer={answer}
          isRequired
        />
        <Checkbox name="isRemembered" label="Stay signed in on this device for 30 days" answer={answer} />
        <Submit className="button-wide">Sign in</Submit>
      </Form>
      <p className="small">
        <a href={href('reset', {}, { to })}>Forgotten your password?</a>
      </p>
      <p className="small">
        No account yet? <a href={href('register', {}, { to })}>Make one</a>
      </p>
      <p className="small">
        Account not active yet? <a href={href('validation')}>Ask for a new mail</a>
      </p>
    </div>
  )
}

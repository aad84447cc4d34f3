import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { registerForm } from '#server/accounts/forms.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { Field, Form, Submit } from '../../ui/form.tsx'
import { SignInButtons } from '../../ui/sign-in-buttons.tsx'
import { action as submit, intent } from '../../web/action.server.ts'
import { loader as load } from '../../web/loader.server.ts'
import { enter } from '../../web/sign-in.server.ts'
import { signInWays } from '../../web/sign-in-ways.server.ts'

export const loader = load(async ({ visitor, services }) => {
  if (await visitor.user()) throw redirect(href('home'))
  return {
    isFirst: await services.accounts.isUnclaimed(),
    leastCharacters: services.config.passwordMinLength,
    ways: signInWays(services).filter(({ method }) => method !== 'password'),
  }
})

export function action(received: ActionFunctionArgs) {
  const { passwordMinLength } = received.context.services.config
  return submit({
    register: intent(registerForm({ passwordMinLength }), async ({ form, services, client, visitor }) => {
      const registered = await services.accounts.register(client, form)
      if (registered.status === 'pending') return href('validation')
      return enter(visitor, { session: await services.sessions.start(registered.user.guid, client) })
    }),
  })(received)
}

export const meta: MetaFunction = () => [{ title: `Make an account – ${productName}` }]

export default function Register() {
  const { isFirst, leastCharacters, ways } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <h1>Make an account</h1>
      {isFirst ? (
        <p>
          This is the first account of this installation. It is active at once, and whoever holds it runs the
          installation.
        </p>
      ) : (
        <p className="soft">You get a mail with a link that makes the account active.</p>
      )}
      <Form intent="register" answer={answer}>
        <Field name="firstName" label="First name" autoComplete="given-name" answer={answer} isRequired />
        <Field name="lastName" label="Last name" autoComplete="family-name" answer={answer} isRequired />
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
          hint={`At least ${leastCharacters} characters. Several words that do not belong together are good.`}
          type="password"
          autoComplete="new-password"
          answer={answer}
          isRequired
        />
        <Submit className="button-wide">Make account</Submit>
      </Form>
      {ways.length > 0 ? <SignInButtons ways={ways} /> : null}
      <p className="small">
        Have an account? <a href={href('login')}>Sign in</a>
      </p>
    </div>
  )
}

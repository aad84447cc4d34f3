import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmForms } from '#server/accounts/sign-in/confirm-forms.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, ownPath, type ContextAt } from '#app/request/loader.server.ts'
import { optionsBeforeSignIn } from '#app/request/sign-in/sign-in-options.server.ts'
import { titled } from '#app/request/titled.ts'
import { PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SignInButtons } from '#app/ui/forms/sign-in-buttons.tsx'

/** Where an operator proves again who they are, and goes on from there. */
export const loader = load(
  routes.operator.confirm,
  'operator to confirm',
  async ({ session, services, url }) => {
    const to = wantedIn(url)
    return {
      to,
      email: session.user.email,
      required: await services.accounts.confirming.requiredConfirmation(session),
      options: (await optionsBeforeSignIn(services, to)).filter(({ method }) => method !== 'password'),
      constraints: constraintsOf({
        confirmPassword: confirmForms.password,
        confirmBoth: confirmForms.both,
      }),
    }
  },
)

export const action = submit(routes.operator.confirm, 'operator to confirm', {
  confirmPassword: proof(confirmForms.password, async ({ form, ...context }) => confirm(context, form)),
  confirmBoth: proof(confirmForms.both, async ({ form, ...context }) => confirm(context, form)),
})

type Here = ContextAt<'operator.confirm', 'operator to confirm'>

async function confirm(
  { services, session, client, url }: Here,
  form: { password: string; twoFactorCode?: string },
): Promise<string> {
  await services.accounts.confirming.confirm(session, form, client)
  return wantedIn(url)
}

/** The page that was asked for; the overview for whoever came by themselves. */
function wantedIn(url: URL): string {
  const to = url.searchParams.get('to')
  return to === null ? href(routes.operator.overview) : ownPath(to)
}

export const meta = titled('Confirm it’s you')

export default function Confirm() {
  const { to, email, required, options } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const address = href(routes.operator.confirm, {}, { to })
  return (
    <div className="measure card stack">
      <h1>Confirm it’s you</h1>
      <p>
        You signed in as <strong className="break">{email}</strong> more than 15 minutes ago. The server’s
        pages need a recent sign-in.
      </p>
      {required === 'elsewhere' ? (
        <>
          <p>Sign in again to continue.</p>
          <SignInButtons options={options} />
        </>
      ) : (
        <Form
          intent={required === 'both' ? 'confirmBoth' : 'confirmPassword'}
          action={address}
          answer={answer}
        >
          <PasswordField answer={answer} />
          {required === 'both' ? (
            <Field
              name="twoFactorCode"
              label="Code"
              className="code"
              autoComplete="one-time-code"
              hint="From your authenticator app, or a recovery code."
              answer={answer}
              enterKeyHint="go"
            />
          ) : null}
          <Submit className="btn-main">Continue</Submit>
        </Form>
      )}
    </div>
  )
}

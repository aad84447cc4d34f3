import { useActionData, useLoaderData } from '@remix-run/react'
import { keepAccountForm } from '#server/accounts/forms.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** An address in the query only fills in the form. */
export const loader = load(routes.access.reactivate, 'anyone', async ({ url }) => ({
  email: url.searchParams.get('email') ?? undefined,
  constraints: constraintsOf({ keep: keepAccountForm }),
}))

/**
 * For who closed an account and wants it back: no one is signed in, so the address and the password prove it.
 */
export const action = submit(routes.access.reactivate, 'anyone', {
  keep: proof(keepAccountForm, async ({ form, services, client, visitor }) => {
    await services.accounts.closing.keep(client, form)
    return goWithNotice(
      visitor,
      href(routes.access.login, {}, { email: form.email }),
      'Account restored. Sign in to continue.',
      'good',
    )
  }),
})

export const meta = titled('Keep my account')

export default function Keep() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Keep my account</h1>
      <p>
        A closed account is deleted permanently after 14 days. Until then you can keep it, with everything in
        it. Your shares open again as before.
      </p>
      <Form intent="keep" answer={answer}>
        <EmailField isUserName value={email} answer={answer} />
        <PasswordField enterKeyHint="go" answer={answer} />
        <Submit className="btn-main wide">Keep my account</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login, {}, { email })}>Back to sign-in</a>
      </p>
    </div>
  )
}

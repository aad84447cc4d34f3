import { useActionData, useLoaderData } from '@remix-run/react'
import { resendActivationForm } from '#server/accounts/forms.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** An address in the query only fills in the form. */
export const loader = load(routes.access.validation, 'anyone', async ({ url }) => ({
  email: url.searchParams.get('email') ?? '',
  constraints: constraintsOf({ resend: resendActivationForm }),
}))

export const action = submit(routes.access.validation, 'anyone', {
  resend: intent(resendActivationForm, async ({ form, services, client, visitor }) => {
    await services.accounts.credentials.resendActivation(client, form.email)
    return goWithNotice(
      visitor,
      href(routes.access.validation, {}, { email: form.email }),
      'If that account isn’t active yet, we’ve emailed a new link to it.',
      'good',
    )
  }),
})

export const meta = titled('Check your email')

export default function Validation() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Check your email</h1>
      <p>We’ve emailed you a link. Open it to continue; it works for 7 days.</p>
      <h2>Didn’t get the email?</h2>
      <p className="soft">Check your spam folder first, then request a new one.</p>
      <Form intent="resend" answer={answer}>
        <EmailField value={email} answer={answer} />
        <Submit className="btn-quiet">Send a new email</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login, {}, { email: email || undefined })}>Back to sign-in</a>
      </p>
    </div>
  )
}

import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { setupForm } from '#server/accounts/forms.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetupFields } from '#app/ui/forms/setup-fields.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, ownPath } from '#app/request/loader.server.ts'

/** For signed-in users. A `token` in the address is not needed: the session says whose account it is. */
export const loader = load(routes.access.setup, 'session', async ({ session, ...context }) => {
  const { user, requiredStep, hasPassword } = session
  if (requiredStep !== 'setup') throw redirect(ownPath(context.url.searchParams.get('to')))
  const { email, firstName, lastName } = user
  return { email, firstName, lastName, hasPassword, constraints: constraintsOf({ setUp: setupForm }) }
})

export const action = submit(routes.access.setup, 'session', {
  setUp: intent(setupForm, async ({ form, user, ...context }) => {
    await context.services.accounts.setup.bySession(user, form)
    return ownPath(context.url.searchParams.get('to'))
  }),
})

export const meta = titled('Set up your account')

export default function Setup() {
  const { email, firstName, lastName, hasPassword } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const hint = 'Leave empty to keep signing in the way you just did.'
  return (
    <div className="card stack">
      <h1>Set up your account</h1>
      <p>
        You’re signed in as <strong>{email}</strong>. Start with your name: people you share files with will
        see it.
      </p>
      <Form intent="setUp" answer={answer}>
        <SetupFields
          firstName={firstName}
          lastName={lastName}
          password={hasPassword ? null : { hint }}
          answer={answer}
        />
        <Submit className="btn-main wide">Set up account</Submit>
      </Form>
      <p className="small">
        Not you? <a href={href(routes.access.logout)}>Sign out</a>
      </p>
    </div>
  )
}

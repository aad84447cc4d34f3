import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changePasswordForm } from '#server/accounts/forms.ts'
import { href, routes } from '#app/routes.ts'
import { PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, ownPath, requiredStepPath } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** For signed-in users; `email` in the address only says whose password was meant. */
export const loader = load(routes.access.changePassword, 'session', async ({ session, ...context }) => {
  const { user, requiredStep, hasPassword } = session
  const { searchParams } = context.url
  if (requiredStep === 'setup')
    throw redirect(requiredStepPath(requiredStep, ownPath(searchParams.get('to'))))
  const meant = searchParams.get('email')
  return {
    email: user.email,
    other: meant !== null && meant.trim().toLowerCase() !== user.email.toLowerCase() ? meant : null,
    isForced: requiredStep === 'password',
    hasPassword,
    leastCharacters: context.services.config.passwordMinLength,
    constraints: constraintsOf({ changePassword: changePasswordForm(context.services.config) }),
  }
})

export const action = submit(routes.access.changePassword, 'session', ({ services: { config } }) => ({
  changePassword: proof(changePasswordForm(config), async ({ form, session, ...context }) => {
    const { visitor, services, client, url } = context
    const passwords = { current: form.password, next: form.newPassword }
    await services.accounts.credentials.changePassword(client, session.user, passwords, session.guid)
    const notice = 'Password changed. Other devices have been signed out.'
    return goWithNotice(visitor, ownPath(url.searchParams.get('to')), notice, 'good')
  }),
}))

export const meta = titled('Change your password')

export default function ChangePassword() {
  const { email, other, isForced, hasPassword, leastCharacters } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Change your password</h1>
      {other ? (
        <p>
          This link was for {other}. <a href={href(routes.access.logout)}>Sign out</a> and sign in with that
          address to change its password.
        </p>
      ) : null}
      <p>
        For <strong>{email}</strong>.
        {isForced ? ' Your administrator requires a new password before you continue.' : ''}
      </p>
      {hasPassword ? (
        <Form intent="changePassword" answer={answer}>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField label="Current password" answer={answer} />
          <PasswordField
            name="newPassword"
            label="New password"
            isNew
            hint={`At least ${leastCharacters} characters, different from the current one. Other devices will be signed out.`}
            answer={answer}
          />
          <Submit className="btn-main wide">Change password</Submit>
        </Form>
      ) : (
        <p>
          This account has no password yet. <a href={href(routes.access.reset)}>Request a link by email</a> to
          set one.
        </p>
      )}
      {isForced ? (
        <p className="small">
          Not you? <a href={href(routes.access.logout)}>Sign out</a>
        </p>
      ) : (
        <p className="small">
          <a href={href(routes.home.index)}>Back to home page</a>
        </p>
      )}
    </div>
  )
}

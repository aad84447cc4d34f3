import { useActionData, useLoaderData } from '@remix-run/react'
import { requestResetForm, resetPasswordForm } from '#server/accounts/forms.ts'
import { passwordAdvice } from '#server/rules/accounts/passwords.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, proof, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { forgetWanted, keepWanted, ownPath, wantedBy } from '#app/request/sign-in/wanted.server.ts'

export const loader = load(routes.access.reset, 'anyone', async ({ services, url }) => {
  const leastCharacters = services.config.passwordMinLength
  const link = url.searchParams.get('token')
  const typed = url.searchParams.get('email') ?? undefined
  const to = wantedBy(url)
  const reset = resetPasswordForm(services.config)
  const constraints = constraintsOf({ request: requestResetForm, reset })
  if (link === null) return { link: null, email: typed, leastCharacters, to, constraints }
  const owner = await services.accounts.credentials.peekReset(link)
  if (!owner) throw new Problem('linkUsedUp')
  return { link, email: owner.email, leastCharacters, to, constraints }
})

export const action = submit(routes.access.reset, 'anyone', ({ services }) => {
  const { passwordMinLength } = services.config
  return {
    request: intent(requestResetForm, async ({ form, services, client, visitor, url }) => {
      await services.accounts.credentials.requestReset(client, form.email)
      const notice = 'If that address has an account, we’ve emailed a link to it. The link works for 1 hour.'
      const here = href(routes.access.reset, {}, { to: wantedBy(url), email: form.email })
      return goWithNotice(visitor, here, notice, 'good', await keepWanted(visitor, url))
    }),
    reset: proof(resetPasswordForm({ passwordMinLength }), async ({ form, services, client, visitor }) => {
      const email = await services.accounts.credentials.resetPassword(client, form.link, form.newPassword)
      const advice = passwordAdvice(form.newPassword, { minLength: passwordMinLength })
      const done = 'Password changed. Sign in with the new one.'
      const notice = advice ? `${done} ${advice}` : done
      const to = visitor.wanted === null ? undefined : ownPath(visitor.wanted)
      return goWithNotice(
        visitor,
        href(routes.access.login, {}, { to, email }),
        notice,
        advice ? 'warn' : 'good',
        [await visitor.knownLine(), ...(await forgetWanted(visitor))],
      )
    }),
  }
})

export const meta = titled('New password')

export default function Reset() {
  const { link, email, leastCharacters, to } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (link === null) return <AskForLink answer={answer} to={to} email={email} />
  return (
    <div className="card stack">
      <h1>Choose a new password</h1>
      <p>
        For <strong>{email}</strong>. This signs you out on all devices.
      </p>
      <Form intent="reset" answer={answer}>
        <input type="hidden" name="link" value={link} />
        <PasswordField
          name="newPassword"
          label="New password"
          isNew
          hint={`At least ${leastCharacters} characters.`}
          answer={answer}
        />
        <Submit className="btn-main wide">Change password</Submit>
      </Form>
    </div>
  )
}

type AskProps = { answer: FormAnswer | undefined; to: string | undefined; email: string | undefined }

function AskForLink({ answer, to, email }: AskProps) {
  return (
    <div className="card stack">
      <h1>Reset your password</h1>
      <p className="soft">Enter your email address, and we’ll send you a link to set a new password.</p>
      <Form intent="request" answer={answer}>
        <EmailField isUserName value={email} hasFocus answer={answer} />
        <Submit className="btn-main wide">Send link</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login, {}, { to, email })}>Back to sign-in</a>
      </p>
    </div>
  )
}

import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load, ownPath, requiredStepPath } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

export const loader = load(
  routes.access.providers.confirm,
  'link',
  async ({ services, visitor, params, url }) => {
    const { person, ownerGuid } = await services.accounts.confirmations.peek(visitor.browserId, params.state)
    const session = await visitor.session()
    if (session?.requiredStep) throw redirect(requiredStepPath(session.requiredStep, url.pathname))
    const user = session?.user ?? null
    return {
      label: providerLabels[person.provider],
      email: person.email ?? '',
      step: !user ? 'signIn' : user.guid === ownerGuid ? 'confirm' : 'change',
      userEmail: user?.email ?? '',
      signIn: href(routes.access.login, {}, { to: url.pathname }),
    } as const
  },
)

export const action = submit(routes.access.providers.confirm, 'user', {
  confirm: intent(buttonForm, async ({ user, ...context }) => {
    const { services, visitor, params } = context
    const { person, to } = await services.accounts.confirmations.confirm(
      user,
      visitor.browserId,
      params.state,
    )
    return goWithNotice(
      visitor,
      ownPath(to),
      `${providerLabels[person.provider]} now opens your account.`,
      'good',
    )
  }),
})

export const meta = titled('Connect a sign-in')

/** The address of an account is no proof that the account is yours: its owner says so, once. */
export default function Confirm() {
  const { label, email, step, userEmail, signIn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Connect {label} to your account</h1>
      <p>
        There is an account of <strong>{email}</strong> here already, and {label} has not opened it before.
      </p>
      {step === 'signIn' ? (
        <>
          <p>
            Sign in to it once in the way you always do, within ten minutes. Then you can say that {label} may
            open it from now on.
          </p>
          <p>
            <a className="btn btn-main wide" href={signIn}>
              Sign in
            </a>
          </p>
          <p className="small">
            No password yet, or forgotten? <a href={href(routes.access.reset)}>Choose a new one</a>, then
            begin again with {label}.
          </p>
        </>
      ) : null}
      {step === 'confirm' ? (
        <Form intent="confirm" answer={answer}>
          <p>
            Whoever signs in with {label} as {email} gets into this account from now on. You can remove that
            in the settings.
          </p>{' '}
          <Submit className="btn-main wide">{`Connect ${label}`}</Submit>
          <p className="small">
            <a href={href(routes.home.index)}>Do not connect</a>
          </p>
        </Form>
      ) : null}
      {step === 'change' ? (
        <p>
          You are signed in as <strong>{userEmail}</strong>. To go on,{' '}
          <a href={href(routes.access.logout)}>sign out</a> and begin again with {label}.
        </p>
      ) : null}
    </div>
  )
}

import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signUpByCodeForm } from '#server/accounts/forms.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, guarded, once, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { answerNamed } from '#app/request/sign-in/provider.server.ts'
import { loader as load, ownPath, requiredStepPath } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { SignUpByCode } from './sign-up-by-code.tsx'

export const loader = load(
  routes.access.providers.confirm,
  'link',
  async ({ services, visitor, params, url }) => {
    const {
      person,
      ownerGuid,
      to,
      linkCode = '',
    } = await services.accounts.confirmations.peek(visitor.browserId, params.state)
    const session = await visitor.session()
    if (session?.requiredStep) throw redirect(requiredStepPath(session.requiredStep, url.pathname))
    const user = session?.user ?? null
    return {
      label: providerLabels[person.provider],
      email: person.email ?? '',
      step: user
        ? user.guid === ownerGuid
          ? 'confirm'
          : 'change'
        : ownerGuid === null
          ? 'signUp'
          : 'signIn',
      hasAccount: ownerGuid !== null,
      userEmail: user?.email ?? '',
      signIn: href(routes.access.login, {}, { to: url.pathname }),
      code: linkCode,
      register: href(routes.access.register, {}, { to: to ?? undefined, code: linkCode || undefined }),
      constraints: constraintsOf({ signUp: signUpByCodeForm }),
    } as const
  },
)

export const action = submit(routes.access.providers.confirm, 'user', {
  confirm: proof(buttonForm, async ({ user, ...context }) => {
    const { services, visitor, params } = context
    const { person, to } = await services.accounts.confirmations.confirm(
      user,
      visitor.browserId,
      params.state,
    )
    return goWithNotice(
      visitor,
      ownPath(to),
      `${providerLabels[person.provider]} is now connected to your account.`,
      'good',
    )
  }),
  signUp: guarded(
    routes.access.providers.confirm,
    'link',
    once(signUpByCodeForm, async ({ form, ...context }) => {
      const { services, visitor, client, params } = context
      const { outcome, person, to } = await services.accounts.confirmations.signUp(
        client,
        visitor.browserId,
        params.state,
        form.code,
      )
      return answerNamed(context, person, outcome, { to })
    }),
  ),
})

export const meta = titled<typeof loader>(({ hasAccount }) =>
  hasAccount ? 'Connect a sign-in method' : 'Enter your sign-up code',
)

/** The address of an account is no proof that the account is yours: its owner says so, once. */
export default function Confirm() {
  const { label, email, step, hasAccount, userEmail, signIn, code, register } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (step === 'signUp')
    return <SignUpByCode label={label} email={email} code={code} register={register} answer={answer} />
  return (
    <div className="card stack">
      <h1>Connect {label} to your account</h1>
      {hasAccount ? (
        <p>
          <strong>{email}</strong> already has an account here, and {label} isn’t connected to it yet.
        </p>
      ) : null}
      {step === 'signIn' ? (
        <>
          <p>
            Sign in the way you usually do within ten minutes, then confirm that you want to connect {label}.
          </p>
          <p>
            <a className="btn btn-main wide" href={signIn}>
              Sign in
            </a>
          </p>
          <p className="small">
            No password yet, or forgotten it? <a href={href(routes.access.reset)}>Set a new one</a>, then
            start again with {label}.
          </p>
        </>
      ) : null}
      {step === 'confirm' ? (
        <Form intent="confirm" answer={answer}>
          <p>
            Anyone who signs in with {label} as {email} can then use this account. You can disconnect it in
            Settings.
          </p>{' '}
          <Submit className="btn-main wide">{`Connect ${label}`}</Submit>
          <p className="small">
            <a href={href(routes.home.index)}>Don’t connect</a>
          </p>
        </Form>
      ) : null}
      {step === 'change' ? (
        <p>
          You’re signed in as <strong>{userEmail}</strong>. To continue,{' '}
          <a href={href(routes.access.logout)}>sign out</a> and start again with {label}.
        </p>
      ) : null}
    </div>
  )
}

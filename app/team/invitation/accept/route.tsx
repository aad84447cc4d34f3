import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, proof } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'
import { titled } from '#app/request/titled.ts'
import { Address } from '#app/ui/address.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { openedIn, orInvalid, requireOpen } from '#app/team/invitation/shared/opened.server.ts'
import { Invited } from '#app/team/invitation/shared/invited.tsx'

/** Mail scanners open links: only the button accepts. */
export const loader = load(routes.team.accept, 'link', (context) => requireOpen(context))

export const action = submit(routes.team.accept, 'link', {
  acceptInvitation: proof(buttonForm, async ({ form: _, ...context }) => {
    const { services, client, visitor } = context
    const opened = await openedIn(context)
    const { madeGuid } = await orInvalid(opened, services.teams.joining.accept(opened, client))
    if (madeGuid === null)
      return goWithNotice(visitor, href(routes.home.index), 'You’ve joined the team.', 'good')
    const outcome = await services.accounts.signIn.enter(madeGuid, 'password', client, { beganBy: 'link' })
    return answerSignIn(context, outcome)
  }),
})

export const meta = titled('Team invitation')

export default function Accept() {
  const invitation = useLoaderData<typeof loader>()
  const { team, role, inviter, email, until } = invitation
  return (
    <div className="card stack">
      <h1 className="break">Join the team {team}?</h1>
      <p>
        <Invited inviter={inviter} email={email} /> Your role would be {role}.
      </p>
      <Next />
      <p className="small soft">The invitation works until {until}.</p>
    </div>
  )
}

function Next() {
  const { team, email, step, signedInAs, signIn, singleSignOn, reject } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  switch (step) {
    case 'accept':
    case 'create':
      return (
        <>
          <Consequences
            title="What joining means"
            lines={[
              'The team decides how you sign in: which methods, and whether you need two-step verification.',
              'Its administrators see your name, your address and when you signed in, and the names of your data rooms. They can open the list of a room’s files only with a reason, and you’re notified.',
              'They can suspend your account, and remove you from the team. You can leave.',
            ]}
          />
          <Form intent="acceptInvitation" answer={answer}>
            <Submit className="btn-main wide">
              {step === 'create' ? 'Join and create account' : 'Join the team'}
            </Submit>
          </Form>
          {step === 'create' ? (
            <p className="small soft">Next, you choose your name and a password.</p>
          ) : (
            <p className="small soft">You’re signed in as {signedInAs}.</p>
          )}
          <p className="small">
            <a href={reject}>Reject this invitation</a>
          </p>
        </>
      )
    case 'sign in':
      return (
        <>
          <p>
            <b className="break">
              <Address of={email} />
            </b>{' '}
            has an account. Sign in with it to accept; nothing has changed so far.
          </p>
          <p>
            <a className="btn btn-main wide" href={signIn}>
              Sign in
            </a>
          </p>
          <p className="small">
            <a href={reject}>Reject this invitation</a>
          </p>
        </>
      )
    case 'single sign-on':
      return (
        <>
          <p>The team signs in with single sign-on. Sign in with it; you then come back here.</p>
          <p>
            <a className="btn btn-main wide" href={singleSignOn}>
              Sign in with single sign-on
            </a>
          </p>
        </>
      )
    case 'other account':
      return (
        <>
          <p>
            You’re signed in as <b className="break">{signedInAs}</b>, but the invitation is for{' '}
            <b className="break">
              <Address of={email} />
            </b>
            . Sign out and open the link of the email again, or add {email} to your account under{' '}
            <a href={href(routes.settings.index, {}, { tabActive: 'addresses' })}>Settings</a>.
          </p>
          <p>
            <a href={href(routes.access.logout)}>Sign out</a>
          </p>
        </>
      )
    case 'other team':
      return (
        <p>
          Your account belongs to another team, and can be in one only. Leave that team first, then open this
          invitation again.
        </p>
      )
    case 'locked elsewhere':
      return (
        <p>
          Only members of another team can sign in with addresses at this domain, so this address can’t join{' '}
          {team}. Ask {team} to invite your other address.
        </p>
      )
    case 'no registration':
      return (
        <p>
          No one can create an account by themselves on this server. Ask its administrator for one for {email}
          , then open this invitation again.
        </p>
      )
  }
}

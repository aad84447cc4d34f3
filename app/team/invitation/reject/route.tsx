import { useActionData, useLoaderData } from '@remix-run/react'
import { routes } from '#app/routes.ts'
import { action as submit, buttonForm, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import {
  invitationPath,
  openedIn,
  orInvalid,
  requireOpen,
} from '#app/team/invitation/shared/opened.server.ts'
import { Invited } from '#app/team/invitation/shared/invited.tsx'

export const loader = load(routes.team.reject, 'link', (context) => requireOpen(context))

export const action = submit(routes.team.reject, 'link', {
  rejectInvitation: once(buttonForm, async ({ form: _, ...context }) => {
    const opened = await openedIn(context)
    await orInvalid(opened, context.services.teams.joining.reject(opened))
    return goWithNotice(context.visitor, invitationPath('invalid', opened), 'Invitation rejected.', 'good')
  }),
})

export const meta = titled('Team invitation')

export default function Reject() {
  const { team, inviter, email, accept } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1 className="break">Reject the invitation to {team}?</h1>
      <p>
        <Invited inviter={inviter} email={email} /> The team sees that you rejected it. Its link stops
        working.
      </p>
      <Form intent="rejectInvitation" answer={answer}>
        <Submit className="btn-bad wide">Reject invitation</Submit>
      </Form>
      <p className="small">
        <a href={accept}>Back to the invitation</a>
      </p>
    </div>
  )
}

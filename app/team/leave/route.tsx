import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

export const loader = load(routes.team.leave, 'user', async ({ user, services }) => {
  const team = user.teamGuid === null ? null : await services.teams.all.byGuid(user.teamGuid)
  if (!team) throw new Problem('notFound')
  const lock = await services.teams.domains.lockFor(user.email)
  return {
    team: team.name,
    back: settingsPath('profile'),
    consequences: [
      'Your account stays, with everything you shared and own. The team’s sign-in rules no longer apply.',
      'In other members’ data rooms, you become a contributor where you were a co-owner.',
      'Single sign-on of the team no longer works for you. Choose a password first, under Settings.',
      ...(lock === team.guid
        ? [
            `The team has locked the domain of ${user.email}: you’re signed out, and can’t sign in with this address.`,
          ]
        : []),
      'To come back, you need a new invitation.',
    ],
  }
})

export const action = submit(routes.team.leave, 'user', {
  leaveTeam: once(buttonForm, async ({ form: _, user, ...context }) => {
    await context.services.teams.membership.leave(user)
    return goWithNotice(context.visitor, href(routes.home.index), 'You’ve left the team.', 'good')
  }),
})

export const meta = titled('Leave team')

export default function LeaveTeam() {
  const { team, back, consequences } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackHead back={{ to: back, label: 'Settings' }} title={`Leave the team ${team}?`} />
      <div className="measure card stack-wide">
        <Consequences lines={consequences} />
        <Form intent="leaveTeam" answer={answer}>
          <div className="row">
            <Submit className="btn-bad">Leave team</Submit> <a href={back}>Cancel</a>
          </div>
        </Form>
      </div>
    </>
  )
}

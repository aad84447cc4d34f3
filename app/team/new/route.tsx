import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { teamNameForm } from '#server/teams/people/team-forms.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

export const loader = load(routes.team.new, 'user', async ({ user, services }) => {
  if (!(await services.teams.life.mayMake(user))) throw new Problem('notFound')
  const { seats } = services.config.plans.of(user.tierCode)
  return { seats, back: settingsPath('profile'), constraints: constraintsOf({ makeTeam: teamNameForm }) }
})

export const action = submit(routes.team.new, 'user', {
  makeTeam: once(teamNameForm, async ({ form, user, ...context }) => {
    await context.services.teams.life.make(user, form.name)
    return goWithNotice(context.visitor, href(routes.team.admin), 'Team created. Invite people next.', 'good')
  }),
})

export const meta = titled('Create a team')

export default function NewTeam() {
  const { seats, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackHead back={{ to: back, label: 'Settings' }} title="Create a team" />
      <div className="measure card stack-wide">
        <p>
          You become its owner. A team has its own sign-in rules, colours and terms
          {seats === null ? '.' : `, and up to ${seats} people with your plan.`}
        </p>
        <Form intent="makeTeam" answer={answer}>
          <Field name="name" label="Team name" answer={answer} />
          <div className="row">
            <Submit>Create team</Submit> <a href={back}>Cancel</a>
          </div>
        </Form>
      </div>
    </>
  )
}

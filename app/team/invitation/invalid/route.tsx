import { useActionData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { invitationPath, openedIn } from '#app/team/invitation/shared/opened.server.ts'

/** Says the same of every invitation, and of none: looks nothing up. */
export const loader = load(routes.team.invalid, 'link', async () => null)

export const action = submit(routes.team.invalid, 'link', {
  askInvitation: once(buttonForm, async ({ form: _, ...context }) => {
    const opened = await openedIn(context)
    await context.services.teams.joining.askAgain(opened, context.client)
    const notice = 'If you were invited, the team’s administrators now have your request.'
    return goWithNotice(context.visitor, invitationPath('invalid', opened), notice, 'good')
  }),
})

export const meta = titled('Team invitation')

export default function Invalid() {
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>This invitation can’t be used</h1>
      <p>
        It has expired, was withdrawn, or was already answered; or it’s for another account than yours.
        Nothing was changed.
      </p>
      <Form intent="askInvitation" answer={answer}>
        <Submit className="btn-main wide">Ask for a new invitation</Submit>
      </Form>
      <p className="small">
        Already in the team? <a href={href(routes.access.login)}>Sign in</a>
      </p>
    </div>
  )
}

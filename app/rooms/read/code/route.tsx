import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'

/** A one-time code for one file in a room: someone coming from a program continues here as the same person. */
export const loader = load(routes.rooms.readCode, 'link', async (context) => {
  const { services, visitor, params } = context
  const owner = await services.accounts.signIn.peekHandOff(params.Code, params.ShareGuid)
  if (!owner) throw await refuse(context)
  const session = await visitor.session()
  const other = session && session.user.email !== owner.email ? session.user.email : null
  return { email: owner.email, other }
})

export const action = submit(routes.rooms.readCode, 'link', {
  handOff: intent(buttonForm, async (context) => {
    const { services, client, params } = context
    try {
      const outcome = await services.accounts.signIn.byHandOff(client, params.Code, params.ShareGuid)
      return await answerSignIn(context, outcome, fileOf(context))
    } catch (error) {
      if (error instanceof Problem && error.problem === 'linkUsedUp') return refuse(context)
      throw error
    }
  }),
})

export const meta = titled('Continue')

/** A button, so that merely opening the link uses nothing up and signs no one in. */
export default function FileCode() {
  const { email, other } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Continue as {email}?</h1>
      <p>This signs you in on this browser and opens one file. Continue only if that’s your address.</p>
      {other ? (
        <p>You’re signed in as {other} now; this signs you out of that account on this device.</p>
      ) : null}
      <Form intent="handOff" answer={answer}>
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login)}>Sign in another way</a>
      </p>
    </div>
  )
}

type Here = RequestContext<ParametersOf<'rooms.readCode'>>

function fileOf({ params }: Pick<Here, 'params'>): string {
  return href(routes.rooms.read1, { ShareGuid: params.ShareGuid, ParentGuid: params.ParentGuid })
}

function refuse({ visitor, params }: Pick<Here, 'visitor' | 'params'>): Promise<Response> {
  const notice = 'That link works once, for one minute, and is no longer valid. Sign in here.'
  return goWithNotice(visitor, href(routes.access.login, {}, { to: fileOf({ params }) }), notice, 'bad')
}

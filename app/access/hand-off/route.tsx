import { useActionData, useLoaderData } from '@remix-run/react'
import { handOffForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'

/** A code login: someone coming from a program continues here as the same person. */
export const loader = load(routes.access.handOff, 'link', async (context) => {
  const { services, visitor, url } = context
  const code = url.searchParams.get('code') ?? ''
  const owner = await services.accounts.signIn.peekHandOff(code)
  if (!owner) throw await refuse(context)
  const session = await visitor.session()
  const other = session && session.user.email !== owner.email ? session.user.email : null
  return { code, email: owner.email, other }
})

export const action = submit(routes.access.handOff, 'link', {
  handOff: proof(handOffForm, async ({ form, ...context }) => {
    const { services, client, url } = context
    try {
      const outcome = await services.accounts.signIn.byHandOff(client, form.code)
      return await answerSignIn(context, outcome, url.searchParams.get('to'))
    } catch (error) {
      if (error instanceof Problem && error.problem === 'linkUsedUp') return refuse(context)
      throw error
    }
  }),
})

export const meta = titled('Continue')

/** With a button, so that merely opening the link neither uses up the code nor signs anyone in. */
export default function HandOff() {
  const { code, email, other } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Continue as {email}?</h1>
      <p>This signs you in on this browser. Continue only if that’s your address.</p>
      {other ? (
        <p>You’re signed in as {other} right now. Continuing signs that account out on this device.</p>
      ) : null}
      <Form intent="handOff" answer={answer}>
        <input type="hidden" name="code" value={code} />
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.access.login)}>Sign in another way</a>
      </p>
    </div>
  )
}

function refuse({ visitor }: Pick<RequestContext, 'visitor'>): Promise<Response> {
  const notice = 'That link has expired or was already used: it works once, within one minute. Sign in here.'
  return goWithNotice(visitor, href(routes.access.login), notice, 'bad')
}

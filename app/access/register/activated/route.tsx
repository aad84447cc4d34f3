import { useActionData, useLoaderData } from '@remix-run/react'
import { activateForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'
import type { Visitor } from '#app/request/visitor.server.ts'
import { forgetWanted, ownPath } from '#app/request/sign-in/wanted.server.ts'

export const loader = load(routes.access.activated, 'link', async ({ services, params, visitor }) => {
  const link = params.token
  const owner = await services.accounts.credentials.peekActivation(link)
  if (!owner) throw await toSignIn(visitor)
  return { link, email: owner.email }
})

export const action = submit(routes.access.activated, 'link', {
  activate: proof(activateForm, async ({ form, ...context }) => {
    const { services, client, visitor } = context
    const activated = await services.accounts.credentials.activate(form.link).catch((error: unknown) => {
      if (error instanceof Problem && error.problem === 'linkUsedUp') return null
      throw error
    })
    if (!activated) return toSignIn(visitor)
    const outcome = await services.accounts.signIn.enter(activated.user.guid, 'password', client, {
      beganBy: 'link',
    })
    const answer = await answerSignIn(context, outcome, visitor.wanted)
    for (const line of await forgetWanted(visitor)) answer.headers.append('Set-Cookie', line)
    return answer
  }),
})

/** Every other outcome of an activation leads to sign-in. */
function toSignIn(visitor: Visitor): Promise<Response> {
  const wanted = ownPath(visitor.wanted)
  const to = wanted === href(routes.home.index) ? undefined : wanted
  const notice =
    'This link has expired or was already used. If your account is active, sign in. If not, request a new email below.'
  return goWithNotice(visitor, href(routes.access.login, {}, { to }), notice, 'warn')
}

export const meta = titled('Activate your account')

/** Mail scanners open links, so the link shows a button and only the button activates. */
export default function Activated() {
  const { link, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Activate your account</h1>
      <p>
        This activates the account for <strong>{email}</strong> and signs you in.
      </p>
      <Form intent="activate" answer={answer}>
        <input type="hidden" name="link" value={link} />
        <Submit className="btn-main wide">Activate account</Submit>
      </Form>
    </div>
  )
}

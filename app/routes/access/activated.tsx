import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { activateForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { Form, Submit } from '../../ui/form.tsx'
import { action as submit, intent } from '../../web/action.server.ts'
import { loader as load } from '../../web/loader.server.ts'
import { enter } from '../../web/sign-in.server.ts'

export const loader = load(async ({ services, params }) => {
  const link = params['token'] ?? ''
  const owner = await services.accounts.peekActivation(link)
  if (!owner) throw new Problem('linkUsedUp')
  return { link, email: owner.email }
})

export const action = submit({
  activate: intent(activateForm, async ({ form, services, client, visitor }) => {
    const user = await services.accounts.activate(form.link)
    return enter(visitor, { session: await services.sessions.start(user.guid, client) })
  }),
})

export const meta: MetaFunction = () => [{ title: `Activate your account – ${productName}` }]

/** Mail scanners open links, so the link shows a button and only the button activates. */
export default function Activated() {
  const { link, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <h1>Activate your account</h1>
      <p>
        This makes the account of <strong>{email}</strong> active and signs you in.
      </p>
      <Form intent="activate" answer={answer}>
        <input type="hidden" name="link" value={link} />
        <Submit className="button-wide">Activate account</Submit>
      </Form>
    </div>
  )
}

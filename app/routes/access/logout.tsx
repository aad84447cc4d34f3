import type { MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { productName } from '#server/rules/product.ts'
import { Form, Submit } from '../../ui/form.tsx'
import { action as submit, buttonForm, intent } from '../../web/action.server.ts'
import { leave } from '../../web/sign-in.server.ts'

export const action = submit({ signOut: intent(buttonForm, async (given) => leave(given)) })

export const meta: MetaFunction = () => [{ title: `Sign out – ${productName}` }]

/** Shows a button only: a link that somebody else wrote must not sign anybody out. */
export default function Logout() {
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <h1>Sign out</h1>
      <p>This ends your session on this device. Files you opened with a code need a new code afterwards.</p>
      <Form intent="signOut" answer={answer}>
        <Submit>Sign out</Submit>
      </Form>
    </div>
  )
}

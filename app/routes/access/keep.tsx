import type { MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { keepAccountForm } from '#server/accounts/forms.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { EmailField, PasswordField } from '../../ui/credential-fields.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { action as submit, intent } from '../../web/action.server.ts'
import { goWithNotice } from '../../web/notice.server.ts'

/** For who closed an account and wants it back: nobody is signed in, so the address and the password prove it. */
export const action = submit({
  keep: intent(keepAccountForm, async ({ form, services, client, visitor }) => {
    await services.closing.keep(client, form)
    return goWithNotice(visitor, href('login'), 'Your account is kept, as it was. Sign in.', 'good')
  }),
})

export const meta: MetaFunction = () => [{ title: `Keep my account – ${productName}` }]

export default function Keep() {
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <h1>Keep my account</h1>
      <p>
        An account that its owner closed is erased after 14 days. Until then it can be kept, with everything
        in it. What was shared is open again, as it was.
      </p>
      <Form intent="keep" answer={answer}>
        <EmailField isUserName answer={answer} />
        <PasswordField enterKeyHint="go" answer={answer} />
        <Submit className="button-wide">Keep my account</Submit>
      </Form>
      <p className="small">
        <a href={href('login')}>Back to sign-in</a>
      </p>
    </div>
  )
}

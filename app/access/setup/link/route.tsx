import { routes } from '#app/routes.ts'
import { useActionData, useLoaderData } from '@remix-run/react'
import { setupLinkForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetupFields } from '#app/ui/forms/setup-fields.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { answerSignIn } from '#app/request/sign-in/sign-in.server.ts'

/** By the link in an email: it proves the address, so that no sign-in is needed before. */
export const loader = load(routes.access.setupLink, 'link', async ({ services, params }) => {
  const link = params.token
  const person = await services.accounts.setup.peek(link)
  if (!person) throw new Problem('linkUsedUp')
  const leastCharacters = services.config.passwordMinLength
  return { link, ...person, leastCharacters, constraints: constraintsOf({ setUp: setupLinkForm }) }
})

export const action = submit(routes.access.setupLink, 'link', {
  setUp: proof(setupLinkForm, async ({ form, ...context }) => {
    const { services, client } = context
    const user = await services.accounts.setup.byLink(client, form.link, form)
    return answerSignIn(context, await services.accounts.signIn.enter(user.guid, 'password', client))
  }),
})

export const meta = titled('Set up your account')

export default function SetupLink() {
  const { link, email, firstName, lastName, leastCharacters } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const hint = `At least ${leastCharacters} characters. Several unrelated words work well.`
  return (
    <div className="card stack">
      <h1>Set up your account</h1>
      <p>
        For <strong>{email}</strong>. Check your name, which people you share files with will see, and choose
        a password.
      </p>
      <Form intent="setUp" answer={answer}>
        <input type="hidden" name="link" value={link} />
        <SetupFields firstName={firstName} lastName={lastName} password={{ hint }} answer={answer} />
        <Submit className="btn-main wide">Set up account</Submit>
      </Form>
    </div>
  )
}

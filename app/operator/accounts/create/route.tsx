import { useActionData, useLoaderData } from '@remix-run/react'
import { createAccountForm } from '#server/accounts/forms.ts'
import { tierCodes, tierOf, tiers } from '#server/rules/product/plans.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

export const loader = load(routes.operator.accounts.create, 'operator', async ({ services }) => ({
  constraints: constraintsOf({ createAccount: createAccountForm }),
  tiers: tiers.map(({ key, name }) => ({ key, name })),
  standard: tierOf(services.config.defaultTier).key,
}))

export const action = submit(routes.operator.accounts.create, 'operator', {
  createAccount: once(createAccountForm, async ({ form, services, user, client, visitor }) => {
    const { tier, ...person } = form
    const given = [form.email, '--tier', tier, '--send']
    const made = await services.operator.commands.run({ user, client }, 'user create', given, () =>
      services.accounts.administration.create({ ...person, tierCode: tierCodes[tier], isSent: true }),
    )
    const to = href(routes.operator.accounts.account, { User: made.user.guid })
    return goWithNotice(visitor, to, 'Account created. A link to set it up was emailed.', 'good')
  }),
})

export const meta = titled('Create account – Server')

export default function CreateAccount() {
  const { tiers: all, standard } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const back = href(routes.operator.accounts.index)
  return (
    <>
      <ServerHead here="accounts" title="Create account" crumbs={[{ to: back, label: 'Accounts' }]} />
      <div className="measure card stack-wide">
        <p>
          The account is active right away. The person gets an email with a link to check their name and
          choose a password. The link works once, for 7 days.
        </p>
        <Form intent="createAccount" answer={answer}>
          <EmailField answer={answer} />
          <Field name="firstName" label="First name" autoComplete="off" answer={answer} />
          <Field name="lastName" label="Last name" autoComplete="off" answer={answer} />
          <Select name="tier" label="Plan" value={standard} answer={answer}>
            {all.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
          <div className="row">
            <Submit>Create account</Submit> <a href={back}>Cancel</a>
          </div>
        </Form>
      </div>
    </>
  )
}

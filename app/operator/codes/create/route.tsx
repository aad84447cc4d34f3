import { useActionData, useLoaderData } from '@remix-run/react'
import { signupCodeForm } from '#server/accounts/registering/signup-code-forms.ts'
import { tierCodes, tierOf, tiers } from '#server/rules/product/plans.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, onceAMinute, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const day = 24 * 3_600_000

export const loader = load(routes.operator.codes.create, 'operator', async ({ services }) => ({
  constraints: constraintsOf({ createCode: signupCodeForm }),
  tiers: tiers.map(({ key, name }) => ({ key, name })),
  standard: tierOf(services.config.defaultTier).name,
}))

type Made = { code: string; name: string; link: string }

export const action = submit(routes.operator.codes.create, 'operator', {
  createCode: onceAMinute(signupCodeForm, async ({ form, services, user, client, now }) => {
    const { tier, uses, days, note } = form
    const given = [
      ...(tier === '' ? [] : ['--tier', tier]),
      '--uses',
      uses === null ? 'any' : String(uses),
      ...(days === null ? [] : ['--days', String(days)]),
      ...(note === '' ? [] : ['--note', note]),
    ]
    const made = await services.operator.commands.run({ user, client }, 'signup-code create', given, () =>
      services.accounts.signupCodes.create({
        tierCode: tier === '' ? null : tierCodes[tier],
        usesLeft: uses,
        expiresAt: days === null ? null : now + days * day,
        note,
      }),
    )
    const link = new URL(href(routes.access.register), services.config.publicUrl).href
    return Response.json({ ...made, link } satisfies Made)
  }),
})

export const meta = titled('Create sign-up code – Server')

function isMade(answer: unknown): answer is Made {
  return typeof answer === 'object' && answer !== null && 'code' in answer
}

export default function CreateCode() {
  const { tiers: all, standard } = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  const back = href(routes.operator.codes.index)
  const crumbs = [{ to: back, label: 'Sign-up codes' }]
  if (isMade(answer))
    return (
      <>
        <ServerHead here="codes" title="Code created" crumbs={crumbs} />
        <div className="measure card stack-wide">
          <output>
            <p>
              <code className="record">{answer.code}</code>
            </p>
          </output>
          <p>
            Copy it now: it isn’t shown again. Anyone who has it can create an account at{' '}
            <span className="break">{answer.link}</span>. In the list it’s called {answer.name}.
          </p>
          <p>
            <a href={back}>Back to the list</a>
          </p>
        </div>
      </>
    )
  const refused = answer as FormAnswer | undefined
  return (
    <>
      <ServerHead here="codes" title="Create sign-up code" crumbs={crumbs} />
      <div className="measure card stack-wide">
        <p>The code is shown once. An address is still confirmed by email.</p>
        <Form intent="createCode" answer={refused}>
          <Select name="tier" label="Plan of the accounts" value="" answer={refused}>
            <option value="">As without a code ({standard})</option>
            {all.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
          <Field
            name="uses"
            label="How many accounts"
            hint="Leave empty for any number."
            value="1"
            inputMode="numeric"
            answer={refused}
          />
          <Field
            name="days"
            label="How many days it works"
            hint="Leave empty to keep it until it’s revoked."
            value="14"
            inputMode="numeric"
            answer={refused}
          />
          <Field name="note" label="Note (optional)" hint="Shown in the list only." answer={refused} />
          <div className="row">
            <Submit>Create code</Submit> <a href={back}>Cancel</a>
          </div>
        </Form>
      </div>
    </>
  )
}

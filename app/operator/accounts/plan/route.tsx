import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { tierKeys, tierOf, tiers, type Plan } from '#server/rules/product/plans.ts'
import { maxPlanNoteLength } from '#server/rules/product/plan-requests.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import type { AccountDetails } from '#server/operations/console/accounts.ts'
import { nameOf } from '#app/operator/shared/account-labels.server.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const planForm = z.object({
  tier: z.enum(tierKeys, { error: 'Choose a plan.' }),
  note: z.string().max(maxPlanNoteLength).default(''),
})

/** Which plan an account gets: chosen first, then shown with what follows, and only then set. */
export const loader = load(routes.operator.accounts.plan, 'operator', async ({ services, params, url }) => {
  const account = await services.operator.accounts.details(params.User)
  const chosen = tiers.find(({ key }) => key === url.searchParams.get('tier')) ?? null
  return {
    name: nameOf(account),
    current: tierOf(account.tierCode),
    tiers: tiers.map(({ key, name }) => ({ key, name })),
    chosen,
    lines: chosen
      ? linesOf(
          services.config.plans.of(chosen.tierCode),
          account,
          (await services.plans.changes.preview(account, chosen.tierCode)).total,
        )
      : [],
    constraints: constraintsOf({ setPlan: planForm }),
    back: href(routes.operator.accounts.account, { User: params.User }),
    here: href(routes.operator.accounts.plan, { User: params.User }),
  }
})

function linesOf(plan: Plan, { storageBytes }: AccountDetails, closed: number): string[] {
  const { storageBytes: most, maxRooms, days } = plan
  return [
    `It applies from the next request: uploads up to ${fileSize(plan.maxUploadBytes)}, ${counted(plan.maxRecipients, 'recipient')} per share.`,
    `Storage: ${most === null ? 'no limit' : fileSize(most)}. Data rooms: ${maxRooms === null ? 'no limit' : maxRooms}.`,
    ...(days === null ? [] : [`It ends after ${counted(days, 'day')}; the account then goes back to Free.`]),
    ...(most !== null && storageBytes > most
      ? [`The account stores ${fileSize(storageBytes)}, more than that: it can’t upload.`]
      : []),
    ...(closed > 0
      ? [`Shares and data rooms over its limits will be closed to others: ${closed}. Nothing is deleted.`]
      : []),
  ]
}

export const action = submit(routes.operator.accounts.plan, 'operator', {
  setPlan: once(planForm, async ({ form, services, user, client, params, visitor }) => {
    const { email } = await services.operator.accounts.details(params.User)
    const { tierCode, name } = tiers.find(({ key }) => key === form.tier)!
    await services.operator.commands.run({ user, client }, 'user tier', [email, form.tier], () =>
      services.plans.changes.set(email, { tierCode, by: 'operator', actor: user.email, note: form.note }),
    )
    const back = href(routes.operator.accounts.account, { User: params.User })
    return goWithNotice(visitor, back, `Plan changed to ${name}.`, 'good')
  }),
})

export const meta = titled('Change plan – Server')

export default function ChangePlan() {
  const { name, current, tiers: all, chosen, lines, back, here } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const crumbs = [
    { to: href(routes.operator.accounts.index), label: 'Accounts' },
    { to: back, label: name },
  ]
  return (
    <>
      <ServerHead
        here="accounts"
        title={chosen ? `Change plan from ${current.name} to ${chosen.name}?` : 'Change plan'}
        crumbs={crumbs}
      />
      <div className="measure card stack-wide">
        {chosen ? (
          <>
            <Consequences lines={lines} />
            <Form intent="setPlan" answer={answer}>
              <input type="hidden" name="tier" value={chosen.key} />
              <Field
                name="note"
                label="Note (optional)"
                hint="They get an email about the change, with this note."
                rows={2}
                answer={answer}
              />
              <div className="row">
                <Submit>Change plan</Submit> <a href={here}>Choose another</a> <a href={back}>Cancel</a>
              </div>
            </Form>
          </>
        ) : (
          <form method="get" action={here} className="stack">
            <Select name="tier" label="Plan" value={current.key}>
              {all.map((tier) => (
                <option key={tier.key} value={tier.key}>
                  {tier.name}
                </option>
              ))}
            </Select>
            <div className="row">
              <Submit>Continue</Submit> <a href={back}>Cancel</a>
            </div>
          </form>
        )}
      </div>
    </>
  )
}

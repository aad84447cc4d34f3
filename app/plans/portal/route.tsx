import { useActionData, useLoaderData } from '@remix-run/react'
import { planRequestForm, withdrawForm } from '#server/plans/forms.ts'
import {
  maxPlanMessageLength,
  planRequestLabel,
  requestableTiers,
  type PlanRequestStatus,
} from '#server/rules/product/plan-requests.ts'
import { tierCodes, tierKeys, tierOf } from '#server/rules/product/plans.ts'
import { dateTime, recentTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { ClosedTable } from '#app/ui/tables/closed-table.tsx'
import { closedShown, comparedPlans, planRow } from '#app/view-models/plans/plan-limits.server.ts'
import { PlanTable } from './plan-table.tsx'
import { RequestTable } from './request-table.tsx'

const tones: Record<PlanRequestStatus, Tone> = {
  Waiting: 'warn',
  Approved: 'good',
  Declined: 'bad',
  Withdrawn: 'soft',
}

/** The plans side by side; with `closes`, what one of them would close; and what the account asked for. */
export const loader = load(routes.plans.portal, 'user', async ({ user, now, url, ...context }) => {
  const { plans: services, config } = context.services
  const here = config.plans.of(user.tierCode)
  const compared = comparedPlans(config.plans, user.tierCode)
  const closing = await Promise.all(
    compared.map(async (plan) => ({ plan, over: await services.changes.preview(user, plan.tierCode) })),
  )
  const wanted = tierKeys.find((key) => key === url.searchParams.get('closes'))
  const shown = closing.find(({ plan }) => plan.key === wanted && plan !== here)
  const requests = await services.requests.own(user)
  const waiting = requests.find(({ status }) => status === 'Waiting')
  return {
    constraints: constraintsOf({ request: planRequestForm }),
    plan: here.name,
    ends: user.tierEndsAt === null ? null : dateTime(user.tierEndsAt, user.timeZone),
    rows: closing.map(({ plan, over }) =>
      planRow(
        plan,
        user.tierCode,
        over.total === 0 || plan === here ? null : href(routes.plans.portal, {}, { closes: plan.key }),
      ),
    ),
    trial: services.changes.trial(user).problem === null,
    closes: shown
      ? { plan: shown.plan.name, isEmpty: shown.over.total === 0, ...closedShown(shown.over, shown.plan) }
      : null,
    mayFallBack: here.tierCode !== tierCodes.free,
    isFreeShown: wanted === 'free',
    options: requestableTiers.map((key) => ({ key, name: tierOf(tierCodes[key]).name })),
    suggested: suggestedFor(user.tierCode),
    waiting: waiting?.guid ?? null,
    payAt: waiting
      ? services.payments.checkout({
          request: waiting.guid,
          email: user.email,
          plan: tierOf(waiting.tierCode).key,
          seats: waiting.seats,
        })
      : null,
    requests: requests.map((request) => ({
      key: request.guid,
      what: planRequestLabel({ ...request, plan: tierOf(request.tierCode).name }),
      message: request.message,
      status: { words: request.status, tone: tones[request.status] },
      at: recentTime(request.createdAt, user.timeZone, now),
      note: request.note,
    })),
  }
})

/** The next larger plan that can be asked for. */
function suggestedFor(tierCode: number): string {
  const at = requestableTiers.findIndex((key) => tierCodes[key] === tierCode)
  return requestableTiers[at + 1] ?? requestableTiers.at(-1)!
}

export const action = submit(routes.plans.portal, 'user', {
  request: once(planRequestForm, async ({ form, user, ...context }) => {
    await context.services.plans.requests.make(user, form)
    return href(routes.public.thankYou, {}, { for: 'plan' })
  }),
  withdraw: once(withdrawForm, async ({ form, user, ...context }) => {
    await context.services.plans.requests.withdraw(user, form.request)
    return goWithNotice(context.visitor, href(routes.plans.portal), 'Request withdrawn.', 'good')
  }),
  fallBack: once(buttonForm, async ({ user, ...context }) => {
    await context.services.plans.changes.fallBack(user)
    return goWithNotice(context.visitor, settingsPath('plan'), 'Your plan is now Free.', 'good')
  }),
})

export const meta = titled('Plans')

export default function Portal() {
  const { plan, ends, rows, trial, closes, waiting, requests, ...more } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <AreaHead
        title="Plans"
        facts={ends === null ? `You have ${plan}.` : `You have ${plan}, until ${ends}.`}
        actions={
          <>
            {more.mayFallBack && !more.isFreeShown ? (
              <a className="btn" href={href(routes.plans.portal, {}, { closes: 'free' })}>
                Switch to Free
              </a>
            ) : null}{' '}
            {trial ? (
              <a className="btn" href={href(routes.plans.trial)}>
                Try Pro for free
              </a>
            ) : null}
          </>
        }
      />
      {closes ? (
        <section className="card stack" aria-labelledby="closes">
          <h2 id="closes">What {closes.plan} would close</h2>
          <p className="soft">
            {closes.isEmpty
              ? 'Nothing. Everything you have is within its limits.'
              : 'Closed to everyone but you. Nothing is deleted or changed. A larger plan opens it again.'}
          </p>
          {closes.isEmpty ? null : <ClosedTable {...closes} />}
          {more.isFreeShown && more.mayFallBack ? (
            <Form intent="fallBack" answer={answer} className="row">
              <Submit className="btn-bad">Switch to Free</Submit>{' '}
              <a href={href(routes.plans.portal)}>Cancel</a>
            </Form>
          ) : null}
        </section>
      ) : null}
      <div className={closes ? 'section' : undefined}>
        <PlanTable rows={rows} />
      </div>
      <div className="section" />
      {waiting === null ? null : (
        <SetRow title="Waiting" words="Your request is waiting for a decision. You’ll get an email.">
          <Form intent="withdraw" answer={answer}>
            <input type="hidden" name="request" value={waiting} />
            {more.payAt ? (
              <a className="btn btn-main" href={more.payAt}>
                Pay now
              </a>
            ) : null}{' '}
            <Submit className="btn-quiet">Withdraw request</Submit>
          </Form>
        </SetRow>
      )}
      {waiting === null || answer?.intent === 'request' ? (
        <SetRow
          title="Upgrade now"
          words="The administrators of this server get your request and decide. You’ll get an email."
        >
          <Form intent="request" answer={answer}>
            <Select name="plan" label="Plan" value={more.suggested} answer={answer}>
              {more.options.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </Select>
            <Choices
              name="kind"
              legend="What do you need?"
              standard="upgrade"
              answer={answer}
              options={[
                { value: 'upgrade', label: 'This plan' },
                { value: 'seats', label: 'More seats', hint: 'For a team that has this plan.' },
                { value: 'invoice', label: 'An invoice', hint: 'To pay for this plan by bank transfer.' },
              ]}
            />
            <Field
              name="seats"
              label="Seats (optional)"
              hint="How many people the team has."
              inputMode="numeric"
              answer={answer}
            />
            <Field
              name="message"
              label="Message (optional)"
              hint={`Up to ${maxPlanMessageLength} characters, no links or addresses.`}
              rows={3}
              answer={answer}
            />
            <div className="row">
              <Submit>Send request</Submit>
            </div>
          </Form>
        </SetRow>
      ) : null}
      {requests.length > 0 ? (
        <>
          <h2>Your requests</h2>
          <RequestTable requests={requests} />
        </>
      ) : null}
    </>
  )
}

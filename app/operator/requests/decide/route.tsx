import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { maxPlanNoteLength, planRequestLabel } from '#server/rules/product/plan-requests.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Field } from '#app/ui/forms/form.tsx'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'

const decisionForm = z.object({ note: z.string().max(maxPlanNoteLength).default('') })

/** Asks before a request is approved, which changes the plan, or declined. */
export const loader = load(
  routes.operator.requests.decide,
  'operator',
  async ({ services, user, params }) => {
    const approves = requireDecision(params.Decision)
    const request = await services.plans.requests.find(user, params.Request)
    const plan = tierOf(request.tierCode).name
    const question: Question = {
      heading: approves ? 'Approve this request?' : 'Decline this request?',
      verb: approves ? 'Approve' : 'Decline',
      intent: approves ? 'approveRequest' : 'declineRequest',
      isBad: !approves,
      about: `${request.email} requests ${planRequestLabel({ ...request, plan })}`,
      lines: approves
        ? [
            `Their plan changes from ${tierOf(request.hasTierCode).name} to ${plan} right away. They get an email.`,
          ]
        : ['Their plan stays as it is. They get an email.'],
      isFor: request.status === 'Waiting',
      back: href(routes.operator.requests.index),
    }
    return { question, constraints: constraintsOf({ [question.intent]: decisionForm }) }
  },
)

type Here = ContextAt<'operator.requests.decide', 'operator'>

async function decide(
  { services, user, client, params, visitor }: Here,
  approves: boolean,
  note: string,
): Promise<Response> {
  if (requireDecision(params.Decision) !== approves) throw new Problem('badForm')
  const command = approves ? 'plan approve' : 'plan decline'
  await services.operator.commands.run({ user, client }, command, [params.Request], () =>
    services.plans.requests.decide(user, params.Request, { approves, note }),
  )
  const notice = approves ? 'Request approved.' : 'Request declined.'
  return goWithNotice(visitor, href(routes.operator.requests.index), notice, 'good')
}

export const action = submit(routes.operator.requests.decide, 'operator', {
  approveRequest: once(decisionForm, async ({ form, ...context }) => decide(context, true, form.note)),
  declineRequest: once(decisionForm, async ({ form, ...context }) => decide(context, false, form.note)),
})

function requireDecision(decision: string): boolean {
  if (decision === 'approve') return true
  if (decision === 'decline') return false
  throw new Problem('notFound')
}

export const meta = titled<typeof loader>(({ question }) => `${question.heading} – Server`)

export default function DecideRequest() {
  const { question } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const crumbs = [{ to: question.back, label: 'Plan requests' }]
  return (
    <QuestionPage here="requests" crumbs={crumbs} question={question} answer={answer}>
      <Field name="note" label="Note (optional)" hint="They see it in the email." rows={2} answer={answer} />
    </QuestionPage>
  )
}

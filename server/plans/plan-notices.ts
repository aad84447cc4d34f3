import { userByGuid } from '#server/accounts/user-rows.ts'
import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { PlanRequestKind } from '#server/rules/product/plan-requests.ts'
import type { ChangedBy } from './plan-changes.ts'
import { planChangedEmail, planDeclinedEmail, planEndingEmail, planRequestedEmail } from './plan-emails.ts'

const day = 86_400_000

/** Has the emails written that tell of plans: to the account, and of requests to the operators. */
export function tellOfPlans({
  events,
  mailer,
  publicUrl,
}: {
  events: Events
  mailer: Mailer
  publicUrl: URL
}): void {
  events.onEmail('planChangedEmail', async (tx, { subject, detail, facts }) => {
    const { email: to } = (await userByGuid(tx, subject))!
    const values = {
      from: String(detail?.['from']),
      plan: String(detail?.['to']),
      note: String(detail?.['note'] ?? ''),
    }
    await mailer.enqueue(
      tx,
      planChangedEmail({ to, publicUrl, ...values, by: detail?.['by'] as ChangedBy, ...facts }),
    )
  })
  events.onEmail('planEndingEmail', async (tx, { subject, at, detail, facts }) => {
    const { email: to } = (await userByGuid(tx, subject))!
    const days = Math.ceil((facts.endsAt - at) / day)
    const plan = String(detail?.['plan'])
    await mailer.enqueue(tx, planEndingEmail({ to, publicUrl, plan, days, ...facts }), {
      usefulUntil: facts.endsAt,
    })
  })
  events.onEmail('planRequestedEmail', async (tx, { detail, facts: { operators, ...facts } }) => {
    const wanted = {
      kind: detail?.['kind'] as PlanRequestKind,
      plan: String(detail?.['plan']),
      seats: (detail?.['seats'] ?? null) as number | null,
    }
    for (const to of operators)
      await mailer.enqueue(tx, planRequestedEmail({ to, publicUrl, ...wanted, ...facts }))
  })
  events.onEmail('planDeclinedEmail', async (tx, { subject, detail }) => {
    const { email: to } = (await userByGuid(tx, subject))!
    const values = { plan: String(detail?.['plan']), note: String(detail?.['note'] ?? '') }
    await mailer.enqueue(tx, planDeclinedEmail({ to, publicUrl, ...values }))
  })
}

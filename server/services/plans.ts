import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { PlanChanges } from '#server/plans/plan-changes.ts'
import { tellOfPlans } from '#server/plans/plan-notices.ts'
import { PlanLinks } from '#server/plans/plan-links.ts'
import { PlanPayments } from '#server/plans/plan-payments.ts'
import { SignedPayments } from '#server/plans/payment-processor.ts'
import { PlanRequests } from '#server/plans/plan-requests.ts'
import { roomsOverPlan } from '#server/rooms/over-plan.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { sharesOverPlan } from '#server/shares/over-plan.ts'

type PlansDeps = {
  config: Config
  clock: () => number
  database: Database
  jobs: Jobs
  rates: RateLimits
  mailer: Mailer
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  events: Events
}

/** What accounts have that plans limit. */
export const limitedParts = [sharesOverPlan, roomsOverPlan]

/** The services about plans: which one an account has, and what it asks for. */
export function openPlans({ config, ...base }: PlansDeps) {
  const { publicUrl, plans, payments } = config
  tellOfPlans({ ...base, publicUrl })
  const changes = new PlanChanges({ ...base, plans })
  for (const part of limitedParts) changes.limit(part)
  const processor = payments && new SignedPayments(payments)
  return {
    changes,
    requests: new PlanRequests({ ...base, changes }),
    links: new PlanLinks({ ...base, changes, publicUrl }),
    payments: new PlanPayments({ ...base, changes, processor }),
  }
}

import { z } from 'zod'
import { planRequestKinds, maxPlanMessageLength, maxSeats } from '#server/rules/product/plan-requests.ts'
import { tierKeys } from '#server/rules/product/plans.ts'

/** What an account asks for: a plan, how many seats of it, or an invoice for it. */
export const planRequestForm = z.object({
  kind: z.enum(planRequestKinds),
  plan: z.enum(tierKeys),
  /** Empty where it does not matter. */
  seats: z.number().int().min(1).max(maxSeats).optional(),
  message: z.string().max(maxPlanMessageLength).default(''),
})

/** A request that is taken back. */
export const withdrawForm = z.object({ request: z.string().max(32) })

import { z } from 'zod'
import { openCall } from './table.ts'

const field = z.string().max(300).default('')

/** Signed by its sender: see `server/plans/payment-processor.ts`. */
const paymentForm = z.object({
  Event: field,
  Time: field,
  Email: field,
  Plan: field,
  Days: field,
  Seats: field,
  PlanRequest: field,
  Signature: field,
})

export const plansCalls = [
  openCall('POST /v1/plans/payment', {
    form: paymentForm,
    async run({ services, form }) {
      await services.plans.payments.notify(form)
      return { StatusMessage: 'Received.' }
    },
  }),
]

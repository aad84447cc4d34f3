import { createHash } from 'node:crypto'
import { userByEmail } from '#server/accounts/user-rows.ts'
import type { Database } from '#server/db/open.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { tierCodes } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxPaymentAge, type Notification, type Order, type PaymentProcessor } from './payment-processor.ts'
import type { PlanChanges } from './plan-changes.ts'
import { settle } from './request-rows.ts'

type Deps = {
  database: Database
  changes: PlanChanges
  /** Null where no one connected a processor. */
  processor: PaymentProcessor | null
  clock: () => number
}

/** Payments for plans, as a processor announces them. */
export class PlanPayments {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Where an order is paid, or null. */
  checkout(order: Order): string | null {
    return this.#deps.processor?.checkout(order)?.href ?? null
  }

  /**
   * Gives an account the plan that was paid for. Whether there is such an account, and whether the notification came
   * before, makes no difference to the answer; announced again, it changes nothing. Throws noSuchCall for what is not
   * the processor’s own, as where there is none.
   */
  async notify(notification: Notification): Promise<void> {
    const { database, changes, processor, clock } = this.#deps
    const now = clock()
    const payment = processor?.read(notification, now) ?? null
    if (!payment) throw new Problem('noSuchCall')
    await database.transaction(async (tx) => {
      const event_hash = createHash('sha256').update(payment.event).digest('hex')
      const isNew = await tx
        .insertInto('plan_payment')
        .values({ event_hash, received_at: now })
        .onConflict((conflict) => conflict.column('event_hash').doNothing())
        .returning('event_hash')
        .executeTakeFirst()
      const email = emailAddress(payment.email)
      const row = isNew && email ? await userByEmail(tx, email) : undefined
      if (!row) return
      const { request, seats, days } = payment
      if (request !== null) {
        const outcome = { status: 'Approved' as const, decidedAt: now, decidedBy: null, note: '' }
        await settle(tx, request, outcome, row.guid)
      }
      const change = { tierCode: tierCodes[payment.plan], by: 'payment' as const, seats }
      await changes.setWithin(tx, row.guid, { ...change, ...(days === null ? {} : { days }) })
    })
  }

  /** Forgets notifications that would be refused for their age, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('plan_payment')
      .where('received_at', '<', clock() - 4 * maxPaymentAge)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

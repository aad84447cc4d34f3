import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import {
  isRequestable,
  maxPlanMessageLength,
  maxPlanNoteLength,
  type PlanRequestKind,
} from '#server/rules/product/plan-requests.ts'
import { tierCodes, tierOf, type TierKey } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { PlanChanges } from './plan-changes.ts'
import { operatorsOf } from './plan-rows.ts'
import * as rows from './request-rows.ts'

export type { PlanRequest } from './request-rows.ts'

type Deps = {
  database: Database
  rates: RateLimits
  events: Events
  changes: PlanChanges
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
}

export type Wanted = { kind: PlanRequestKind; plan: TierKey; seats?: number | undefined; message?: string }

/** How an operator decides: the plan to give, unless it is the one that was asked for, for how long, and a note. */
export type Decision = { approves: boolean; note?: string; tierCode?: number; days?: number }

/** Who decides: an operator who is signed in, or null for the one who has the machine, by command. */
export type Decider = Pick<User, 'email' | 'isOperator'> | null

const hour = 3_600_000
const byAccount = { count: 5, per: 24 * hour }

/** What accounts ask of the operators for their plans, and how those decide. */
export class PlanRequests {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Asks for a plan, seats or an invoice; the operators are notified. Returns the guid of the request. Throws planRequested
   * while another one waits, badForm and textRefused with the field, tooManyAttempts.
   */
  async make(actor: User, wanted: Wanted): Promise<string> {
    const { database, rates, events, words, clock } = this.#deps
    const rule = { field: 'message', maxLength: maxPlanMessageLength, ...words }
    const message = plainText(wanted.message ?? '', rule)
    const tierCode = tierCodes[wanted.plan]
    if (!isRequestable(tierCode))
      throw new Problem('badForm', { field: 'plan', text: 'Select a plan from the list.' })
    const seats = wanted.seats ?? null
    if (wanted.kind === 'seats' && seats === null)
      throw new Problem('badForm', { field: 'seats', text: 'Enter how many people the team has.' })
    await rates.require(`plan-request:${actor.guid}`, byAccount)
    return database.transaction(async (tx) => {
      const guid = newGuid()
      const row = { guid, user_guid: actor.guid, kind: wanted.kind, tier_code: tierCode, seats, message }
      if (!(await rows.insertRequest(tx, { ...row, created_at: clock() }))) throw new Problem('planRequested')
      const detail = { request: guid, kind: wanted.kind, plan: tierOf(tierCode).name, seats }
      const facts = { operators: await operatorsOf(tx), email: actor.email, message }
      const event = { subject: actor.guid, kind: 'PlanRequested', actor: actor.email } as const
      await events.record(tx, { ...event, detail, facts })
      return guid
    })
  }

  /** The actor's own requests, the newest first. */
  async own(actor: User, limit = 20): Promise<rows.PlanRequest[]> {
    return rows.requests(this.#deps.database.kysely, { userGuid: actor.guid, limit, page: 1 })
  }

  /** Takes back the actor's request that waits. Throws notFound. */
  async withdraw(actor: User, guid: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const outcome = { status: 'Withdrawn' as const, decidedAt: clock(), decidedBy: null, note: '' }
      if (!(await rows.settle(tx, guid, outcome, actor.guid))) throw new Problem('notFound')
    })
  }

  /** For operators: a page of requests with whose they are, the newest first, and how many there are. */
  async page(
    decider: Decider,
    {
      status,
      page = 1,
      pageSize = 50,
    }: { status?: rows.PlanRequest['status']; page?: number; pageSize?: number } = {},
  ): Promise<{ requests: rows.PlanRequest[]; total: number }> {
    requireOperator(decider)
    const { kysely } = this.#deps.database
    const filter = status ? { status } : {}
    const [requests, total] = await Promise.all([
      rows.requests(kysely, { ...filter, limit: pageSize, page }),
      rows.countRequests(kysely, filter),
    ])
    return { requests, total }
  }

  /** For operators: one request. Throws notFound. */
  async find(decider: Decider, guid: string): Promise<rows.PlanRequest> {
    requireOperator(decider)
    return this.#find(this.#deps.database.kysely, guid)
  }

  /**
   * Approves a request, which changes the plan in the same transaction, or declines it; the account is notified either way.
   * Throws notFound, planDecided if it no longer waits, badForm and textRefused with the field.
   */
  async decide(decider: Decider, guid: string, decision: Decision): Promise<void> {
    requireOperator(decider)
    const { database, words, changes, events, clock } = this.#deps
    const note = plainText(decision.note ?? '', { field: 'note', maxLength: maxPlanNoteLength, ...words })
    await database.transaction(async (tx) => {
      const request = await this.#find(tx, guid)
      const outcome = {
        status: decision.approves ? ('Approved' as const) : ('Declined' as const),
        decidedAt: clock(),
        decidedBy: decider?.email ?? null,
        note,
      }
      if (!(await rows.settle(tx, guid, outcome))) throw new Problem('planDecided')
      const actor = decider?.email
      if (!decision.approves) {
        const detail = { plan: tierOf(request.tierCode).name, note }
        const event = { subject: request.userGuid, kind: 'PlanDeclined', actor: actor ?? null } as const
        await events.record(tx, { ...event, detail })
        return
      }
      await changes.setWithin(tx, request.userGuid, {
        tierCode: decision.tierCode ?? request.tierCode,
        by: 'operator',
        note,
        seats: request.seats,
        ...(actor === undefined ? {} : { actor }),
        ...(decision.days === undefined ? {} : { days: decision.days }),
      })
    })
  }

  async #find(kysely: Pick<Transaction, 'selectFrom'>, guid: string): Promise<rows.PlanRequest> {
    const found = await rows.request(kysely, guid)
    if (!found) throw new Problem('notFound')
    return found
  }
}

function requireOperator(decider: Decider): void {
  if (decider && !decider.isOperator) throw new Problem('notFound')
}

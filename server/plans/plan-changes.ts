import type { User } from '#server/accounts/users.ts'
import { userOf } from '#server/accounts/users.ts'
import { userByEmail, userByGuid } from '#server/accounts/user-rows.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { tierCodes, tierOf, type Plan, type Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { LimitedPart, OverPlan } from './limited-part.ts'
import * as rows from './plan-rows.ts'

type Deps = { database: Database; plans: Plans; jobs: Jobs; events: Events; clock: () => number }

/** Who changes a plan, as the record says it. */
export type ChangedBy = 'owner' | 'operator' | 'link' | 'payment' | 'end'

export type Change = {
  tierCode: number
  by: ChangedBy
  /** The address of the operator who decided it. */
  actor?: string
  /** The message to the person about it. */
  note?: string
  /** How many people its team can have, if not as many as the plan has. */
  seats?: number | null
  /** How long the account has it; the plan’s own time without. */
  days?: number
}

/** What would be closed, or is: the first items, and how many there are. */
export type OverAll = { items: OverPlan[]; total: number }

const day = 86_400_000
/** How many days before its plan ends an account is notified. */
const remindedDays = [3, 1]
const shownItems = 50
const batchSize = 200

/**
 * The plans of accounts: how they change, end and fall back to Free, and what that closes. What is over the limits of a
 * plan is closed to everyone but its owner, never weakened or deleted, and a larger plan opens it again.
 */
export class PlanChanges {
  readonly #deps: Deps
  readonly #parts: LimitedPart[] = []

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('plan-ending', ({ user = '', endsAt = '' }) => this.#remind(user, Number(endsAt)))
    deps.jobs.handle('plan-end', ({ user = '', endsAt = '' }) => this.#end(user, Number(endsAt)))
  }

  /** Registers what a domain has that plans limit. */
  limit(part: LimitedPart): void {
    this.#parts.push(part)
  }

  /** Changes the plan of the account with this address. Returns the previous tier code. Throws notFound, badForm. */
  async set(email: string, change: Change): Promise<{ user: User; was: number }> {
    return this.#deps.database.transaction(async (tx) => {
      const address = requireAddress(email)
      const row = await userByEmail(tx, address)
      if (!row) throw new Problem('notFound', { text: `No account has the address ${address}.` })
      const was = await this.setWithin(tx, row.guid, change)
      return { user: userOf((await userByGuid(tx, row.guid))!), was }
    })
  }

  /** Like `set`, in the caller's transaction, of an account by its guid. Throws notFound. */
  async setWithin(tx: Transaction, userGuid: string, change: Change): Promise<number> {
    const { plans, events, clock } = this.#deps
    const before = await rows.lockPlan(tx, userGuid)
    if (!before) throw new Problem('notFound')
    const plan = plans.of(change.tierCode)
    const days = change.days ?? plan.days
    const endsAt = days === null ? null : clock() + days * day
    await rows.writePlan(tx, userGuid, {
      tierCode: plan.tierCode,
      endsAt,
      isTrial: plan.isTrial,
      seats: change.seats ?? null,
    })
    await this.#apply(tx, userGuid, plan)
    await this.#plan(tx, userGuid, endsAt)
    const { by, actor = null, note = '' } = change
    const detail = {
      from: tierOf(before.tier_code).name,
      to: plan.name,
      by,
      ...(note === '' ? {} : { note }),
    }
    const facts = { endsAt, closed: (await this.#over(tx, userGuid, plan, 0)).total }
    await events.record(tx, { subject: userGuid, kind: 'PlanChanged', actor, detail, facts })
    return before.tier_code
  }

  /**
   * Whether the actor can start the Pro trial, and if not, why; `endsAt` is when it would end (epoch ms). No one in a
   * team, with another plan than Free, or who had a trial of any plan.
   */
  trial(actor: User): { problem: 'trialUsed' | 'trialOfTeam' | 'trialNotNeeded' | null; endsAt: number } {
    const { plans, clock } = this.#deps
    const endsAt = clock() + (plans.of(tierCodes['pro-trial']).days ?? 0) * day
    if (actor.hadTrial) return { problem: 'trialUsed', endsAt }
    if (actor.teamGuid !== null) return { problem: 'trialOfTeam', endsAt }
    return { problem: actor.tierCode === tierCodes.free ? null : 'trialNotNeeded', endsAt }
  }

  /** Starts the Pro trial of the actor, once. Throws trialUsed, trialOfTeam, trialNotNeeded. */
  async startTrial(actor: User): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      // Of two requests at once the second waits here, and finds the trial of the first.
      await rows.lockPlan(tx, actor.guid)
      const row = await userByGuid(tx, actor.guid)
      if (!row) throw new Problem('notSignedIn')
      const { problem } = this.trial(userOf(row))
      if (problem) throw new Problem(problem)
      const change = { tierCode: tierCodes['pro-trial'], by: 'owner', actor: actor.email } as const
      await this.setWithin(tx, actor.guid, change)
    })
  }

  /** How many people the team of this account can have, its owner included; null for any number. */
  async seatsOf(kysely: rows.Reading, userGuid: string): Promise<number | null> {
    const row = await rows.planOf(kysely, userGuid)
    return row?.seats ?? this.#deps.plans.of(row?.tier_code ?? 0).seats
  }

  /** Gives up the actor's plan for Free, now. */
  async fallBack(actor: User): Promise<void> {
    const change = { tierCode: tierCodes.free, by: 'owner', actor: actor.email } as const
    await this.#deps.database.transaction(async (tx) => {
      const row = await rows.lockPlan(tx, actor.guid)
      if (row?.tier_code !== tierCodes.free) await this.setWithin(tx, actor.guid, change)
    })
  }

  /** What another plan would close, of everything the actor has. */
  async preview(actor: Pick<User, 'guid'>, tierCode: number): Promise<OverAll> {
    const { database, plans } = this.#deps
    return this.#over(database.kysely, actor.guid, plans.of(tierCode), shownItems)
  }

  /** Like `preview`, of the account with this address. Throws notFound, badForm. */
  async previewFor(email: string, tierCode: number): Promise<OverAll> {
    const row = await userByEmail(this.#deps.database.kysely, requireAddress(email))
    if (!row) throw new Problem('notFound', { text: `No account has the address ${email}.` })
    return this.preview(row, tierCode)
  }

  /** What the actor's plan has closed. */
  async closed(actor: User): Promise<OverAll> {
    return this.preview(actor, actor.tierCode)
  }

  /** Opens what the actor has brought back within the plan, and closes what is over it. */
  async check(actor: User): Promise<OverAll> {
    const { database, plans } = this.#deps
    return database.transaction(async (tx) => {
      const row = await rows.lockPlan(tx, actor.guid)
      if (!row) throw new Problem('notSignedIn')
      const plan = plans.of(row.tier_code)
      await this.#apply(tx, actor.guid, plan)
      return this.#over(tx, actor.guid, plan, shownItems)
    })
  }

  /**
   * Gives plans that end, and that an account has without an end since it was created, their end: by a sign-up code, say,
   * or as the installation's standard; one that came with a team ends with its owner's. For a job every few minutes;
   * returns how many.
   */
  async sweep(): Promise<number> {
    const { database, plans } = this.#deps
    const codes = plans.all.filter(({ days }) => days !== null).map(({ tierCode }) => tierCode)
    const guids = await rows.withoutEnd(database.kysely, codes, batchSize)
    for (const guid of guids)
      await database.transaction(async (tx) => {
        const row = await rows.lockPlan(tx, guid)
        const plan = plans.of(row?.tier_code ?? 0)
        if (!row || row.tier_ends_at !== null || plan.days === null) return
        const ofTeam = await rows.endInTeam(tx, guid, row.tier_code)
        const endsAt = ofTeam ?? this.#deps.clock() + plan.days * day
        await rows.writePlan(tx, guid, { ...plan, endsAt, seats: row.seats })
        await this.#plan(tx, guid, endsAt)
      })
    return 0
  }

  async #apply(tx: Transaction, userGuid: string, plan: Plan): Promise<void> {
    for (const part of this.#parts) await part.apply(tx, userGuid, plan, this.#deps.clock())
  }

  async #over(kysely: rows.Reading, userGuid: string, plan: Plan, limit: number): Promise<OverAll> {
    const all: OverAll = { items: [], total: 0 }
    for (const part of this.#parts) {
      const { items, total } = await part.over(kysely, userGuid, plan, limit)
      all.items.push(...items)
      all.total += total
    }
    return all
  }

  /** Plans the emails before the end, and the end itself. */
  async #plan(tx: Transaction, user: string, endsAt: number | null): Promise<void> {
    if (endsAt === null) return
    const { jobs, clock } = this.#deps
    const payload = { user, endsAt: String(endsAt) }
    for (const days of remindedDays) {
      const runAt = endsAt - days * day
      if (runAt > clock()) await jobs.add(tx, 'plan-ending', payload, { runAt })
    }
    await jobs.add(tx, 'plan-end', payload, { runAt: endsAt })
  }

  /** Does nothing if the plan was changed since. */
  async #remind(userGuid: string, endsAt: number): Promise<void> {
    const { database, events, plans, clock } = this.#deps
    await database.transaction(async (tx) => {
      const row = await rows.lockPlan(tx, userGuid)
      if (row?.tier_ends_at !== endsAt || endsAt <= clock()) return
      const { total } = await this.#over(tx, userGuid, plans.of(tierCodes.free), 0)
      const detail = { plan: tierOf(row.tier_code).name }
      const facts = { endsAt, closed: total }
      await events.record(tx, { subject: userGuid, kind: 'PlanEnding', client: null, detail, facts })
    })
  }

  async #end(userGuid: string, endsAt: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const row = await rows.lockPlan(tx, userGuid)
      if (row?.tier_ends_at !== endsAt) return
      await this.setWithin(tx, userGuid, { tierCode: tierCodes.free, by: 'end' })
    })
  }
}

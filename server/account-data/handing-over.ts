import type { User } from '#server/accounts/users.ts'
import { userOf } from '#server/accounts/users.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { FinalFailure, type Jobs, type Payload } from '#server/jobs/queue.ts'
import type { LimitedPart } from '#server/plans/limited-part.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { fileSize } from '#server/rules/text/format.ts'
import type { HandOver, HandOverOutlook, HandOverSize } from '#server/teams/people/membership.ts'
import type { Giving, OwnedPart } from '#server/teams/people/owned-part.ts'
import { uncountFile } from '#server/uploads/storage-bytes.ts'
import type { Usage } from '#server/uploads/usage.ts'

type Deps = {
  database: Database
  jobs: Jobs
  events: Events
  plans: Plans
  usage: Usage
  clock: () => number
  parts: readonly OwnedPart[]
  limited: readonly LimitedPart[]
}

type Given = Giving & { team: { guid: string; name: string }; shares: number; rooms: number }

/** As many change hands with the removal itself; more do in a job. */
const batchSize = 50

/**
 * Gives what someone shares and owns, who leaves a team, to another of its members: readers and members of rooms notice
 * nothing. Part by part, each in one transaction; interrupted, it continues with what is left.
 */
export class HandingOver implements HandOver {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('member-hand-over', (payload) => this.#continue(payload))
  }

  /** What these accounts have, and what of it another one has no place for. */
  async outlook(owners: readonly string[], to: User | null): Promise<HandOverOutlook> {
    const { database, plans, usage, limited, clock } = this.#deps
    const { kysely } = database
    const size = await this.#sizeOf(kysely, owners, clock())
    if (!to) return { ...size, heir: null }
    const plan = plans.of(to.tierCode)
    const { quota, consumed } = await usage.of(to)
    const left = quota === null ? Infinity : Math.max(0, quota - consumed)
    let closed = 0
    for (const part of limited)
      for (const owner of owners)
        closed += (await part.over(kysely, owner, { ...plan, maxRooms: null }, 0)).total
    const own = await this.#sizeOf(kysely, [to.guid], clock())
    const rooms = plan.maxRooms === null ? 0 : Math.max(0, own.rooms + size.rooms - plan.maxRooms)
    return { ...size, heir: { plan: plan.name, left, fits: size.bytes <= left, closed, tooManyRooms: rooms } }
  }

  /**
   * Gives it in the transaction of the removal, or plans the job that does. Returns whether there is one. Throws
   * memberRefused if the other one's storage is too small.
   */
  async begin(
    tx: Transaction,
    { from, to, team, actor }: Parameters<HandOver['begin']>[1],
  ): Promise<boolean> {
    const { jobs, clock } = this.#deps
    const until = clock()
    const size = await this.#sizeOf(tx, [from.guid], until)
    await this.#requireStorage(tx, to, size.bytes)
    const given = { from, to, team, until, actor, shares: size.shares, rooms: size.rooms }
    if (size.shares + size.rooms > batchSize) {
      const payload = {
        from: from.guid,
        to: to.guid,
        team: team.guid,
        name: team.name,
        actor,
        until: String(until),
        shares: String(size.shares),
        rooms: String(size.rooms),
      }
      await jobs.add(tx, 'member-hand-over', payload)
      return true
    }
    if (size.shares + size.rooms > 0) await this.#give(tx, given)
    return false
  }

  async #continue({ from, to, team, name, actor, ...counts }: Payload): Promise<void> {
    const { database } = this.#deps
    for (;;) {
      const isDone = await database.transaction(async (tx) => {
        const [former, heir] = [await userByGuid(tx, from!), await userByGuid(tx, to!)]
        if (!former) return true
        if (!heir) throw new FinalFailure('The account that takes over is gone')
        return this.#give(tx, {
          from: userOf(former),
          to: userOf(heir),
          team: { guid: team!, name: name! },
          actor: actor!,
          until: Number(counts.until),
          shares: Number(counts.shares),
          rooms: Number(counts.rooms),
        })
      })
      if (isDone) return
    }
  }

  /** Gives one portion, and returns whether nothing is left. */
  async #give(tx: Transaction, { team, shares, rooms, ...giving }: Given): Promise<boolean> {
    const { events, parts } = this.#deps
    let left = batchSize
    for (const part of parts) left -= await part.give(tx, giving, left)
    // A second run after the last portion finds nothing, and records nothing.
    if (left === batchSize) return true
    const { from, to, until, actor } = giving
    const rest = await this.#sizeOf(tx, [from.guid], until)
    if (rest.shares + rest.rooms > 0) return false
    await this.#check(tx, [from.guid, to.guid])
    await events.record(tx, {
      subject: team.guid,
      kind: 'TeamWorkHandedOver',
      actor,
      detail: { person: from.email, to: to.email, shares, rooms },
      facts: { team: team.name, person: from.email, heir: to.email, shares, rooms },
    })
    return true
  }

  /** Closes what the plan of the one has no place for, and opens what that of the other has again. */
  async #check(tx: Transaction, guids: string[]): Promise<void> {
    const { limited, plans, clock } = this.#deps
    for (const guid of guids) {
      const account = await userByGuid(tx, guid)
      if (!account) continue
      for (const part of limited) await part.apply(tx, guid, plans.of(account.tier_code), clock())
    }
  }

  async #sizeOf(kysely: Database['kysely'], owners: readonly string[], until: number): Promise<HandOverSize> {
    const size = { shares: 0, rooms: 0, bytes: 0 }
    for (const part of this.#deps.parts) {
      const { count, bytes } = await part.sizeOf(kysely, owners, until)
      size[part.kind === 'share' ? 'shares' : 'rooms'] += count
      size.bytes += bytes
    }
    return size
  }

  /** Checked once for everything: what follows in parts is counted without a limit. */
  async #requireStorage(tx: Transaction, to: User, bytes: number): Promise<void> {
    try {
      await this.#deps.usage.take(tx, to, bytes)
    } catch (error) {
      if (!(error instanceof Problem) || error.problem !== 'quotaFull') throw error
      const text = `${to.email} doesn’t have the ${fileSize(bytes)} of storage left that this needs. Choose someone else.`
      throw new Problem('memberRefused', { field: 'to', text })
    }
    await uncountFile(tx, to.guid, bytes)
  }
}

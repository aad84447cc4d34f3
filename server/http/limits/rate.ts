import { sql, type SqlBool } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

/** This many per window; `per` in milliseconds. */
export type RateLimit = { count: number; per: number }

/** A window by the name with which it is counted. */
export type Counted = RateLimit & { key: string }

/** Which window is used up, and in how many milliseconds all of them have capacity. */
export type UsedUp = { key: string; wait: number }

/** What a caller is told of a window: how many are left in it, and in how many milliseconds a new one begins. */
export type RateState = { isTaken: boolean; left: number; wait: number }

/**
 * Fixed windows, counted in the database, so that they apply across processes and restarts. A window starts with the
 * first attempt and ends `per` later. One that ends later than that was started by a clock that has been set back
 * since: it keeps its count and ends `per` from now.
 */
export class RateLimits {
  #database: Database
  #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Counts one attempt; false if the window is used up. One statement, so that concurrent attempts cannot slip through.
   * In a transaction (`tx`) the attempt counts if that commits, and others for the same window wait for it.
   */
  async take(key: string, { count, per }: RateLimit, tx?: Transaction): Promise<boolean> {
    if (count < 1) return false
    const taken = await this.#add(key, { count, per }, tx)
    return taken !== null && taken <= count
  }

  /** Like `take`, for a caller who is told how many are left. */
  async count(key: string, limit: RateLimit): Promise<RateState> {
    const isTaken = await this.take(key, limit)
    const now = this.#clock()
    const row = await this.#database.kysely
      .selectFrom('rate')
      .select(['count', 'window_ends_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    const wait = Math.min(limit.per, Math.max(1000, (row?.window_ends_at ?? now) - now))
    return { isTaken, left: isTaken ? Math.max(0, limit.count - (row?.count ?? 0)) : 0, wait }
  }

  /** Counts one more of what has no limit, and answers how many there are in the window by now. */
  async add(key: string, per: number, tx: Transaction): Promise<number> {
    return (await this.#add(key, { count: Number.MAX_SAFE_INTEGER, per }, tx)) ?? 0
  }

  /** How many `add` counted in a window that has not ended. */
  async added(key: string): Promise<number> {
    const count = Number.MAX_SAFE_INTEGER
    return count - (await this.left(key, { count, per: 0 }))
  }

  async #add(key: string, { count, per }: RateLimit, tx?: Transaction): Promise<number | null> {
    const now = this.#clock()
    const row = { key, count: 1, window_ends_at: now + per }
    const isOver = sql<SqlBool>`rate.window_ends_at <= ${now}`
    const isNoWindow = sql<SqlBool>`(${isOver} or rate.window_ends_at > ${now + per})`
    const taken = await (tx ?? this.#database.kysely)
      .insertInto('rate')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((rate) => ({
            count: rate
              .case()
              .when(isOver)
              .then(rate.ref('excluded.count'))
              .else(rate('rate.count', '+', 1))
              .end(),
            window_ends_at: rate
              .case()
              .when(isNoWindow)
              .then(rate.ref('excluded.window_ends_at'))
              .else(rate.ref('rate.window_ends_at'))
              .end(),
          }))
          .where((rate) => rate.or([isNoWindow, rate('rate.count', '<', count)])),
      )
      .returning('count')
      .executeTakeFirst()
    return taken === undefined ? null : Number(taken.count)
  }

  /**
   * Counts one attempt in every window, or in none. Answers null, or the window that is used up: of several the one
   * that takes longest.
   */
  async takeAll(wanted: readonly Counted[]): Promise<UsedUp | null> {
    // All of them in one order, so that two requests for the same ones do not deadlock.
    const inOrder = wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const isTaken = await this.#database
      .transaction(async (tx) => {
        for (const { key, ...limit } of inOrder) if (!(await this.take(key, limit, tx))) throw new Full()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof Full) return false
        throw error
      })
    if (isTaken) return null
    await this.#endInTime(inOrder)
    // What was used up may have ended by now.
    return (await this.usedUp(inOrder)) ?? { key: inOrder[0]!.key, wait: 1000 }
  }

  /** Windows started by a clock that has been set back since end as late as new ones. */
  async #endInTime(wanted: readonly Counted[]): Promise<void> {
    for (const { key, per } of wanted) {
      const endsAt = this.#clock() + per
      await this.#database.kysely
        .updateTable('rate')
        .set({ window_ends_at: endsAt })
        .where('key', '=', key)
        .where('window_ends_at', '>', endsAt)
        .execute()
    }
  }

  /** Counts one attempt in each window that has capacity, separately. Answers which had. */
  async takeEach(wanted: readonly Counted[]): Promise<Counted[]> {
    const taken: Counted[] = []
    for (const window of wanted) if (await this.take(window.key, window)) taken.push(window)
    return taken
  }

  /** Does the work in the transaction that counts it, so that both are kept or neither; nothing over the limit. */
  async within(key: string, limit: RateLimit, work: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (await this.take(key, limit, tx)) await work(tx)
    })
  }

  /** Like `take`. Throws Problem tooManyAttempts over the limit. */
  async require(key: string, limit: RateLimit): Promise<void> {
    if (await this.take(key, limit)) return
    const usedUp = await this.usedUp([{ key, ...limit }])
    throw tooManyAttempts(usedUp?.wait ?? 1000)
  }

  /** Which of the windows is used up, the one that takes longest; null if all have capacity. Counts nothing. */
  async usedUp(wanted: readonly Counted[]): Promise<UsedUp | null> {
    if (wanted.length === 0) return null
    const now = this.#clock()
    const rows = await this.#database.kysely
      .selectFrom('rate')
      .selectAll()
      .where(
        'key',
        'in',
        wanted.map(({ key }) => key),
      )
      .execute()
    const full = wanted.flatMap(({ key, count, per }) => {
      const row = rows.find((one) => one.key === key)
      const isFull = row !== undefined && row.count >= count && row.window_ends_at > now
      return isFull ? [{ key, wait: Math.min(per, row.window_ends_at - now) }] : []
    })
    return full.toSorted((one, other) => other.wait - one.wait)[0] ?? null
  }

  /** Remembers something for this many milliseconds from now. */
  async remember(key: string, per: number): Promise<void> {
    const row = { count: 1, window_ends_at: this.#clock() + per }
    await this.#database.kysely
      .insertInto('rate')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }

  /** Whether something is still remembered. */
  async remembers(key: string): Promise<boolean> {
    return (await this.left(key, { count: 1, per: 0 })) < 1
  }

  /** How many attempts are left in a window; counts none. */
  async left(key: string, { count }: RateLimit): Promise<number> {
    const row = await this.#database.kysely
      .selectFrom('rate')
      .select('count')
      .where('key', '=', key)
      .where('window_ends_at', '>', this.#clock())
      .executeTakeFirst()
    return Math.max(0, count - (row?.count ?? 0))
  }

  /** Reverts the attempts of `takeAll`. */
  async giveBackAll(taken: readonly Counted[]): Promise<void> {
    for (const { key } of taken) await this.giveBack(key)
  }

  /** Reverts one counted attempt: a success does not count. */
  async giveBack(key: string): Promise<void> {
    const { kysely } = this.#database
    const fewer = await kysely
      .updateTable('rate')
      .set((rate) => ({ count: rate('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 1)
      .executeTakeFirst()
    if (fewer.numUpdatedRows > 0n) return
    await kysely.deleteFrom('rate').where('key', '=', key).where('count', '<=', 1).execute()
  }

  /** Removes windows that have ended, and answers how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('rate')
      .where('window_ends_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

/** Ends a transaction in which one window was used up. */
class Full extends Error {}

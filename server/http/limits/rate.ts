import { sql, type SqlBool } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'

/** So many per window; `per` in milliseconds. */
export type RateLimit = { count: number; per: number }

/** A window by the name under which it is counted. */
export type Counted = RateLimit & { key: string }

/** Which window is used up, and in how many milliseconds there is room in all of them. */
export type UsedUp = { key: string; wait: number }

/**
 * Fixed windows, counted in the database, so that they apply across processes and restarts. A window starts
 * with the first attempt and ends `per` later. One that ends later than that was begun by a clock that has
 * been set back since: it keeps its count and ends `per` from now.
 */
export class RateLimits {
  #database: Database
  #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Counts one try; false when the window is used up. One statement, so that racers cannot slip through. In a
   * transaction (`tx`) the try counts if that is committed, and who wants the same one waits for it.
   */
  async take(key: string, { count, per }: RateLimit, tx?: Transaction): Promise<boolean> {
    if (count < 1) return false
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
    return taken !== undefined && taken.count <= count
  }

  /**
   * Counts one try in every window, or in none. Answers null, or what is in the way: of several the one that is longest.
   */
  async takeAll(wanted: readonly Counted[]): Promise<UsedUp | null> {
    // All of them in one order, so that two who want the same ones do not wait for each other.
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
    // What was in the way may be over by now.
    return (await this.usedUp(inOrder)) ?? { key: inOrder[0]!.key, wait: 1000 }
  }

  /** Windows that a clock began which has been set back since end as late as new ones. */
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

  /** Counts one try in each window that has room, by itself. Answers which had. */
  async takeEach(wanted: readonly Counted[]): Promise<Counted[]> {
    const taken: Counted[] = []
    for (const window of wanted) if (await this.take(window.key, window)) taken.push(window)
    return taken
  }

  /** As `take`. Throws Problem tooManyTries over the limit. */
  async require(key: string, limit: RateLimit): Promise<void> {
    if (await this.take(key, limit)) return
    const usedUp = await this.usedUp([{ key, ...limit }])
    throw new Problem('tooManyTries', { wait: usedUp?.wait ?? 1000 })
  }

  /** Which of the windows has no room, the one that takes longest; null where all have. Counts nothing. */
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

  /** Remembers something for so many milliseconds from now. */
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

  /** How many tries of a window are left; counts none. */
  async left(key: string, { count }: RateLimit): Promise<number> {
    const row = await this.#database.kysely
      .selectFrom('rate')
      .select('count')
      .where('key', '=', key)
      .where('window_ends_at', '>', this.#clock())
      .executeTakeFirst()
    return Math.max(0, count - (row?.count ?? 0))
  }

  /** Takes tries of `takeAll` back. */
  async giveBackAll(taken: readonly Counted[]): Promise<void> {
    for (const { key } of taken) await this.giveBack(key)
  }

  /** Takes one counted try back: what succeeded as it should is no try. */
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

  /** Removes windows that are over, and answers how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('rate')
      .where('window_ends_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

/** Ends a transaction in which one window had no room. */
class Full extends Error {}

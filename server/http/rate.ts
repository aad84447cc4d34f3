import { sql, type SqlBool } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'

/** So many per window; `per` in milliseconds. */
export type RateLimit = { count: number; per: number }

/**
 * Fixed windows, counted in the database, so that they hold across processes and restarts. A window starts
 * with the first try and ends `per` later. One that ends later than that was begun by a clock that has been set back
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

  /** As `take`. Throws Problem tooManyTries over the limit. */
  async require(key: string, limit: RateLimit): Promise<void> {
    if (!(await this.take(key, limit))) throw new Problem('tooManyTries')
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

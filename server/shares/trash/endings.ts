import type { Database } from '#server/db/open.ts'

const batchSize = 500

/** Shares that end by themselves: time passes without anyone changing a row. */
export class Endings {
  readonly #deps: { database: Database; clock: () => number }

  constructor(deps: { database: Database; clock: () => number }) {
    this.#deps = deps
  }

  /**
   * Records which shares have ended since the last run, and returns how many. It changes only their places in lists,
   * which are right without it, but slower.
   */
  async sweep(): Promise<number> {
    let noted = 0
    for (;;) {
      const count = await this.#noteSome()
      noted += count
      if (count < batchSize) return noted
    }
  }

  async #noteSome(): Promise<number> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      const ended = tx
        .selectFrom('share')
        .select('guid')
        .where('listed_as', 'in', [0, 1])
        .where('ends_at', '<=', clock())
        .limit(batchSize)
      const rows = await tx
        .updateTable('share')
        .set((share) => ({ ended_for: share.ref('ends_at') }))
        .where('guid', 'in', ended)
        .returning('guid')
        .execute()
      return rows.length
    })
  }
}

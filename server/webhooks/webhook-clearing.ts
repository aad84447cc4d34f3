import type { Database } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { feedKept } from './feed/feeds.ts'
import { lockHook } from './sending/hook-rows.ts'
import { scheduleHook } from './sending/schedule.ts'

type Deps = { database: Database; jobs: Jobs; clock: () => number }

/** A job that has not run for this long will not run any more; in milliseconds. */
const overdue = 3_600_000
const batchSize = 1000

/** Removes what is too old of feeds and messages, and feeds that no one reads. */
export class WebhookClearing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns how many rows were removed. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { kysely } = database
    const [now, before] = [clock(), clock() - feedKept]
    await kysely
      .updateTable('webhook')
      .set({ old_secret_sealed: null, old_secret_until: null })
      .where('old_secret_until', '<=', now)
      .execute()
    await this.#wakeOverdue(now)
    const feeds = await kysely
      .deleteFrom('feed')
      .where(({ or, and, eb, selectFrom }) =>
        or([
          and([
            eb('has_hooks', '=', 0),
            eb('opened_at', '<', before),
            or([eb('polled_at', 'is', null), eb('polled_at', '<', before)]),
          ]),
          eb('team_guid', 'in', selectFrom('team').select('guid').where('closed_at', 'is not', null)),
        ]),
      )
      .executeTakeFirst()
    return (
      Number(feeds.numDeletedRows) +
      (await this.#removeEntries(before)) +
      (await this.#removeMessages(before))
    )
  }

  async #removeEntries(before: number): Promise<number> {
    const { kysely } = this.#deps.database
    for (let count = 0; ;) {
      const rows = await kysely
        .selectFrom('feed_entry')
        .select(['feed_guid', 'number'])
        .where('at', '<', before)
        .orderBy('at')
        .limit(batchSize)
        .execute()
      for (const [feed, entries] of Map.groupBy(rows, ({ feed_guid }) => feed_guid)) {
        // All up to a number, so that a feed is kept without gaps.
        const last = Math.max(...entries.map(({ number }) => number))
        const { numDeletedRows } = await kysely
          .deleteFrom('feed_entry')
          .where('feed_guid', '=', feed)
          .where('number', '<=', last)
          .executeTakeFirst()
        count += Number(numDeletedRows)
      }
      if (rows.length < batchSize) return count
    }
  }

  async #removeMessages(before: number): Promise<number> {
    const { kysely } = this.#deps.database
    for (let count = 0; ;) {
      const { numDeletedRows } = await kysely
        .deleteFrom('webhook_message')
        .where('guid', 'in', (message) =>
          message
            .selectFrom('webhook_message')
            .select('guid')
            .where('created_at', '<', before)
            .limit(batchSize),
        )
        .executeTakeFirst()
      count += Number(numDeletedRows)
      if (Number(numDeletedRows) < batchSize) return count
    }
  }

  /** Hooks whose job was lost. */
  async #wakeOverdue(now: number): Promise<void> {
    const { database, jobs } = this.#deps
    const rows = await database.kysely
      .selectFrom('webhook')
      .select(['guid', 'turn'])
      .where('state', '=', 'On')
      .where((hook) =>
        hook.or([hook('wake_at', '<', now - overdue), hook('running_since', '<', now - overdue)]),
      )
      .execute()
    for (const { guid, turn } of rows)
      await database.transaction(async (tx) => {
        const hook = await lockHook(tx, guid)
        if (hook && hook.turn === turn) await scheduleHook(tx, jobs, hook, now)
      })
  }
}

import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { tokenReminderDays } from '#server/rules/accounts/tokens/token-scopes.ts'

const day = 86_400_000

type Deps = { database: Database; rates: RateLimits; jobs: Jobs; events: Events; clock: () => number }

/** Tokens end on their date, and their owners are reminded a week before. */
export class AccessTokenEnds {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('access-token-ending', ({ token = '' }) => this.#remind(token))
    deps.jobs.handle('access-token-end', ({ token = '' }) => this.#end(token))
  }

  /** Call in the transaction that creates the token. */
  async plan(tx: Transaction, token: string, endsAt: number | null): Promise<void> {
    if (endsAt === null) return
    const { jobs, clock } = this.#deps
    await jobs.add(tx, 'access-token-end', { token }, { runAt: endsAt })
    const remindAt = endsAt - tokenReminderDays * day
    if (remindAt > clock()) await jobs.add(tx, 'access-token-ending', { token }, { runAt: remindAt })
  }

  async #remind(guid: string): Promise<void> {
    const { database, events, rates, clock } = this.#deps
    await database.transaction(async (tx) => {
      const row = await tx
        .selectFrom('access_token')
        .select(['user_guid', 'name', 'ends_at'])
        .where('guid', '=', guid)
        .executeTakeFirst()
      if (!row || row.ends_at === null || row.ends_at <= clock()) return
      // A job can run twice.
      const once = { count: 1, per: 2 * tokenReminderDays * day }
      if (!(await rates.take(`access-token-ending|${guid}`, once, tx))) return
      const facts = { endsAt: row.ends_at }
      const detail = { token: row.name }
      const subject = row.user_guid
      await events.record(tx, { subject, kind: 'AccessTokenEnding', client: null, detail, facts })
    })
  }

  async #end(guid: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('access_token')
        .where('guid', '=', guid)
        .where('ends_at', '<=', clock())
        .returning(['user_guid', 'name'])
        .executeTakeFirst()
      if (!row) return
      const detail = { token: row.name, by: 'date' }
      await events.record(tx, { subject: row.user_guid, kind: 'AccessTokenEnded', client: null, detail })
    })
  }
}

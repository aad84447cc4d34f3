import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import type { Client } from './sessions.ts'

const hour = 3_600_000
/** Longer than the hour that is counted, and its job may be late. */
const kept = 24 * hour

type Deps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  events: Events
  clock: () => number
}

/**
 * Puts wrong passwords, and wrong codes by email, on an account's record: the first of each hour by itself, with where it came from, and at the end
 * of the hour how many more there were. So those who guess leave two records an hour, and fill no disk.
 */
export class FailedSignIns {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('failed-sign-in', (payload) => this.#write(payload))
    deps.jobs.handle('failed-sign-ins', (payload) => this.#sum(payload))
  }

  /** The same work for every address, whether or not it has an account: who it is, the job finds out. */
  async note({ email, client, what }: { email: string; client: Client; what?: 'code' }): Promise<void> {
    const { database, rates, jobs, clock } = this.#deps
    const begun = Math.floor(clock() / hour) * hour
    const key = `failed-sign-in|${what ? `${what}|` : ''}${email.toLowerCase()}|${begun}`
    const more: Record<string, string> = what ? { what } : {}
    await database.transaction(async (tx) => {
      if ((await rates.add(key, kept, tx)) > 1) return
      const { ip, userAgent } = client
      await jobs.add(tx, 'failed-sign-in', { email, ip, userAgent, ...more })
      await jobs.add(tx, 'failed-sign-ins', { email, key, ...more }, { runAt: begun + hour })
    })
  }

  #write({ email = '', ip = '', userAgent = '', what }: Record<string, string>): Promise<void> {
    const client = { ip, userAgent }
    const detail = what ? { detail: { what } } : {}
    return this.#record(email, (tx, subject) =>
      this.#deps.events.record(tx, { subject, kind: 'PasswordFailed', client, ...detail }),
    )
  }

  async #sum({ email = '', key = '', what }: Record<string, string>): Promise<void> {
    const attempts = (await this.#deps.rates.added(key)) - 1
    if (attempts < 1) return
    await this.#record(email, async (tx, subject) => {
      const detail = { attempts, ...(what ? { what } : {}) }
      await this.#deps.events.record(tx, { subject, kind: 'PasswordFailed', client: null, detail })
    })
  }

  async #record(email: string, write: (tx: Transaction, userGuid: string) => Promise<void>): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const row = await userByEmail(tx, email)
      if (row?.status === 'Active') await write(tx, row.guid)
    })
  }
}

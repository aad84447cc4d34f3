import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { ActivityPage, ActivityRange, Tracking } from '#server/tracking/tracking.ts'
import { ownShare } from '#server/shares/own-share.ts'
import type { ShareRow } from '#server/shares/rows.ts'

/** All events of a share are read for it. */
const maxChecks = { count: 20, per: 3_600_000 }

/** What happened to a share, event by event, for its owner. */
export class Activity {
  readonly #database: Database
  readonly #tracking: Tracking
  readonly #rates: RateLimits

  constructor(deps: { database: Database; tracking: Tracking; rates: RateLimits }) {
    this.#database = deps.database
    this.#tracking = deps.tracking
    this.#rates = deps.rates
  }

  /** A page of events, the newest first. Throws notFound for anyone else's share. */
  async page(
    actor: User,
    shareGuid: string,
    range: ActivityRange,
  ): Promise<{ share: ShareRow } & ActivityPage> {
    const share = await ownShare(this.#database.kysely, actor, shareGuid)
    return { share, ...(await this.#tracking.activity(shareGuid, range)) }
  }

  /**
   * The number of the first event that is missing, changed or out of place; null if the whole chain is valid. Throws
   * notFound for anyone else's share, and tooManyAttempts after 20 in an hour.
   */
  async check(actor: User, shareGuid: string): Promise<number | null> {
    await ownShare(this.#database.kysely, actor, shareGuid)
    await this.#rates.require(`activity-check:user:${actor.guid}`, maxChecks)
    return this.#tracking.verify(shareGuid)
  }
}

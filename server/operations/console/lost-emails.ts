import { countUpTo } from '#server/db/count-up-to.ts'
import { newGuid, type Database } from '#server/db/open.ts'

const day = 86_400_000
/** How long it is said that an email could not be delivered, in milliseconds. */
const kept = 30 * day
const maxReasonLength = 500

export type LostEmail = { guid: string; email: string; reason: string; failedAt: number }
/** The last row of the screen before. */
export type LostAfter = Pick<LostEmail, 'guid' | 'failedAt'>

/** Emails that were given up: to whom and why, never what they said. */
export class LostEmails {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  async note(email: string, reason: string): Promise<void> {
    await this.#database.kysely
      .insertInto('lost_email')
      .values({
        guid: newGuid(),
        email,
        reason: reason.replaceAll('\0', '').slice(0, maxReasonLength),
        failed_at: this.#clock(),
      })
      .execute()
  }

  /** How many there were since a time, counted up to `max`. */
  async count(since: number, max: number): Promise<number> {
    const { kysely } = this.#database
    return countUpTo(
      kysely,
      max,
      kysely.selectFrom('lost_email').select('guid').where('failed_at', '>=', since),
    )
  }

  /** The latest first. */
  async list(limit: number, after?: LostAfter): Promise<LostEmail[]> {
    let query = this.#database.kysely
      .selectFrom('lost_email')
      .selectAll()
      .orderBy('failed_at', 'desc')
      .orderBy('guid', 'desc')
      .limit(limit)
    if (after)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('failed_at', 'guid'), '<', tuple(after.failedAt, after.guid)),
      )
    const rows = await query.execute()
    return rows.map(({ guid, email, reason, failed_at }) => ({ guid, email, reason, failedAt: failed_at }))
  }

  /** Forgets old ones, and answers how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('lost_email')
      .where('failed_at', '<', this.#clock() - kept)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

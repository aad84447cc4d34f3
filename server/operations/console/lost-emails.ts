import type { Selectable } from 'kysely'
import { countUpTo } from '#server/db/count-up-to.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import type { LostEmailTable } from '#server/db/tables/operator/operator-tables.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { emailJob, renewed } from '#server/mail/mailer.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { lostEmailName } from '#server/storage/keys/wrapped-columns.ts'

const day = 86_400_000
/** How long it is said that an email could not be delivered, in milliseconds. */
const kept = 30 * day
/** How long it can be sent again, in milliseconds. */
const contentKept = 7 * day
const maxReasonLength = 500

export type LostEmail = {
  guid: string
  email: string
  reason: string
  failedAt: number
  canBeSent: boolean
}
/** The last row of the screen before. */
export type LostAfter = Pick<LostEmail, 'guid' | 'failedAt'>

type Deps = { database: Database; clock: () => number; keyRing: KeyRing; jobs: Jobs }

/** Emails that were given up: to whom and why; what they said is sealed, and only sent again. */
export class LostEmails {
  readonly #database: Database
  readonly #clock: () => number
  readonly #keyRing: KeyRing
  readonly #jobs: Jobs

  constructor({ database, clock, keyRing, jobs }: Deps) {
    this.#database = database
    this.#clock = clock
    this.#keyRing = keyRing
    this.#jobs = jobs
  }

  /** `payload` is that of its job; null if it is not to be sent again. */
  async note(email: string, reason: string, payload: Record<string, string> | null): Promise<void> {
    const guid = newGuid()
    await this.#database.transaction(async (tx) => {
      if (payload) await requireCurrentKey(tx, this.#keyRing)
      await tx
        .insertInto('lost_email')
        .values({
          guid,
          email,
          reason: reason.replaceAll('\0', '').slice(0, maxReasonLength),
          failed_at: this.#clock(),
          content_sealed:
            payload && this.#keyRing.wrap(lostEmailName(guid), Buffer.from(JSON.stringify(payload))),
        })
        .execute()
    })
  }

  /** One of them, or null. */
  async find(guid: string): Promise<LostEmail | null> {
    const row = await this.#database.kysely
      .selectFrom('lost_email')
      .selectAll()
      .where('guid', '=', guid)
      .executeTakeFirst()
    return row ? shown(row) : null
  }

  /** Puts one back into the queue, once however many ask, and takes it off the list; returns whether it could. */
  async sendAgain(guid: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('lost_email')
        .where('guid', '=', guid)
        .where('content_sealed', 'is not', null)
        .returning('content_sealed')
        .executeTakeFirst()
      if (!row?.content_sealed) return false
      const content = this.#keyRing.unwrap(lostEmailName(guid), row.content_sealed).toString('utf8')
      const now = this.#clock()
      const payload = renewed(JSON.parse(content) as Record<string, string>, now)
      await this.#jobs.add(tx, emailJob, { ...payload, at: String(now) })
      return true
    })
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
    return rows.map(shown)
  }

  /** Forgets old ones, and returns how many. */
  async sweep(): Promise<number> {
    await this.#database.kysely
      .updateTable('lost_email')
      .set({ content_sealed: null })
      .where('content_sealed', 'is not', null)
      .where('failed_at', '<', this.#clock() - contentKept)
      .execute()
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('lost_email')
      .where('failed_at', '<', this.#clock() - kept)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

function shown({ guid, email, reason, failed_at, content_sealed }: Selectable<LostEmailTable>): LostEmail {
  return { guid, email, reason, failedAt: failed_at, canBeSent: content_sealed !== null }
}

import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'

export type TokenPurpose = 'activate' | 'reset' | 'setup' | 'address'

const hour = 3_600_000
const week = 7 * 24 * hour

/** How long an emailed link works, in milliseconds. */
export const tokenLifetimes: Readonly<Record<TokenPurpose, number>> = {
  activate: week,
  reset: hour,
  setup: week,
  address: 24 * hour,
}

/** One-time links in emails. The link contains a random secret, the database its SHA-256. */
export class Tokens {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  /** A new secret for a link. Older links for the same purpose stop working: only the latest email counts. */
  async create(tx: Transaction, purpose: TokenPurpose, userGuid: string): Promise<string> {
    const secret = newSecret()
    const now = this.#clock()
    await this.revoke(tx, purpose, userGuid)
    await tx
      .insertInto('token')
      .values({
        id_hash: hashOfSecret(secret),
        purpose,
        user_guid: userGuid,
        created_at: now,
        expires_at: now + tokenLifetimes[purpose],
        used_at: null,
      })
      .execute()
    return secret
  }

  async revoke(tx: Transaction, purpose: TokenPurpose, userGuid: string): Promise<void> {
    await tx.deleteFrom('token').where('user_guid', '=', userGuid).where('purpose', '=', purpose).execute()
  }

  /** Ends the activation links of the pending account with this address, if there is one. */
  async revokePending(tx: Transaction, email: string): Promise<void> {
    await tx
      .deleteFrom('token')
      .where('purpose', '=', 'activate')
      .where('user_guid', 'in', (token) =>
        token
          .selectFrom('user')
          .select('user.guid')
          .where(sql<string>`lower("user".email)`, '=', email)
          .where('user.status', '=', 'Pending'),
      )
      .execute()
  }

  /** The user whose link this is while it works, or null. Changes nothing. */
  async peek(purpose: TokenPurpose, secret: string): Promise<string | null> {
    const row = await this.#database.kysely
      .selectFrom('token')
      .select('user_guid')
      .where('id_hash', '=', hashOfSecret(secret))
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#clock())
      .executeTakeFirst()
    return row?.user_guid ?? null
  }

  /** Uses a link up and returns whose it was; null if it does not work. Of two at once only one succeeds. */
  async use(tx: Transaction, purpose: TokenPurpose, secret: string): Promise<string | null> {
    const now = this.#clock()
    const row = await tx
      .updateTable('token')
      .set({ used_at: now })
      .where('id_hash', '=', hashOfSecret(secret))
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_guid')
      .executeTakeFirst()
    return row?.user_guid ?? null
  }

  /** Removes expired links, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('token')
      .where('expires_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

/** Revokes every emailed link that the user has. */
export async function revokeAll(tx: Transaction, userGuid: string): Promise<void> {
  await tx.deleteFrom('token').where('user_guid', '=', userGuid).execute()
}

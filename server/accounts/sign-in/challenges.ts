import type { Database } from '#server/db/open.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'

/** How long a sign-in waits for its second factor, in milliseconds. */
export const challengeLives = 10 * 60_000
/** How many codes one challenge accepts. */
export const triesOfChallenge = 5

/** A sign-in whose first factor was proved. */
type Optional = Omit<Waiting, 'isRemembered'> & { isRemembered?: boolean }
export type Waiting = { userGuid: string; method: SignInMethod; isRemembered: boolean }

/** Sign-ins that wait for their second factor. The browser's cookie has a random secret, the database its SHA-256. */
export class Challenges {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  async begin({ userGuid, method, isRemembered = false }: Optional): Promise<string> {
    const secret = newSecret()
    const now = this.#clock()
    await this.#database.kysely
      .insertInto('challenge')
      .values({
        id_hash: hashOfSecret(secret),
        user_guid: userGuid,
        method,
        is_remembered: isRemembered ? 1 : 0,
        tries: 0,
        created_at: now,
        expires_at: now + challengeLives,
      })
      .execute()
    return secret
  }

  /** Whose sign-in it is while it accepts a code, or null. Changes nothing. */
  async whose(secret: string): Promise<string | null> {
    const row = await this.#database.kysely
      .selectFrom('challenge')
      .select('user_guid')
      .where('id_hash', '=', hashOfSecret(secret))
      .where('tries', '<', triesOfChallenge)
      .where('expires_at', '>', this.#clock())
      .executeTakeFirst()
    return row?.user_guid ?? null
  }

  /**
   * Counts one attempt and answers whose sign-in it is, and whether it was the last attempt; null if there is none
   * left.
   */
  async take(secret: string): Promise<(Waiting & { isLast: boolean }) | null> {
    const row = await this.#database.kysely
      .updateTable('challenge')
      .set((challenge) => ({ tries: challenge('tries', '+', 1) }))
      .where('id_hash', '=', hashOfSecret(secret))
      .where('tries', '<', triesOfChallenge)
      .where('expires_at', '>', this.#clock())
      .returning(['user_guid', 'method', 'is_remembered', 'tries'])
      .executeTakeFirst()
    if (!row) return null
    return {
      userGuid: row.user_guid,
      method: row.method as SignInMethod,
      isRemembered: row.is_remembered === 1,
      isLast: row.tries >= triesOfChallenge,
    }
  }

  /** Ends it; of several at once only one gets true. */
  async end(secret: string): Promise<boolean> {
    const row = await this.#database.kysely
      .deleteFrom('challenge')
      .where('id_hash', '=', hashOfSecret(secret))
      .returning('id_hash')
      .executeTakeFirst()
    return row !== undefined
  }

  /** Removes expired ones, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('challenge')
      .where('expires_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

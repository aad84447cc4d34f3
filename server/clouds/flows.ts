import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/open.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'

/** How long someone can be at the provider, in milliseconds. */
const lifetime = 10 * 60_000

/** In which browser, and in which session of it, someone is. */
export type CloudVisit = { browserId: string; sessionId: string }

export type CloudFlow = { cloud: CloudName; verifier: string; /** A page of ours. */ back: string | null }

/** Connections that have begun: each works once, for ten minutes, in the session that began it. */
export class CloudFlows {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** What goes to the provider, and what only this server knows. */
  async start(
    userGuid: string,
    visit: CloudVisit,
    { cloud, back }: Omit<CloudFlow, 'verifier'>,
  ): Promise<{ state: string; verifier: string }> {
    const [state, verifier] = [newSecret(), newSecret()]
    await this.#database.kysely
      .insertInto('cloud_flow')
      .values({
        id_hash: hashOfSecret(state),
        user_guid: userGuid,
        session_hash: hashOfSecret(visit.sessionId),
        browser_hash: hashOfSecret(visit.browserId),
        cloud,
        verifier,
        back,
        expires_at: this.#clock() + lifetime,
        used_at: null,
      })
      .execute()
    return { state, verifier }
  }

  /** Uses one up; null if it does not work: unknown, used, late, another session’s or another account’s. */
  async use(userGuid: string, visit: CloudVisit, state: string): Promise<CloudFlow | null> {
    const now = this.#clock()
    const row = await this.#database.kysely
      .updateTable('cloud_flow')
      .set({ used_at: now })
      .where('id_hash', '=', hashOfSecret(state))
      .where('user_guid', '=', userGuid)
      .where('session_hash', '=', hashOfSecret(visit.sessionId))
      .where('browser_hash', '=', hashOfSecret(visit.browserId))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['cloud', 'verifier', 'back'])
      .executeTakeFirst()
    return row ?? null
  }

  /** Where someone comes from, even if it does not work any more; null if it was not theirs. */
  async begun(userGuid: string, state: string): Promise<Pick<CloudFlow, 'cloud' | 'back'> | null> {
    const row = await this.#database.kysely
      .selectFrom('cloud_flow')
      .select(['cloud', 'back'])
      .where('id_hash', '=', hashOfSecret(state))
      .where('user_guid', '=', userGuid)
      .executeTakeFirst()
    return row ?? null
  }

  /** Removes those that ended a day ago, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('cloud_flow')
      .where('expires_at', '<=', this.#clock() - 24 * 3_600_000)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

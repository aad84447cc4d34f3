import type { Kysely } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Client } from '#server/http/client.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'

const day = 24 * 3_600_000
/** How long a browser is known after its last sign-in, in milliseconds. */
export const browserKnown = 90 * day

/**
 * Who attempts to prove themselves to an account, as far as it can be told: a browser in which its owner signed in
 * before, one that used a link to choose a new password, or anyone. Each is counted separately, so that strangers lock
 * out only strangers.
 */
export type TriedBy = `browser:${string}` | 'reset' | 'strangers'

/**
 * The browsers in which an account's owner has signed in. A cookie has a random secret, the database its SHA-256; a new
 * password, signing out everywhere, and signing out one device from another forget them.
 */
export class KnownBrowsers {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** Who attempts it; without an account (null) it takes as much work. */
  async whoAttempts(userGuid: string | null, { browserSecret = '' }: Client): Promise<TriedBy> {
    const hash = hashOfSecret(browserSecret)
    const row = await this.#database.kysely
      .selectFrom('known_browser')
      .select('proved_by')
      .where('user_guid', '=', userGuid ?? '')
      .where('browser_hash', '=', hash)
      .where('seen_at', '>', this.#clock() - browserKnown)
      .executeTakeFirst()
    if (!row) return 'strangers'
    return row.proved_by === 'reset' ? 'reset' : `browser:${hash}`
  }

  /** Remembers a browser from now on; a program is not remembered. */
  async note(
    userGuid: string,
    { browserSecret }: Client,
    provedBy: 'sign-in' | 'reset',
    tx?: Transaction,
  ): Promise<void> {
    if (browserSecret === undefined) return
    const seen = { proved_by: provedBy, seen_at: this.#clock() }
    await (tx ?? this.#database.kysely)
      .insertInto('known_browser')
      .values({ user_guid: userGuid, browser_hash: hashOfSecret(browserSecret), ...seen })
      .onConflict((conflict) => conflict.columns(['user_guid', 'browser_hash']).doUpdateSet(seen))
      .execute()
  }

  /** Removes what has expired, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('known_browser')
      .where('seen_at', '<=', this.#clock() - browserKnown)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

/** Forgets the browsers of an account, except the requesting one (`except`) if given. */
export async function forgetBrowsers(
  kysely: Kysely<Schema>,
  userGuid: string,
  except?: Client,
): Promise<void> {
  await kysely
    .deleteFrom('known_browser')
    .where('user_guid', '=', userGuid)
    .where('browser_hash', '!=', hashOfSecret(except?.browserSecret ?? ''))
    .execute()
}

/** Forgets one browser of an account, by its hash, if no session in it is left at `now` (epoch ms). */
export async function forgetBrowser(
  kysely: Kysely<Schema>,
  userGuid: string,
  browserHash: string,
  now: number,
): Promise<void> {
  await kysely
    .deleteFrom('known_browser')
    .where('user_guid', '=', userGuid)
    .where('browser_hash', '=', browserHash)
    .where((known) =>
      known.not(
        known.exists(
          known
            .selectFrom('session')
            .select('session.guid')
            .where('session.user_guid', '=', userGuid)
            .where('session.browser_hash', '=', browserHash)
            .where('session.idle_until', '>', now)
            .where('session.ends_at', '>', now),
        ),
      ),
    )
    .execute()
}

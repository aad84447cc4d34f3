import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { unlessFull, type Database } from '#server/db/open.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'

const minute = 60_000
const readerIdle = 2 * 60 * minute
const readerLives = 12 * 60 * minute

/** Browsers of readers without an account, known by a confirmed address: 12 hours, 2 hours without use. */
export class Readers {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** Remembers this browser with a confirmed address; answers the session's ID, which only the cookie keeps. */
  async start(client: Client, email: string): Promise<string> {
    const now = this.#clock()
    const id = newSecret()
    await this.#database.kysely
      .insertInto('reader')
      .values({
        id_hash: hashOfSecret(id),
        email,
        created_at: now,
        seen_at: now,
        idle_until: now + readerIdle,
        ends_at: now + readerLives,
        ip: client.ip,
        user_agent: client.userAgent.slice(0, 400),
      })
      .execute()
    return id
  }

  /** The address of a reader session, or null when it has ended. */
  async find(id: string): Promise<string | null> {
    const now = this.#clock()
    const row = await this.#database.kysely
      .selectFrom('reader')
      .select(['email', 'seen_at'])
      .where('id_hash', '=', hashOfSecret(id))
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .executeTakeFirst()
    if (!row) return null
    if (row.seen_at < now - minute) {
      await this.#database.kysely
        .updateTable('reader')
        .set({ seen_at: now, idle_until: now + readerIdle })
        .where('id_hash', '=', hashOfSecret(id))
        .execute()
        .catch(unlessFull)
    }
    return row.email
  }

  /** Whether someone has confirmed this address, by a code or as one of the account: no code is required then. */
  async hasProved(identity: Identity, typed: string): Promise<boolean> {
    const email = emailAddress(typed)
    const proved = await allProvedEmails(this.#database.kysely, identity)
    return email !== null && proved.some((one) => one.toLowerCase() === email)
  }

  async end(id: string): Promise<void> {
    await this.#database.kysely.deleteFrom('reader').where('id_hash', '=', hashOfSecret(id)).execute()
  }

  /** Removes sessions that have ended, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('reader')
      .where('ends_at', '<', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { openedLink, sealedLink } from '#server/accounts/registering/sealed-links.ts'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'

type Deps = {
  database: Database
  linkKeys: PurposeKeys
  publicUrl: URL
  clock: () => number
}

/**
 * Addresses without an account that want no optional emails: reminders, news of comments. Each such email has a link
 * for its address. The link contains the address encrypted: no one can make one for another address, or read it.
 */
export class QuietAddresses {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Where the recipient of an email to this address can turn such emails off. */
  linkFor(email: string): string {
    const link = sealedLink(this.#deps.linkKeys, email.toLowerCase())
    return new URL(`/p/letters/${link}`, this.#deps.publicUrl).href
  }

  /** Whose link it is, and whether emails are on. Throws notFound for what is not one of our links. */
  async find(link: string): Promise<{ email: string; isQuiet: boolean }> {
    const email = this.#emailIn(link)
    return { email, isQuiet: await isQuiet(this.#deps.database.kysely, email) }
  }

  /** Turns such emails off or on. Throws notFound for what is not one of our links. */
  async choose(link: string, wanted: { isQuiet: boolean }): Promise<void> {
    const { database, clock } = this.#deps
    const email = this.#emailIn(link)
    if (!wanted.isQuiet) {
      await database.kysely.deleteFrom('quiet_address').where('email', '=', email).execute()
      return
    }
    await database.kysely
      .insertInto('quiet_address')
      .values({ email, created_at: clock() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
  }

  #emailIn(link: string): string {
    const email = openedLink(this.#deps.linkKeys, link)
    if (email === null) throw new Problem('notFound')
    return email
  }
}

/** Whether an address wants only essential emails, for callers that write one in their own transaction. */
export async function isQuiet(kysely: Kysely<Schema>, email: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('quiet_address')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { openedLink, sealedLink, type LinkKeys } from '#server/accounts/registering/sealed-links.ts'

type Deps = {
  database: Database
  linkKeys: LinkKeys
  publicUrl: URL
  clock: () => number
}

/**
 * Addresses without an account that want no letters they can do without: reminders, news of comments. Each
 * such letter carries a link of its address. The link holds the address sealed: no one can make one for
 * another, or read it.
 */
export class QuietAddresses {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Where the reader of a letter to this address can switch such letters off. */
  linkFor(email: string): string {
    const link = sealedLink(this.#deps.linkKeys, email.toLowerCase())
    return new URL(`/p/letters/${link}`, this.#deps.publicUrl).href
  }

  /** Whose link it is, and whether letters come. Throws notFound for what is no link of ours. */
  async find(link: string): Promise<{ email: string; isQuiet: boolean }> {
    const email = this.#emailIn(link)
    return { email, isQuiet: await isQuiet(this.#deps.database.kysely, email) }
  }

  /** Switches such letters off or on. Throws notFound for what is no link of ours. */
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

/** Whether an address wants only essential letters, for callers that write one in their own transaction. */
export async function isQuiet(kysely: Kysely<Schema>, email: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('quiet_address')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'

const nonceBytes = 12
const tagBytes = 16

type Needs = {
  database: Database
  /** The first seals, each opens. */
  linkKeys: [Buffer, ...Buffer[]]
  publicUrl: URL
  clock: () => number
}

/**
 * Addresses without an account that want no letters they can do without: reminders, news of comments. Each such letter
 * carries a link of its address. The link holds the address sealed: nobody can make one for another, or read it.
 */
export class QuietAddresses {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Where whoever reads a letter to this address can switch such letters off. */
  linkFor(email: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#needs.linkKeys[0], nonce)
    const sealed = Buffer.concat([cipher.update(email.toLowerCase(), 'utf8'), cipher.final()])
    const link = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    return new URL(`/p/letters/${link}`, this.#needs.publicUrl).href
  }

  /** Whose link it is, and whether letters come. Throws notFound for what is no link of ours. */
  async find(link: string): Promise<{ email: string; isQuiet: boolean }> {
    const email = this.#emailIn(link)
    return { email, isQuiet: await isQuiet(this.#needs.database.kysely, email) }
  }

  /** Switches such letters off or on. Throws notFound for what is no link of ours. */
  async choose(link: string, wanted: { isQuiet: boolean }): Promise<void> {
    const { database, clock } = this.#needs
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
    const bytes = Buffer.from(link, 'base64url')
    for (const key of this.#needs.linkKeys) {
      const email = opened(key, bytes)
      if (email !== null) return email
    }
    throw new Problem('notFound')
  }
}

/** Whether an address wants only the letters that it cannot do without, for whoever writes one in his own transaction. */
export async function isQuiet(kysely: Kysely<Schema>, email: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('quiet_address')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

function opened(key: Buffer, bytes: Buffer): string | null {
  if (bytes.length <= nonceBytes + tagBytes) return null
  try {
    const options = { authTagLength: tagBytes }
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), options)
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    const email = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([email, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

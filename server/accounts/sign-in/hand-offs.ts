import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import type { Database } from '#server/db/open.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'

/** How long a hand-off code works, in milliseconds. */
export const handOffLives = 60_000

export type HandOff = { userGuid: string; method: SignInMethod }

/**
 * One-time codes with which a signed-in program, or an email, hands its user over to a browser: `hash|token|date`. The
 * token is a random secret of which the database has the SHA-256, the date is when it was created (UTC, ISO basic), the
 * hash is the HMAC-SHA256 of `token|date`, followed by `|scope` for a code that works only at the address of one file.
 */
export class HandOffs {
  readonly #database: Database
  readonly #keys: PurposeKeys
  readonly #clock: () => number

  constructor(options: { database: Database; keys: PurposeKeys; clock: () => number }) {
    this.#database = options.database
    this.#keys = options.keys
    this.#clock = options.clock
  }

  async make({ userGuid, method }: HandOff, scope?: string): Promise<string> {
    const token = newSecret()
    const now = this.#clock()
    await this.#database.kysely
      .insertInto('hand_off')
      .values({
        id_hash: hashOfSecret(token),
        user_guid: userGuid,
        method,
        issued_at: now,
        expires_at: now + handOffLives,
        used_at: null,
      })
      .execute()
    const signed = `${token}|${basicDate(now)}`
    return `${hashOf(this.#keys[0], scoped(signed, scope))}|${signed}`
  }

  /** Whose code it is while it works, or null. Changes nothing. */
  async peek(code: string, scope?: string): Promise<HandOff | null> {
    const token = this.#tokenOf(code, scope)
    if (token === null) return null
    const row = await this.#database.kysely
      .selectFrom('hand_off')
      .select(['user_guid', 'method'])
      .where('id_hash', '=', hashOfSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#clock())
      .executeTakeFirst()
    return row ? handOffOf(row) : null
  }

  /** Uses a code up and returns whose it was; null if it does not work. Of two at once only one succeeds. */
  async use(code: string, scope?: string): Promise<HandOff | null> {
    const token = this.#tokenOf(code, scope)
    if (token === null) return null
    const now = this.#clock()
    const row = await this.#database.kysely
      .updateTable('hand_off')
      .set({ used_at: now })
      .where('id_hash', '=', hashOfSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_guid', 'method'])
      .executeTakeFirst()
    return row ? handOffOf(row) : null
  }

  /** Removes expired codes, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('hand_off')
      .where('expires_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  // Exactly three parts; nothing is looked up for a code that we have not signed.
  #tokenOf(code: string, scope?: string): string | null {
    const parts = code.length <= maxCodeLength ? code.split('|') : []
    const [hash = '', token = '', date = ''] = parts
    if (parts.length !== 3) return null
    const signed = scoped(`${token}|${date}`, scope)
    return this.#keys.some((key) => isEqual(hashOf(key, signed), hash)) ? token : null
  }
}

const maxCodeLength = 300

function scoped(signed: string, scope: string | undefined): string {
  return scope === undefined ? signed : `${signed}|${scope}`
}

function handOffOf(row: { user_guid: string; method: string }): HandOff {
  return { userGuid: row.user_guid, method: row.method as SignInMethod }
}

function hashOf(key: KeyObject, signed: string): string {
  return createHmac('sha256', key).update(signed).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** ISO 8601 without separators, to the second: 20270301T100000Z. */
function basicDate(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

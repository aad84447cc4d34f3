import { randomInt } from 'node:crypto'
import type { Database, Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { codeLength, codeLetters, shownSignupCode, signupCode } from '#server/rules/accounts/registration.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'

/** `expiresAt` in epoch milliseconds; null in `usesLeft` and `expiresAt`: unlimited. */
export type CodeTerms = {
  tierCode: number | null
  usesLeft: number | null
  expiresAt: number | null
  note: string
}

/** `name` identifies a code to people: the code cannot be derived from it. */
export type ListedCode = CodeTerms & { name: string; createdAt: number; isUsable: boolean }

const nameLength = 8

/** Codes with which people can create an account. A code is shown once; the database keeps its SHA-256. */
export class SignupCodes {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  /** Creates a code and answers it as people get it: it is stored nowhere. */
  async create(terms: CodeTerms): Promise<{ code: string; name: string }> {
    const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
    const hash = hashOfSecret(code)
    await this.#database.kysely
      .insertInto('signup_code')
      .values({
        code_hash: hash,
        tier_code: terms.tierCode,
        uses_left: terms.usesLeft,
        expires_at: terms.expiresAt,
        created_at: this.#clock(),
        note: terms.note,
      })
      .execute()
    return { code: shownSignupCode(code), name: hash.slice(0, nameLength) }
  }

  /** All codes, the newest first; used-up and expired ones stay in the list until they are revoked. */
  async list(): Promise<ListedCode[]> {
    const now = this.#clock()
    const rows = await this.#database.kysely
      .selectFrom('signup_code')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('code_hash')
      .execute()
    return rows.map((row) => ({
      name: row.code_hash.slice(0, nameLength),
      tierCode: row.tier_code,
      usesLeft: row.uses_left,
      expiresAt: row.expires_at,
      note: row.note,
      createdAt: row.created_at,
      isUsable: row.uses_left !== 0 && (row.expires_at === null || row.expires_at > now),
    }))
  }

  /** Removes a code, by its name or by the code itself; accounts created with it stay. Throws notFound. */
  async revoke(nameOrCode: string): Promise<void> {
    const code = signupCode(nameOrCode)
    const start = nameOrCode.trim().toLowerCase()
    const isName = /^[0-9a-f]{8,64}$/.test(start)
    let query = this.#database.kysely.deleteFrom('signup_code')
    if (code !== null) query = query.where('code_hash', '=', hashOfSecret(code))
    else query = query.where('code_hash', '>=', start).where('code_hash', '<', `${start}g`)
    const { numDeletedRows } = code || isName ? await query.executeTakeFirst() : { numDeletedRows: 0n }
    if (numDeletedRows === 0n) {
      throw new Problem('notFound', { text: `There is no sign-up code ${nameOrCode}.` })
    }
  }

  /**
   * Uses a code once, in the transaction that creates the account; of two concurrent last uses one succeeds. Null if it
   * does not work, whatever the reason.
   */
  async use(tx: Transaction, typed: string): Promise<{ tierCode: number | null } | null> {
    const row = await tx
      .updateTable('signup_code')
      .set((code) => ({ uses_left: code('uses_left', '-', 1) }))
      .where('code_hash', '=', hashOfSecret(signupCode(typed) ?? ''))
      .where((code) => code.or([code('uses_left', 'is', null), code('uses_left', '>', 0)]))
      .where((code) => code.or([code('expires_at', 'is', null), code('expires_at', '>', this.#clock())]))
      .returning('tier_code')
      .executeTakeFirst()
    return row ? { tierCode: row.tier_code } : null
  }
}

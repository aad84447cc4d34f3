import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { passwordProblem } from '#server/rules/accounts/passwords.ts'
import { Problem } from '#server/rules/problems.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import { requireName, type Words } from './names.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import type { Client, Sessions } from '#server/accounts/sign-in/sessions.ts'
import { Tokens } from './tokens.ts'
import * as rows from '#server/accounts/user-rows.ts'
import { userOf } from '#server/accounts/users.ts'
import type { User } from '#server/accounts/users.ts'

export type SetupForm = { firstName: string; lastName: string; password: string }

/** Whose account waits to be set up, for the page that a GET shows. */
export type InSetup = { email: string; firstName: string; lastName: string }

/** Accounts created by someone else, until their owner has given a name and chosen a password. */
export class Setup {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #rates: RateLimits
  readonly #clock: () => number
  readonly #minLength: number
  readonly #words: Words
  readonly #tokens: Tokens

  constructor(options: {
    database: Database
    sessions: Sessions
    rates: RateLimits
    clock: () => number
    config: Pick<Config, 'passwordMinLength'>
    words?: Words
  }) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#rates = options.rates
    this.#clock = options.clock
    this.#minLength = options.config.passwordMinLength
    this.#words = options.words ?? {}
    this.#tokens = new Tokens(options)
  }

  /** Whose setup link this is while it works, or null. Changes nothing: for GET. */
  async peek(token: string): Promise<InSetup | null> {
    const row = await this.#waiting(token)
    return row && { email: row.email, firstName: row.first_name, lastName: row.last_name }
  }

  /**
   * Sets an account up by the link in its email, and uses the link up; the email confirmed the address. The caller can
   * sign the user in. Throws linkUsedUp, badForm and passwordRefused with the field, tooManyAttempts.
   */
  async byLink(client: Client, token: string, form: SetupForm): Promise<User> {
    await this.#rates.require(`setup:network:${networkOf(client.ip)}`, accountLimits.resetByNetwork)
    const row = await this.#waiting(token)
    if (!row) throw new Problem('linkUsedUp')
    const names = namesOf(form, this.#words)
    const passwordHash = await this.#hash(form.password, { ...names, email: row.email })
    return this.#database.transaction(async (tx) => {
      if ((await this.#tokens.use(tx, 'setup', token)) === null) throw new Problem('linkUsedUp')
      if (!(await rows.endSetup(tx, row.guid, names))) throw new Problem('linkUsedUp')
      await rows.activatePending(tx, row.guid)
      await rows.setPassword(tx, row.guid, { passwordHash, now: this.#clock() })
      await this.#revokeLinks(tx, row.guid)
      await this.#sessions.endAll(row.guid, { tx })
      return userOf((await rows.userByGuid(tx, row.guid))!)
    })
  }

  /**
   * Sets up the signed-in user's own account. A password is accepted only if there is none yet, and can be left empty
   * then: people who came from a provider can keep signing in that way. Throws badForm and passwordRefused with the
   * field.
   */
  async bySession(user: User, form: SetupForm): Promise<void> {
    const names = namesOf(form, this.#words)
    const row = await rows.userByGuid(this.#database.kysely, user.guid)
    const choosesPassword = row?.has_password === 0 && form.password !== ''
    const passwordHash = choosesPassword
      ? await this.#hash(form.password, { ...names, email: user.email })
      : null
    await this.#database.transaction(async (tx) => {
      if (!(await rows.endSetup(tx, user.guid, names))) return
      if (passwordHash !== null) {
        await rows.setPassword(tx, user.guid, { passwordHash, now: this.#clock() })
      }
      await this.#revokeLinks(tx, user.guid)
    })
  }

  async #waiting(token: string) {
    const guid = await this.#tokens.peek('setup', token)
    const row = guid === null ? undefined : await rows.userByGuid(this.#database.kysely, guid)
    return row && row.status !== 'Suspended' && row.needs_setup === 1 ? row : null
  }

  async #revokeLinks(tx: Transaction, guid: string): Promise<void> {
    for (const purpose of ['setup', 'activate', 'reset'] as const) {
      await this.#tokens.revoke(tx, purpose, guid)
    }
  }

  #hash(password: string, who: InSetup): Promise<string> {
    const text = passwordProblem(password, { ...who, minLength: this.#minLength })
    if (text !== null) throw new Problem('passwordRefused', { field: 'password', text })
    return hashPassword(password)
  }
}

function namesOf(form: SetupForm, words: Words): { firstName: string; lastName: string } {
  return {
    firstName: requireName(form.firstName, 'firstName', words),
    lastName: requireName(form.lastName, 'lastName', words),
  }
}

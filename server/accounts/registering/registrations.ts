import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RegistrationMode } from '#server/rules/accounts/registration.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import type { AccountLimits } from '#server/accounts/sign-in/limits.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { SignupCodes } from './signup-codes.ts'
import { isUnclaimed } from '#server/accounts/user-rows.ts'

/** Someone who wants to create an account: what `admit` answers and `requireOpen` decides on. */
export type Admission = { code: string; countedAs: string | null }

/**
 * Whether people can create accounts by themselves. Every way to create one checks here: `admit` before the work,
 * `requireOpen` in the transaction, after `claimInstallation` has said that it is not the first account, which is
 * always allowed.
 */
export class Registrations {
  readonly #database: Database
  readonly #rates: RateLimits
  readonly #codes: SignupCodes
  readonly #mode: RegistrationMode
  readonly #limits: AccountLimits

  constructor(options: {
    database: Database
    rates: RateLimits
    codes: SignupCodes
    mode: RegistrationMode
    limits?: Partial<AccountLimits>
  }) {
    this.#database = options.database
    this.#rates = options.rates
    this.#codes = options.codes
    this.#mode = options.mode
    this.#limits = { ...accountLimits, ...options.limits }
  }

  /** How accounts are created now: `first` while the installation has none. */
  async mode(): Promise<'first' | RegistrationMode> {
    return (await isUnclaimed(this.#database.kysely)) ? 'first' : this.#mode
  }

  /** Counts an attempt with a code and refuses people who cannot register. Throws registrationClosed, tooManyAttempts. */
  async admit(client: Client, code = ''): Promise<Admission> {
    if (this.#mode === 'closed' && (await this.mode()) === 'closed') throw new Problem('registrationClosed')
    if (code.trim() === '') return { code: '', countedAs: null }
    const countedAs = `signup-code:network:${networkOf(client.ip)}`
    await this.#rates.require(countedAs, this.#limits.signupCodeByNetwork)
    return { code, countedAs }
  }

  /**
   * Allows one registration, and returns the plan that its code sets, or null: the default. This uses up the code,
   * whether or not the address already has an account: otherwise the code would reveal it. Throws registrationClosed,
   * signupCodeRefused (field `code`).
   */
  async requireOpen(tx: Transaction, admission: Admission): Promise<{ tierCode: number | null }> {
    const { code, countedAs } = admission
    if (this.#mode === 'closed') throw new Problem('registrationClosed')
    if (code === '' && this.#mode === 'open') return { tierCode: null }
    if (code === '') {
      const text = 'Enter your sign-up code. You need one to create an account here.'
      throw new Problem('signupCodeRefused', { text })
    }
    const used = await this.#codes.use(tx, code)
    if (!used) throw new Problem('signupCodeRefused')
    if (countedAs) tx.onCommit(() => this.#rates.giveBack(countedAs))
    return used
  }

  /**
   * Like `requireOpen` for people who come from a provider and so have no code. A team's own members are always
   * allowed: the operator connected their provider. Throws registrationClosed, signupCodeNeeded.
   */
  async requireOpenByProvider({ provider }: { provider: SignInProvider }): Promise<void> {
    const mode = provider === 'sso' ? 'open' : await this.mode()
    if (mode === 'code') throw new Problem('signupCodeNeeded')
    if (mode === 'closed') throw new Problem('registrationClosed')
  }
}

import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { Problem } from '#server/rules/problems.ts'
import { noteWrongProof } from '#server/accounts/keeping/own-password.ts'
import { isPasswordOf } from '#server/accounts/passwords.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import type { confirmForms } from './confirm-forms.ts'
import { KnownBrowsers } from './known-browsers.ts'
import { accountLimits } from './limits.ts'
import type { Client, FoundSession, Sessions } from './sessions.ts'
import type { SecondFactor, SignInPolicy } from './sign-in.ts'

/** How long what someone proved counts where a sign-in has to be fresh, in milliseconds. */
export const freshFor = 15 * 60_000

/** What someone who is signed in has to prove again; `elsewhere`: only another sign-in does. */
export type ConfirmedBy = keyof typeof confirmForms | 'elsewhere'

type ConfirmingDeps = {
  database: Database
  sessions: Sessions
  rates: RateLimits
  events: Events
  clock: () => number
  policy: SignInPolicy
  secondFactor: SecondFactor
}

/** Who is signed in proves again who they are, in the same session, for what needs a fresh sign-in. */
export class Confirming {
  readonly #deps: ConfirmingDeps
  readonly #knownBrowsers: KnownBrowsers

  constructor(deps: ConfirmingDeps) {
    this.#deps = deps
    this.#knownBrowsers = new KnownBrowsers(deps)
  }

  /** Whether what this session's person proved is recent enough. */
  isFresh({ provedAt }: Pick<FoundSession, 'provedAt'>): boolean {
    return this.#deps.clock() - provedAt < freshFor
  }

  /** What to ask for: a password that the account's team does not allow for sign-in proves nothing here either. */
  async requiredConfirmation({ user, hasPassword }: FoundSession): Promise<ConfirmedBy> {
    if (!hasPassword || (await this.#deps.policy(user, 'password'))) return 'elsewhere'
    return (await this.#deps.secondFactor.isOn(user.guid)) ? 'both' : 'password'
  }

  /**
   * Proves it by the password, and by a code where two-step verification is on. Throws badCredentials (field
   * `password`), secondFactorWrong (field `twoFactorCode`), tooManyAttempts, badForm if another sign-in is needed.
   */
  async confirm(
    session: FoundSession,
    given: { password: string; twoFactorCode?: string },
    client: Client,
  ): Promise<void> {
    const { user } = session
    const { sessions, secondFactor, events } = this.#deps
    const required = await this.requiredConfirmation(session)
    if (required === 'elsewhere' || (required === 'both' && given.twoFactorCode === undefined))
      throw new Problem('badForm')
    await this.#requirePassword(user, given.password)
    if (required === 'both') {
      const by = await this.#knownBrowsers.whoAttempts(user.guid, client)
      if (!(await secondFactor.check(user.guid, given.twoFactorCode!.replaceAll(/\s/g, ''), by))) {
        await events.record(null, { subject: user.guid, kind: 'SecondFactorFailed', client })
        throw new Problem('secondFactorWrong')
      }
    }
    await sessions.prove(session)
  }

  /** The same count as for changing it: no second way to guess. */
  async #requirePassword(user: User, typed: string): Promise<void> {
    const { rates, database, events } = this.#deps
    const key = `change:user:${user.guid}`
    await rates.require(key, accountLimits.changeByUser)
    const row = await userByGuid(database.kysely, user.guid)
    const hash = row?.has_password === 1 ? row.password_hash : null
    if (!(await isPasswordOf(hash, typed))) {
      await noteWrongProof(events, user, 'password')
      throw new Problem('badCredentials', { field: 'password', text: 'Wrong password. Enter it again.' })
    }
    await rates.giveBack(key)
  }
}

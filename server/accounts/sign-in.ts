import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/network.ts'
import type { RateLimits } from '#server/http/rate.ts'
import { emailAddress } from '#server/rules/email.ts'
import { Problem } from '#server/rules/problems.ts'
import type { SignInMethod } from '#server/rules/sign-in-methods.ts'
import { accountLimits } from './limits.ts'
import type { AccountLimits } from './limits.ts'
import { isPasswordOf } from './passwords.ts'
import type { Client, Sessions, StartedSession } from './sessions.ts'
import * as rows from './user-rows.ts'
import { userOf } from './users.ts'
import type { User } from './users.ts'

export type SignInForm = { email: string; password: string; isRemembered?: boolean }

/** Somebody is in: StatusCode 10000. */
export type Entered = { code: 10000; session: StartedSession; user: User }

/** How a sign-in ended, by the specification's StatusCode (1 section 4). Wrong proofs are Problems instead. */
export type SignInOutcome =
  | Entered
  /** A second factor is asked for; the secret names this sign-in until then. */
  | { code: 10010; challenge: string }
  /** The team allows other methods only. */
  | { code: 10006; methods: readonly SignInMethod[] }
  /** The address belongs to a domain that a team has locked. */
  | { code: 10012; domain: string }

/** What a team says about a sign-in; null lets it go on. */
export type SignInRefusal = Extract<SignInOutcome, { code: 10006 | 10012 }>
export type SignInPolicy = (user: User, method: SignInMethod) => Promise<SignInRefusal | null>

export type OnEntered = (user: User, session: StartedSession, client: Client) => Promise<void>

export type SignInOptions = {
  database: Database
  sessions: Sessions
  rates: RateLimits
  policy?: SignInPolicy
  /** Hears of every session that begins. */
  onEntered?: OnEntered
  limits?: Partial<AccountLimits>
}

/** Every way in ends here, so that each meets the same conditions (specification 1 section 4, readings A4 to A7). */
export class SignIn {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #rates: RateLimits
  readonly #policy: SignInPolicy
  readonly #onEntered: OnEntered | undefined
  readonly #limits: AccountLimits

  constructor(options: SignInOptions) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#rates = options.rates
    this.#policy = options.policy ?? (async () => null)
    this.#onEntered = options.onEntered
    this.#limits = { ...accountLimits, ...options.limits }
  }

  /**
   * Signs in by address and password. Unknown address and wrong password are one answer in one time; the state of an
   * account is said only to who knows its password. Throws badCredentials, notActivated, suspended, tooManyTries.
   */
  async byPassword(client: Client, form: SignInForm): Promise<SignInOutcome> {
    const email = emailAddress(form.email)
    const keys = [`sign-in:network:${networkOf(client.ip)}`, `sign-in:address:${email ?? ''}`] as const
    await this.#rates.require(keys[0], this.#limits.signInByNetwork)
    if (email !== null) await this.#rates.require(keys[1], this.#limits.signInByAddress)
    const row = email === null ? undefined : await rows.userByEmail(this.#database.kysely, email)
    const isRight = await isPasswordOf(row?.password_hash ?? null, form.password)
    if (!row || !isRight) throw new Problem('badCredentials')
    for (const key of keys) await this.#rates.giveBack(key)
    const outcome = await this.enter(row.guid, 'password', client, form)
    // A reset that ended all sessions between the check and the start ended not this one.
    const isStill = await rows.userByGuid(this.#database.kysely, row.guid)
    if (outcome.code === 10000 && isStill?.password_hash !== row.password_hash) {
      await this.#sessions.end(outcome.session.id)
      throw new Problem('badCredentials')
    }
    return outcome
  }

  /** Lets in whoever has just proved to be this account's owner by the method. Throws notActivated, suspended. */
  async enter(
    userGuid: string,
    method: SignInMethod,
    client: Client,
    options: { isRemembered?: boolean } = {},
  ): Promise<SignInOutcome> {
    const row = await rows.userByGuid(this.#database.kysely, userGuid)
    if (!row) throw new Problem('badCredentials')
    if (row.status === 'Pending') throw new Problem('notActivated')
    if (row.status === 'Suspended') throw new Problem('suspended')
    const user = userOf(row)
    const refusal = await this.#policy(user, method)
    if (refusal) return refusal
    const isRemembered = options.isRemembered === true
    const session = await this.#sessions.start(row.guid, client, { isRemembered })
    await this.#onEntered?.(user, session, client)
    return { code: 10000, session, user }
  }

  async signOut(sessionId: string): Promise<void> {
    await this.#sessions.end(sessionId)
  }
}

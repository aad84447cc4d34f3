import type { Database } from '#server/db/open.ts'
import type { Counted, RateLimits } from '#server/http/limits/rate.ts'
import { strangersWindows, windows } from '#server/http/limits/strangers.ts'
import type { Log } from '#server/log.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import type { SessionMethod, SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { Events } from '#server/events/events.ts'
import { Challenges } from './challenges.ts'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import { HandOffs } from './hand-offs.ts'
import { KnownBrowsers } from './known-browsers.ts'
import { accountLimits } from './limits.ts'
import type { AccountLimits } from './limits.ts'
import { isPasswordOf } from '#server/accounts/passwords.ts'
import type { Client, Sessions, StartedSession } from './sessions.ts'
import { guessedTooOften, shutOut } from './shut-out.ts'
import { userInfo } from '#server/accounts/identities/user-info.ts'
import * as rows from '#server/accounts/user-rows.ts'
import { requiredStepOf, userOf, type User } from '#server/accounts/users.ts'
import type {
  EnterOptions,
  Entered,
  Lock,
  SecondFactor,
  SignInForm,
  SignInOutcome,
  SignInPolicy,
  SignInRefusal,
} from './session.ts'

export type {
  EnterOptions,
  Entered,
  HandedOver,
  Lock,
  SecondFactor,
  SignInForm,
  SignInOutcome,
  SignInPolicy,
  SignInRefusal,
} from './session.ts'

type Tried = { client: Client; method: SignInMethod }

export type SignInOptions = {
  database: Database
  sessions: Sessions
  rates: RateLimits
  clock: () => number
  handOffKeys: PurposeKeys
  policy?: SignInPolicy
  secondFactor?: SecondFactor
  /** Called after each session has begun. Its failure does not undo the sign-in. */
  onEntered?: (user: User, session: StartedSession, client: Client) => Promise<void>
  /**
   * Called each time that strangers are locked out. The same work for every address, whether or not it has an account.
   */
  onLocked?: (lock: Lock) => Promise<void>
  /** Called with each wrong password: the same work for every address, whether or not it has an account. */
  onFailed?: (failed: { email: string; client: Client }) => Promise<void>
  events: Events
  limits?: Partial<AccountLimits>
  log?: Log
}

/** Every sign-in method ends here, so that each meets the same conditions. */
export class SignIn {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #rates: RateLimits
  readonly #policy: SignInPolicy
  readonly #secondFactor: SecondFactor | undefined
  readonly #onEntered: SignInOptions['onEntered']
  readonly #onLocked: SignInOptions['onLocked']
  readonly #onFailed: SignInOptions['onFailed']
  readonly #events: Events
  readonly #limits: AccountLimits
  readonly #log: Log | undefined
  readonly #challenges: Challenges
  readonly #handOffs: HandOffs
  readonly #knownBrowsers: KnownBrowsers

  constructor(options: SignInOptions) {
    const { database, clock } = options
    this.#database = database
    this.#sessions = options.sessions
    this.#rates = options.rates
    this.#policy = options.policy ?? (async () => null)
    this.#secondFactor = options.secondFactor
    this.#onEntered = options.onEntered
    this.#onLocked = options.onLocked
    this.#onFailed = options.onFailed
    this.#events = options.events
    this.#limits = { ...accountLimits, ...options.limits }
    this.#log = options.log
    this.#challenges = new Challenges({ database, clock })
    this.#handOffs = new HandOffs({ database, clock, keys: options.handOffKeys })
    this.#knownBrowsers = new KnownBrowsers({ database, clock })
  }

  /**
   * Signs in by address and password. Unknown address and wrong password get the same answer in the same time; the
   * state of an account is revealed only to someone who knows its password. Strangers who guess lock each other out,
   * and never a browser that the account knows. Throws badCredentials, notActivated, suspended, accountClosing,
   * tooManyAttempts.
   */
  async byPassword(client: Client, form: SignInForm): Promise<SignInOutcome> {
    const email = emailAddress(form.email)
    const row = email === null ? undefined : await rows.userByEmail(this.#database.kysely, email)
    const counted = await this.#countTry(client, email, row?.guid ?? null)
    const passwordHash = row?.has_password === 1 ? row.password_hash : null
    const isRight = await isPasswordOf(passwordHash, form.password)
    if (!row || !isRight) {
      if (email !== null) await this.#onFailed?.({ email, client })
      throw new Problem('badCredentials')
    }
    await this.#rates.giveBackAll(counted)
    const outcome = await this.#admit(row.guid, 'password', client, form)
    // A reset between the check and the start has ended all sessions except this one.
    const isStill = await rows.userByGuid(this.#database.kysely, row.guid)
    if (isStill?.password_hash !== row.password_hash) {
      await this.#undo(outcome)
      throw new Problem('badCredentials')
    }
    return this.#tell(outcome, client)
  }

  /** Returns where a password attempt was counted. Throws tooManyAttempts. */
  async #countTry(client: Client, email: string | null, userGuid: string | null): Promise<Counted[]> {
    const { signIn, signInByAddress, signInByBrowser } = this.#limits
    const by = await this.#knownBrowsers.whoAttempts(userGuid, client)
    const atAddress = email === null ? [] : strangersWindows(`sign-in|${email}`, client.ip, signInByAddress)
    const wanted =
      by === 'strangers'
        ? [...strangersWindows('sign-in', client.ip, signIn), ...atAddress]
        : windows(`sign-in|${userGuid}|${by}`, [signInByBrowser])
    const usedUp = await this.#rates.takeAll(wanted)
    if (usedUp === null) return wanted
    if (email !== null && atAddress.some(({ key }) => key === usedUp.key))
      await this.#onLocked?.({ what: 'password', email, client })
    throw guessedTooOften(usedUp.wait)
  }

  /**
   * Signs in the person who has just proved by the method to be this account's owner; the second factor is required
   * after every method if it is on. Throws notActivated, suspended, accountClosing.
   */
  async enter(
    userGuid: string,
    method: SignInMethod,
    client: Client,
    options: EnterOptions = {},
  ): Promise<SignInOutcome> {
    return this.#tell(await this.#admit(userGuid, method, client, options), client)
  }

  /** Whose sign-in waits for its second factor or goes no further; null after that. Changes nothing: for GET. */
  async whoWaits(challenge: string): Promise<User | null> {
    const guid = await this.#challenges.whose(challenge)
    const row = guid === null ? undefined : await rows.userByGuid(this.#database.kysely, guid)
    return row?.status === 'Active' ? userOf(row) : null
  }

  /**
   * Continues a sign-in that required a second factor. Throws secondFactorWrong (field `twoFactorCode`), challengeGone
   * if the sign-in has to start again, tooManyAttempts, notActivated, suspended.
   */
  async bySecondFactor(
    client: Client,
    challenge: string,
    typed: string,
    { isApi = false }: Pick<EnterOptions, 'isApi'> = {},
  ): Promise<SignInOutcome> {
    const waiting = await this.#challenges.take(challenge)
    if (!waiting || !this.#secondFactor) throw new Problem('challengeGone')
    const { userGuid, method, isRemembered } = waiting
    const by = await this.#knownBrowsers.whoAttempts(userGuid, client)
    const counted = windows(`second-factor|${userGuid}|${by}`, [this.#limits.secondFactorByUser])
    const usedUp = await this.#rates.takeAll(counted)
    if (usedUp) {
      if (by === 'strangers') await this.#tellOfLock(userGuid, client)
      throw guessedTooOften(usedUp.wait)
    }
    if (!(await this.#secondFactor.check(userGuid, typed.replaceAll(/\s/g, ''), by))) {
      await this.#events.record(null, { subject: userGuid, kind: 'SecondFactorFailed', client })
      if (waiting.isLast) await this.#challenges.end(challenge)
      throw waiting.isLast ? new Problem('challengeGone') : new Problem('secondFactorWrong')
    }
    await this.#rates.giveBackAll(counted)
    if (!(await this.#challenges.end(challenge))) throw new Problem('challengeGone')
    const row = await this.#admissible(userGuid, { client, method })
    const refusal = await this.#refusal(row, { client, method })
    return refusal ?? this.#tell(await this.#begin(row, method, client, { isRemembered, isApi }), client)
  }

  /** A one-time code, valid for a minute, with which this person continues in another browser. */
  async makeHandOff(user: User, method: SignInMethod, scope?: string): Promise<string> {
    return this.#handOffs.make({ userGuid: user.guid, method }, scope)
  }

  /** Whose hand-off code it is while it works, or null. Changes nothing: for GET. */
  async peekHandOff(code: string, scope?: string): Promise<{ email: string } | null> {
    const handOff = await this.#handOffs.peek(code, scope)
    const row = handOff && (await rows.userByGuid(this.#database.kysely, handOff.userGuid))
    return row?.status === 'Active' ? { email: row.email } : null
  }

  /**
   * Signs in by a hand-off code, once, under the same conditions as the sign-in that it continues. The session comes
   * with what StatusCode 10120 carries. Throws linkUsedUp, notActivated, suspended.
   */
  async byHandOff(client: Client, code: string, scope?: string): Promise<SignInOutcome> {
    const handOff = await this.#handOffs.use(code, scope)
    if (!handOff) throw new Problem('linkUsedUp')
    const outcome = await this.enter(handOff.userGuid, handOff.method, client, { isProved: false })
    if (outcome.code !== 10000) return outcome
    const row = await rows.userByGuid(this.#database.kysely, handOff.userGuid)
    return { ...outcome, code: 10120, info: userInfo(row!) }
  }

  /** Removes what no one finished in time, and returns how many. */
  async sweep(): Promise<number> {
    const counts = [this.#challenges.sweep(), this.#handOffs.sweep(), this.#knownBrowsers.sweep()]
    return (await Promise.all(counts)).reduce((sum, count) => sum + count)
  }

  async #admit(
    userGuid: string,
    method: SignInMethod,
    client: Client,
    { beganBy, isRemembered = false, ...more }: EnterOptions,
  ): Promise<SignInOutcome> {
    const row = await this.#admissible(userGuid, { client, method })
    const refusal = await this.#refusal(row, { client, method })
    if (refusal) return refusal
    if (await this.#secondFactor?.isOn(userGuid)) {
      const challenge = await this.#challenges.begin({ userGuid, method, isRemembered })
      return { code: 10010, challenge }
    }
    return this.#begin(row, beganBy ?? method, client, { ...more, isRemembered })
  }

  async #admissible(userGuid: string, by: Tried): Promise<rows.AccountRow> {
    const row = await rows.userByGuid(this.#database.kysely, userGuid)
    if (!row) throw new Problem('badCredentials')
    if (row.status === 'Pending') throw new Problem('notActivated')
    if (row.status === 'Suspended') {
      await this.#noteRefusal(row.guid, by, row.closed_at === null ? 'suspended' : 'closed')
      throw shutOut(row)
    }
    return row
  }

  async #refusal(row: rows.AccountRow, by: Tried): Promise<SignInRefusal | null> {
    const refusal = await this.#policy(userOf(row), by.method)
    if (refusal) await this.#noteRefusal(row.guid, by, refusal.code === 10012 ? 'domain' : 'method')
    if (refusal?.code !== 10012) return refusal
    return { ...refusal, challenge: await this.#challenges.begin({ userGuid: row.guid, method: by.method }) }
  }

  /** Whoever proved to be its owner, and cannot come in all the same. */
  #noteRefusal(subject: string, { client, method }: Tried, reason: string): Promise<void> {
    const detail = { method, reason }
    return this.#events.record(null, { subject, kind: 'SignInRefused', client, detail })
  }

  async #begin(
    row: rows.AccountRow,
    method: SessionMethod,
    client: Client,
    options: Omit<EnterOptions, 'beganBy'>,
  ): Promise<Entered> {
    const session = await this.#sessions.start(row.guid, client, { ...options, method })
    await this.#knownBrowsers.note(row.guid, client, 'sign-in')
    const kind = options.isApi ? 'TokenMade' : 'SignedIn'
    await this.#events.record(null, { subject: row.guid, kind, client, detail: { method } })
    return { code: 10000, session, user: userOf(row), requiredStep: requiredStepOf(row) }
  }

  async #tellOfLock(userGuid: string, client: Client): Promise<void> {
    const row = await rows.userByGuid(this.#database.kysely, userGuid)
    if (row) await this.#onLocked?.({ what: 'second factor', email: row.email, client })
  }

  async #undo(outcome: SignInOutcome): Promise<void> {
    if (outcome.code === 10000) await this.#sessions.end(outcome.session.id)
    if (outcome.code === 10010) await this.#challenges.end(outcome.challenge)
  }

  async #tell(outcome: SignInOutcome, client: Client): Promise<SignInOutcome> {
    if (outcome.code !== 10000) return outcome
    try {
      await this.#onEntered?.(outcome.user, outcome.session, client)
    } catch (error) {
      this.#log?.error({ err: error }, 'telling of a sign-in failed')
    }
    return outcome
  }
}

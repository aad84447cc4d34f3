import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { requireStrangers } from '#server/http/limits/strangers.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { passwordProblem } from '#server/rules/accounts/passwords.ts'
import { Problem } from '#server/rules/problems.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { activationEmail, alreadyRegisteredEmail, resetEmail, setupEmail } from './emails.ts'
import type { Events } from '#server/events/events.ts'
import { KnownBrowsers } from './sign-in/known-browsers.ts'
import { accountLimits, type AccountLimits } from './sign-in/limits.ts'
import { requireAddress, requireName } from './registering/names.ts'
import { noteWrongProof, sameAsCurrent, wrongCurrent } from './keeping/own-password.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import type { Admission, Registrations } from './registering/registrations.ts'
import type { Client, Sessions } from './sign-in/sessions.ts'
import { Tokens, tokenLifetimes, type TokenPurpose } from './registering/tokens.ts'
import * as rows from './user-rows.ts'
import { userOf } from './users.ts'
import type { User } from './users.ts'

export type { User } from './users.ts'
export type { Client, ListedSession, StartedSession } from './sign-in/sessions.ts'

export type AccountsOptions = {
  database: Database
  sessions: Sessions
  registrations: Registrations
  rates: RateLimits
  jobs: Jobs
  mailer: Mailer
  clock: () => number
  config: Pick<Config, 'publicUrl' | 'defaultTier' | 'passwordMinLength'>
  /** Words that a name must not have; empty if the operator turned the list off. */
  words?: { blockedWords?: WordFilter }
  events: Events
  limits?: Partial<AccountLimits>
}

/** `code` is a sign-up code, if one is required or sets a plan. */
export type RegisterForm = {
  firstName: string
  lastName: string
  email: string
  password: string
  code?: string | undefined
}

/** 'active' only for the first account of an installation, which is its operator. */
export type Registered = { status: 'pending'; email: string } | { status: 'active'; user: User }

/** The StatusCode of an activation. */
export type Activated = { code: 10159; user: User }

/** What whoever asks for an email may have already, whether there is such an account or not. */
const newest = ' If an email has already arrived, use the newest one.'

type NamedPerson = { firstName: string; lastName: string; email: string }

/** Whose link it is, for the page that a GET shows. */
export type LinkOwner = { email: string; firstName: string }

/** Accounts: registration, activation, passwords. */
export class Accounts {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #registrations: Registrations
  readonly #rates: RateLimits
  readonly #jobs: Jobs
  readonly #mailer: Mailer
  readonly #clock: () => number
  readonly #config: AccountsOptions['config']
  readonly #words: { blockedWords?: WordFilter }
  readonly #events: Events
  readonly #limits: AccountLimits
  readonly #tokens: Tokens
  readonly #knownBrowsers: KnownBrowsers

  constructor(options: AccountsOptions) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#registrations = options.registrations
    this.#rates = options.rates
    this.#jobs = options.jobs
    this.#mailer = options.mailer
    this.#clock = options.clock
    this.#config = options.config
    this.#words = options.words ?? {}
    this.#events = options.events
    this.#limits = { ...accountLimits, ...options.limits }
    this.#tokens = new Tokens({ database: options.database, clock: options.clock })
    this.#knownBrowsers = new KnownBrowsers(options)
    this.#jobs.handle('account-letter', (payload) => this.#writeEmail(payload))
  }

  /**
   * Creates an account; the answer is the same if the address already has one, and its owner is notified by email.
   * Registering an address again before anyone confirmed it starts over: older links stop working. Throws
   * registrationClosed; badForm, passwordRefused and signupCodeRefused with the field; tooManyAttempts.
   */
  async register(client: Client, form: RegisterForm): Promise<Registered> {
    const email = requireAddress(form.email)
    const firstName = requireName(form.firstName, 'firstName', this.#words)
    const lastName = requireName(form.lastName, 'lastName', this.#words)
    this.#requirePassword(form.password, { firstName, lastName, email }, 'password')
    await this.#rates.require(`register:network:${networkOf(client.ip)}`, this.#limits.registerByNetwork)
    await this.#rates.require(`register:address:${email}`, this.#limits.registerByAddress)
    const admission = await this.#registrations.admit(client, form.code)
    // Before it is known whether the address is taken, so that timing does not reveal it.
    const passwordHash = await hashPassword(form.password)
    const registration = { firstName, lastName, email, passwordHash }
    return this.#database.transaction((tx) => this.#register(tx, registration, admission))
  }

  // Whether the address is new, pending or has an account: the same number of statements each time, and the email is a
  // job.
  async #register(
    tx: Transaction,
    registration: rows.Registration,
    admission: Admission,
  ): Promise<Registered> {
    const { email } = registration
    const now = this.#clock()
    const account = { status: 'Pending', tierCode: this.#config.defaultTier, isOperator: false, now } as const
    const inserted = await rows.insertAccount(tx, registration, account)
    if (inserted !== null && (await rows.claimInstallation(tx, inserted))) {
      const row = await rows.userByGuid(tx, inserted)
      return { status: 'active', user: userOf(row!) }
    }
    if (inserted === null) await rows.replacePending(tx, registration, now)
    const { tierCode } = await this.#registrations.requireOpen(tx, admission)
    await rows.setPendingTier(tx, email, tierCode ?? this.#config.defaultTier)
    await this.#tokens.revokePending(tx, email)
    await this.#jobs.add(tx, 'account-letter', { purpose: 'register', email })
    return { status: 'pending', email }
  }

  /** Whether the first account, the operator's, has yet to be created. */
  async isUnclaimed(): Promise<boolean> {
    return rows.isUnclaimed(this.#database.kysely)
  }

  /** Whose activation link this is while it works, or null. Changes nothing: for GET. */
  peekActivation(token: string): Promise<LinkOwner | null> {
    return this.#peek('activate', token)
  }

  /** Activates the account and uses the link up. The caller signs the user in. Throws linkUsedUp. */
  async activate(token: string): Promise<Activated> {
    return this.#database.transaction(async (tx) => {
      const guid = await this.#tokens.use(tx, 'activate', token)
      if (guid === null || !(await rows.activatePending(tx, guid))) throw new Problem('linkUsedUp')
      return { code: 10159, user: userOf((await rows.userByGuid(tx, guid))!) }
    })
  }

  /** Sends another activation link to a pending account; the same answer if there is none. Throws badForm, tooManyAttempts. */
  resendActivation(client: Client, email: string): Promise<void> {
    return this.#askForEmail(client, 'activate', email)
  }

  /** Sends a reset link to an account; the same answer in the same time if there is none. Throws badForm, tooManyAttempts. */
  requestReset(client: Client, email: string): Promise<void> {
    return this.#askForEmail(client, 'reset', email)
  }

  /** Whose reset link this is while it works, or null. Changes nothing: for GET. */
  peekReset(token: string): Promise<LinkOwner | null> {
    return this.#peek('reset', token)
  }

  /**
   * Sets a new password by a reset link, uses the link up, signs every browser of the account out and notifies its
   * owner by email. The browser that used the link is no longer locked out by strangers who guess. A pending account
   * becomes active, since the link confirmed the address. Returns the account's address. Throws linkUsedUp,
   * passwordRefused (field `newPassword`), tooManyAttempts.
   */
  async resetPassword(client: Client, token: string, newPassword: string): Promise<string> {
    const guid = await this.#tokens.peek('reset', token)
    // A link that works is proof enough: attempts by others from the same network block no one.
    if (guid === null)
      await this.#rates.require(`reset:network:${networkOf(client.ip)}`, this.#limits.resetByNetwork)
    const row = guid === null ? undefined : await rows.userByGuid(this.#database.kysely, guid)
    if (!row || row.status === 'Suspended') throw new Problem('linkUsedUp')
    const user = userOf(row)
    this.#requirePassword(newPassword, user, 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    await this.#database.transaction(async (tx) => {
      if ((await this.#tokens.use(tx, 'reset', token)) === null) throw new Problem('linkUsedUp')
      await rows.setPassword(tx, user.guid, { passwordHash, now: this.#clock() })
      await rows.activatePending(tx, user.guid)
      await this.#tokens.revoke(tx, 'activate', user.guid)
      await this.#sessions.endAll(user.guid, { tx })
      await this.#knownBrowsers.note(user.guid, client, 'reset', tx)
      await this.#noteChange(tx, user, client, 'link')
    })
    return user.email
  }

  /**
   * Changes the password of the signed-in user; other browsers are signed out, this one stays signed in. The new
   * password must differ. Throws badCredentials (field `password`), passwordRefused (field `newPassword`),
   * tooManyAttempts.
   */
  async changePassword(
    client: Client,
    user: User,
    { current, next }: { current: string; next: string },
    keepSession: string,
  ): Promise<void> {
    const key = `change:user:${user.guid}`
    await this.#rates.require(key, this.#limits.changeByUser)
    const row = await rows.userByGuid(this.#database.kysely, user.guid)
    if (!row || !(await isPasswordOf(row.password_hash, current))) {
      await noteWrongProof(this.#events, user, 'password')
      throw wrongCurrent()
    }
    await this.#rates.giveBack(key)
    this.#requirePassword(next, user, 'newPassword')
    if (await isPasswordOf(row.password_hash, next)) throw sameAsCurrent()
    const passwordHash = await hashPassword(next)
    await this.#database.transaction(async (tx) => {
      const set = { passwordHash, now: this.#clock(), was: row.password_hash }
      if (!(await rows.setPassword(tx, user.guid, set))) throw wrongCurrent()
      await this.#tokens.revoke(tx, 'reset', user.guid)
      await this.#sessions.endAll(user.guid, { tx, except: keepSession, client })
      await this.#noteChange(tx, user, client, 'password')
    })
  }

  /** Removes ended sessions and expired links, and returns how many. */
  async sweep(): Promise<number> {
    return (await this.#sessions.sweep()) + (await this.#tokens.sweep())
  }

  // The email is a job even if there is no one to write to: both cases do the same work before the answer.
  async #askForEmail(client: Client, purpose: TokenPurpose, text: string): Promise<void> {
    const email = requireAddress(text)
    await this.#rates.require(`letter:network:${networkOf(client.ip)}`, this.#limits.emailByNetwork)
    await requireStrangers(
      this.#rates,
      `letter|${purpose}|${email}`,
      client,
      this.#limits.emailByAddress,
      newest,
    )
    await this.#database.transaction((tx) => this.#jobs.add(tx, 'account-letter', { purpose, email }))
  }

  async #writeEmail(payload: Record<string, string>): Promise<void> {
    const email = payload['email'] ?? ''
    await this.#database.transaction(async (tx) => {
      const row = await rows.userByEmail(tx, email)
      if (payload['purpose'] !== 'reset' && row?.status === 'Pending') {
        await this.#postActivation(tx, row.guid, email)
      }
      if (payload['purpose'] === 'register' && row && row.status !== 'Pending') {
        await this.#mailer.enqueue(tx, alreadyRegisteredEmail(this.#to(email)))
      }
      if (payload['purpose'] === 'reset' && row && row.status !== 'Suspended') {
        // Someone who has not set up the account needs that link again, whatever they requested.
        const isInSetup = row.needs_setup === 1
        const kind = isInSetup ? 'setup' : 'reset'
        const token = await this.#tokens.create(tx, kind, row.guid)
        const usefulUntil = this.#clock() + tokenLifetimes[kind]
        const message = isInSetup ? setupEmail : resetEmail
        await this.#mailer.enqueue(tx, message({ ...this.#to(email), token }), { usefulUntil })
      }
    })
  }

  async #postActivation(tx: Transaction, guid: string, email: string): Promise<void> {
    const token = await this.#tokens.create(tx, 'activate', guid)
    await this.#mailer.enqueue(tx, activationEmail({ ...this.#to(email), token }))
  }

  async #noteChange(tx: Transaction, user: User, client: Client, by: 'link' | 'password'): Promise<void> {
    const subject = user.guid
    await this.#events.record(tx, { subject, kind: 'PasswordChanged', client, detail: { by } })
  }

  #to(email: string): { to: string; publicUrl: URL } {
    return { to: email, publicUrl: this.#config.publicUrl }
  }

  async #peek(purpose: TokenPurpose, token: string): Promise<LinkOwner | null> {
    const guid = await this.#tokens.peek(purpose, token)
    const row = guid === null ? undefined : await rows.userByGuid(this.#database.kysely, guid)
    return row && row.status !== 'Suspended' ? { email: row.email, firstName: row.first_name } : null
  }

  #requirePassword(password: string, who: NamedPerson, field: 'password' | 'newPassword'): void {
    const text = passwordProblem(password, { ...who, minLength: this.#config.passwordMinLength })
    if (text !== null) throw new Problem('passwordRefused', { field, text })
  }
}

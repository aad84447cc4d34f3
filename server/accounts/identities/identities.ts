import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import type { Events } from '#server/events/events.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { Problem } from '#server/rules/problems.ts'
import { providerLabels, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { accountMadeEmail } from './identity-emails.ts'
import * as identityRows from './identity-rows.ts'
import { accountLimits, type AccountLimits } from '#server/accounts/sign-in/limits.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { SignIn, SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import type { Admission, Registrations } from '#server/accounts/registering/registrations.ts'
import { Tokens } from '#server/accounts/registering/tokens.ts'
import * as rows from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import type { VerifiedPerson } from './verified-person.ts'

/** Who can create an account this way; throws the Problem that says why not. */
export type RegistrationRule = (person: VerifiedPerson) => Promise<void>

type SignupByCode = Pick<Registrations, 'admit' | 'requireOpen'>

export type SignInWithOptions = {
  isRemembered?: boolean
  /**
   * Whether the person can open this account of the same address without its owner's confirmation: only if the provider
   * is trusted for that very address, as a team's own one is for the team's members. By default, no one can.
   */
  mayLink?: (user: User) => Promise<boolean>
  /** Whether a person whom the provider has named before can still open this account; by default, anyone can. */
  mayEnter?: (user: User) => Promise<boolean>
  /** The sign-up code that someone new has entered; without one, the registration rule decides. */
  signupCode?: string
  /** What else is part of a new account, in its transaction. */
  onMade?: (tx: Transaction, userGuid: string) => Promise<void>
}

/** The account already has an owner, who has to sign in another way and confirm that it is the same person. */
export type ConfirmFirst = { code: 'confirm'; userGuid: string }

export type ConnectedIdentity = {
  guid: string
  provider: SignInProvider
  email: string | null
  createdAt: number
  usedAt: number
  /** False for the only way into the account. */
  mayRemove: boolean
}

type Newcomer = VerifiedPerson & { email: string }
type Decided = { userGuid: string } | ConfirmFirst | 'again'

/** Who can open an account by signing in with a provider, by the provider's own permanent ID for the person. */
export class Identities {
  readonly #database: Database
  readonly #signIn: Pick<SignIn, 'enter'>
  readonly #rates: RateLimits
  readonly #mailer: Mailer
  readonly #events: Events
  readonly #clock: () => number
  readonly #config: Pick<Config, 'publicUrl' | 'defaultTier'>
  readonly #mayRegister: RegistrationRule
  readonly #codes: SignupByCode | null
  readonly #limits: AccountLimits
  readonly #tokens: Tokens

  constructor(options: {
    database: Database
    signIn: Pick<SignIn, 'enter'>
    rates: RateLimits
    mailer: Mailer
    events: Events
    clock: () => number
    config: Pick<Config, 'publicUrl' | 'defaultTier'>
    mayRegister?: RegistrationRule
    codes?: SignupByCode
    limits?: Partial<AccountLimits>
  }) {
    this.#database = options.database
    this.#signIn = options.signIn
    this.#rates = options.rates
    this.#mailer = options.mailer
    this.#events = options.events
    this.#clock = options.clock
    this.#config = options.config
    this.#mayRegister = options.mayRegister ?? (async () => {})
    this.#codes = options.codes ?? null
    this.#limits = { ...accountLimits, ...options.limits }
    this.#tokens = new Tokens({ database: options.database, clock: options.clock })
  }

  /**
   * Signs in the person named by a provider. A person it has named before gets the same account, whatever their address
   * is now. Someone new with a verified address gets a new account; if the address has one, its owner has to confirm
   * first. A pending account, whose address no one has confirmed, is taken over as registering again would. Throws
   * addressUnproved, tooManyAttempts, suspended, signupCodeRefused, signInFailed, and what the registration rule throws.
   */
  async signInWith(
    client: Client,
    person: VerifiedPerson,
    method: SignInMethod,
    options: SignInWithOptions = {},
  ): Promise<SignInOutcome | ConfirmFirst> {
    const { kysely } = this.#database
    const known = await identityRows.identityOf(kysely, person)
    if (!known) return this.#admitNew(client, person, method, options)
    if (options.mayEnter) {
      const row = await rows.userByGuid(kysely, known.user_guid)
      if (!row || !(await options.mayEnter(userOf(row)))) throw new Problem('signInFailed')
    }
    const outcome = await this.#signIn.enter(known.user_guid, method, client, options)
    await identityRows.noteUse(kysely, known.guid, { email: person.email, now: this.#clock() })
    return outcome
  }

  async #admitNew(
    client: Client,
    person: VerifiedPerson,
    method: SignInMethod,
    options: SignInWithOptions,
  ): Promise<SignInOutcome | ConfirmFirst> {
    const { email } = person
    if (email === null || !person.isEmailVerified) throw new Problem('addressUnproved')
    const row = await rows.userByEmail(this.#database.kysely, email)
    if (row?.status === 'Suspended') throw new Problem('suspended')
    const decided =
      row?.status === 'Active'
        ? await this.#admitOwner(userOf(row), person, options)
        : await this.#admitNewcomer(client, { ...person, email }, options)
    // Someone else was faster with the same address or the same person: what exists now decides.
    if (decided === 'again') return this.signInWith(client, person, method, options)
    return 'code' in decided ? decided : this.#signIn.enter(decided.userGuid, method, client, options)
  }

  async #admitOwner(user: User, person: VerifiedPerson, { mayLink }: SignInWithOptions): Promise<Decided> {
    if (!(await mayLink?.(user))) return { code: 'confirm', userGuid: user.guid }
    return this.#database.transaction(async (tx) => {
      if (!(await identityRows.insertIdentity(tx, user.guid, person, this.#clock()))) return 'again'
      await this.#record(tx, user, 'SignInConnected', person)
      return { userGuid: user.guid }
    })
  }

  async #admitNewcomer(client: Client, person: Newcomer, options: SignInWithOptions): Promise<Decided> {
    await this.#rates.require(`register:network:${networkOf(client.ip)}`, this.#limits.registerByNetwork)
    await this.#rates.require(`register:address:${person.email}`, this.#limits.registerByAddress)
    const { signupCode } = options
    const isByCode = this.#codes !== null && signupCode !== undefined
    const admission = isByCode ? await this.#codes.admit(client, signupCode) : null
    if (!admission) await this.#mayRegister(person)
    // No one knows a password that was random and discarded.
    const passwordHash = await hashPassword(newSecret())
    return this.#database.transaction((tx) => this.#makeAccount(tx, person, passwordHash, admission, options))
  }

  async #makeAccount(
    tx: Transaction,
    person: Newcomer,
    passwordHash: string,
    admission: Admission | null,
    { onMade }: SignInWithOptions,
  ): Promise<Decided> {
    const { email, firstName, lastName } = person
    const now = this.#clock()
    const registration = { email, firstName, lastName, passwordHash }
    const start = { status: 'Active', tierCode: this.#config.defaultTier, isOperator: false, now } as const
    const inserted = await rows.insertAccount(tx, registration, start)
    if (inserted !== null) await rows.claimInstallation(tx, inserted)
    const guid = inserted ?? (await this.#takePending(tx, registration, now))
    if (guid === null) {
      const owner = await rows.userByEmail(tx, email)
      return owner ? { code: 'confirm', userGuid: owner.guid } : 'again'
    }
    const { tierCode } = (admission && (await this.#codes!.requireOpen(tx, admission))) ?? { tierCode: null }
    if (tierCode !== null) await rows.setTier(tx, guid, tierCode)
    await identityRows.markNewcomer(tx, guid, firstName === '' || lastName === '')
    // The person has just got another account in another browser: this one must not be created.
    if (!(await identityRows.insertIdentity(tx, guid, person, now))) throw new Problem('serverBusy')
    const { publicUrl } = this.#config
    const about = { to: email, publicUrl, label: providerLabels[person.provider], email }
    await this.#mailer.enqueue(tx, accountMadeEmail({ ...about, at: now }))
    await onMade?.(tx, guid)
    return { userGuid: guid }
  }

  /** Someone who registered the address without confirming it keeps nothing: no password, no link. */
  async #takePending(tx: Transaction, registration: rows.Registration, now: number): Promise<string | null> {
    const guid = await rows.replacePending(tx, registration, now)
    if (guid === null) return null
    for (const purpose of ['activate', 'reset', 'setup'] as const)
      await this.#tokens.revoke(tx, purpose, guid)
    await rows.activatePending(tx, guid)
    return guid
  }

  /** Lets a person whom a provider has named open the signed-in user's account. Throws identityTaken. */
  async connect(user: User, person: VerifiedPerson): Promise<'connected' | 'was connected'> {
    return this.#database.transaction(async (tx) => {
      if (await identityRows.insertIdentity(tx, user.guid, person, this.#clock())) {
        await this.#record(tx, user, 'SignInConnected', person)
        return 'connected'
      }
      const owner = await identityRows.identityOf(tx, person)
      if (owner?.user_guid !== user.guid) throw new Problem('identityTaken')
      return 'was connected'
    })
  }

  /** The oldest first. */
  async list(user: User): Promise<ConnectedIdentity[]> {
    const { kysely } = this.#database
    const found = await identityRows.identitiesOf(kysely, user.guid)
    const row = await rows.userByGuid(kysely, user.guid)
    const mayRemove = found.length > 1 || row?.has_password === 1
    return found.map((row) => ({
      guid: row.guid,
      provider: row.provider,
      email: row.email,
      createdAt: row.created_at,
      usedAt: row.used_at,
      mayRemove,
    }))
  }

  /** Removes a sign-in method. Throws notFound, onlyWayIn. */
  async disconnect(user: User, guid: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const removed = await identityRows.deleteIdentity(tx, user.guid, guid)
      if (removed === 'gone') throw new Problem('notFound')
      if (removed === 'only') throw new Problem('onlyWayIn')
      await this.#record(tx, user, 'SignInDisconnected', removed)
    })
  }

  #record(
    tx: Transaction,
    { guid: subject }: User,
    kind: 'SignInConnected' | 'SignInDisconnected',
    { provider, email }: Pick<VerifiedPerson, 'provider' | 'email'>,
  ): Promise<void> {
    const facts = { provider, email }
    return this.#events.record(tx, { subject, kind, detail: { provider, as: email }, facts })
  }
}

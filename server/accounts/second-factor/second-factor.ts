import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { windows } from '#server/http/limits/strangers.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { secondFactorName } from '#server/storage/keys/wrapped-columns.ts'
import type { TriedBy } from '#server/accounts/sign-in/known-browsers.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import type { AccountLimits } from '#server/accounts/sign-in/limits.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import { noteWrongProof } from '#server/accounts/keeping/own-password.ts'
import { isPasswordOf } from '#server/accounts/passwords.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import * as rows from './second-factor-rows.ts'
import { isTotpCode, newTotpSecret, stepOfCode, totpAddress, typedSecret } from './totp.ts'
import { userByEmail, userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import { tooManyAttempts } from '#server/http/limits/too-many-attempts.ts'

export type SecondFactorState = {
  state: 'on' | 'pending' | 'off'
  /** Recovery codes that have not been used yet. */
  codesLeft: number
}

/** What an app has to know: the secret to enter, and all of it as an otpauth address. */
export type OfferedSecret = { secret: string; address: string }

/** What turning it off requires: a code only for an account without a password. */
export type OwnerProof = { password: string } | { code: string }

type Used = 'code' | 'recovery code'

export type SecondFactorOptions = {
  database: Database
  keyRing: KeyRing
  rates: RateLimits
  events: Events
  clock: () => number
  config: Pick<Config, 'publicUrl'>
  limits?: Partial<AccountLimits>
}

/** The second factor at sign-in: time-based codes from an app (RFC 6238), or recovery codes instead. */
export class SecondFactor {
  readonly #database: Database
  readonly #keyRing: KeyRing
  readonly #rates: RateLimits
  readonly #events: Events
  readonly #clock: () => number
  readonly #config: SecondFactorOptions['config']
  readonly #limits: AccountLimits

  constructor(options: SecondFactorOptions) {
    this.#database = options.database
    this.#keyRing = options.keyRing
    this.#rates = options.rates
    this.#events = options.events
    this.#clock = options.clock
    this.#config = options.config
    this.#limits = { ...accountLimits, ...options.limits }
  }

  /** Whether sign-in has to ask for a code. */
  async isOn(userGuid: string): Promise<boolean> {
    const factor = await rows.factorOf(this.#database.kysely, userGuid)
    return factor !== undefined && factor.confirmed_at !== null
  }

  /**
   * Whether the code is right, for sign-in: one from the app or a recovery code, each once. The owner is emailed when a
   * recovery code is used. Throws tooManyAttempts.
   */
  async check(userGuid: string, code: string, by: TriedBy = 'strangers'): Promise<boolean> {
    const used = await this.#limited(userGuid, by, (tx) => this.#signInBy(tx, userGuid, code))
    return used !== null
  }

  async state(user: User): Promise<SecondFactorState> {
    const factor = await rows.factorOf(this.#database.kysely, user.guid)
    if (!factor) return { state: 'off', codesLeft: 0 }
    if (factor.confirmed_at === null) return { state: 'pending', codesLeft: 0 }
    return { state: 'on', codesLeft: await rows.countRecoveryCodes(this.#database.kysely, user.guid) }
  }

  /** The secret that waits for its first code, or null. Changes nothing: for GET. */
  async offered(user: User): Promise<OfferedSecret | null> {
    const factor = await rows.factorOf(this.#database.kysely, user.guid)
    if (!factor || factor.confirmed_at !== null) return null
    return this.#offer(user, factor.secret_sealed)
  }

  /** Creates a secret, which stays the same until it is confirmed or dropped. Throws secondFactorChanged. */
  async begin(user: User): Promise<OfferedSecret> {
    const sealed = this.#keyRing.wrap(secondFactorName(user.guid), newTotpSecret())
    return this.#database.transaction(async (tx) => {
      await requireCurrentKey(tx, this.#keyRing)
      await rows.insertFactor(tx, { userGuid: user.guid, sealed, now: this.#clock() })
      const factor = await rows.factorOf(tx, user.guid)
      if (!factor || factor.confirmed_at !== null) throw new Problem('secondFactorChanged')
      return this.#offer(user, factor.secret_sealed)
    })
  }

  /** Deletes a secret that was not confirmed. */
  async drop(user: User): Promise<void> {
    await this.#database.transaction((tx) => rows.removeFactor(tx, user.guid, { isConfirmed: false }))
  }

  /**
   * Turns the second factor on with the app's first code, which is used up. Returns the recovery codes, which no one
   * can see again. Throws secondFactorWrong (field `twoFactorCode`), secondFactorChanged, tooManyAttempts.
   */
  async confirm(user: User, code: string): Promise<string[]> {
    const codes = await this.#limited(user.guid, 'signed in', async (tx) => {
      const factor = await rows.factorOf(tx, user.guid)
      if (!factor || factor.confirmed_at !== null) throw new Problem('secondFactorChanged')
      const now = this.#clock()
      const secret = this.#open(user.guid, factor.secret_sealed)
      const step = stepOfCode(secret, withoutSpaces(code), now)
      if (step === null) return null
      if (!(await rows.confirmFactor(tx, user.guid, { step, now }))) throw new Problem('secondFactorChanged')
      await this.#events.record(tx, { subject: user.guid, kind: 'SecondFactorOn' })
      return this.#replaceCodes(tx, user.guid, secret)
    })
    return codes ?? refuse({ text: firstCodeWrong })
  }

  /**
   * New recovery codes that replace all older ones. Throws secondFactorWrong (field `twoFactorCode`),
   * secondFactorChanged, tooManyAttempts.
   */
  async renewRecoveryCodes(user: User, code: string): Promise<string[]> {
    const codes = await this.#limited(user.guid, 'signed in', async (tx) => {
      if ((await this.#use(tx, user.guid, code)) === null) return null
      const factor = await rows.factorOf(tx, user.guid)
      await this.#events.record(tx, { subject: user.guid, kind: 'RecoveryCodesRenewed' })
      return this.#replaceCodes(tx, user.guid, this.#open(user.guid, factor!.secret_sealed))
    })
    return codes ?? refuse()
  }

  /**
   * Turns the second factor off. Throws badCredentials (field `password`) or secondFactorWrong (field `offCode`),
   * badForm for a code if there is a password, secondFactorChanged, tooManyAttempts.
   */
  async end(user: User, proof: OwnerProof): Promise<void> {
    if ('password' in proof) {
      await this.#requirePassword(user, proof.password)
      return this.#database.transaction((tx) => this.#end(tx, user))
    }
    const row = await userByGuid(this.#database.kysely, user.guid)
    if (row?.has_password !== 0) throw new Problem('badForm')
    const used = await this.#limited(user.guid, 'signed in', async (tx) => {
      const used = await this.#use(tx, user.guid, proof.code)
      if (used !== null) await this.#end(tx, user)
      return used
    })
    if (used === null) refuse({ field: 'offCode' })
  }

  /**
   * For the operator: turns it off for someone who has lost app and codes. Returns whether it was on. Throws notFound,
   * badForm.
   */
  async reset(typed: string): Promise<boolean> {
    const email = requireAddress(typed)
    return this.#database.transaction(async (tx) => {
      const row = await userByEmail(tx, email)
      if (!row) throw new Problem('notFound', { text: `No account has the address ${email}.` })
      await rows.removeFactor(tx, row.guid, { isConfirmed: false })
      const wasOn = await rows.removeFactor(tx, row.guid)
      if (wasOn) await this.#recordOff(tx, row.guid, 'operator')
      return wasOn
    })
  }

  async #signInBy(tx: Transaction, userGuid: string, code: string): Promise<Used | null> {
    const used = await this.#use(tx, userGuid, code)
    if (used !== 'recovery code') return used
    const left = await rows.countRecoveryCodes(tx, userGuid)
    await this.#events.record(tx, { subject: userGuid, kind: 'RecoveryCodeUsed', detail: { left } })
    return used
  }

  /** Uses a code up; null if it is wrong, or was used. Of two at once only one succeeds. */
  async #use(tx: Transaction, userGuid: string, typed: string): Promise<Used | null> {
    const factor = await rows.factorOf(tx, userGuid)
    if (!factor || factor.confirmed_at === null) return null
    const now = this.#clock()
    const secret = this.#open(userGuid, factor.secret_sealed)
    const code = withoutSpaces(typed)
    if (isTotpCode(code)) {
      const step = stepOfCode(secret, code, now)
      return step !== null && (await rows.takeStep(tx, userGuid, step)) ? 'code' : null
    }
    const hash = hashOfRecoveryCode(secret, code)
    return hash !== null && (await rows.takeRecoveryCode(tx, userGuid, { hash, now }))
      ? 'recovery code'
      : null
  }

  /**
   * Does something that requires a code, in a transaction; a null from it means a wrong code, which counts. Throws
   * tooManyAttempts.
   */
  async #limited<T>(
    userGuid: string,
    by: TriedBy | 'signed in',
    work: (tx: Transaction) => Promise<T | null>,
  ): Promise<T | null> {
    const { codeByUser, codeByUserInADay } = this.#limits
    const counted = windows(`two-factor-code|${userGuid}|${by}`, [codeByUser, codeByUserInADay])
    const usedUp = await this.#rates.takeAll(counted)
    if (usedUp) throw tooManyAttempts(usedUp.wait)
    const done = await this.#database.transaction(work)
    if (done !== null) await this.#rates.giveBackAll(counted)
    else if (by === 'signed in') await noteWrongProof(this.#events, { guid: userGuid }, 'code')
    return done
  }

  async #replaceCodes(tx: Transaction, userGuid: string, secret: Buffer): Promise<string[]> {
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => hashOfRecoveryCode(secret, code)!)
    await rows.replaceRecoveryCodes(tx, userGuid, hashes)
    return codes
  }

  async #requirePassword(user: User, password: string): Promise<void> {
    const key = `change:user:${user.guid}`
    await this.#rates.require(key, this.#limits.changeByUser)
    const row = await userByGuid(this.#database.kysely, user.guid)
    const hash = row?.has_password === 1 ? row.password_hash : null
    if (!(await isPasswordOf(hash, password))) {
      await noteWrongProof(this.#events, user, 'password')
      const text = 'Wrong password. Two-step verification is still on. Enter the password again.'
      throw new Problem('badCredentials', { field: 'password', text })
    }
    await this.#rates.giveBack(key)
  }

  async #end(tx: Transaction, user: User): Promise<void> {
    if (!(await rows.removeFactor(tx, user.guid, { isConfirmed: true }))) {
      throw new Problem('secondFactorChanged')
    }
    await this.#recordOff(tx, user.guid, 'owner')
  }

  #open(userGuid: string, sealed: string): Buffer {
    return this.#keyRing.unwrap(secondFactorName(userGuid), sealed)
  }

  #offer(user: User, sealed: string): OfferedSecret {
    const secret = this.#open(user.guid, sealed)
    // An app tells accounts apart by these two alone; a colon would separate them.
    const issuer = `${productName} (${this.#config.publicUrl.hostname.replaceAll(':', '.')})`
    return { secret: typedSecret(secret), address: totpAddress(secret, { issuer, label: user.email }) }
  }

  #recordOff(tx: Transaction, subject: string, by: 'owner' | 'operator'): Promise<void> {
    return this.#events.record(tx, { subject, kind: 'SecondFactorOff', detail: { by } })
  }
}

function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

// There is no recovery code yet; most people who fail here have set up the app wrongly.
const firstCodeWrong =
  'That code is wrong or has expired. Enter the current code from your app. If it still doesn’t work, check that device’s clock or add the account to the app again.'

function refuse(more: { field?: string; text?: string } = {}): never {
  throw new Problem('secondFactorWrong', more)
}

import { createHmac, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import type { Config } from '#server/config.ts'
import { newGuid } from '#server/db/open.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { addressCodeEmail, addressInUseEmail } from './address-emails.ts'
import * as rows from './address-rows.ts'
import { lockInstallation } from '#server/accounts/keeping/administration-rows.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import type { SignInPolicy } from '#server/accounts/sign-in/sign-in.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import { requireOwnPassword } from '#server/accounts/keeping/own-password.ts'
import { newCode } from '#server/accounts/secrets.ts'
import { Tokens } from '#server/accounts/registering/tokens.ts'
import { userByEmail, userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'

const minute = 60_000
const day = 24 * 60 * minute
const codeLives = 15 * minute
const codeAttempts = 5
/** Besides the primary one. */
export const maxFurtherAddresses = 10

/** `codeExpiresAt` in epoch milliseconds; null if no code is pending. */
export type ListedAddress = {
  guid: string
  email: string
  isConfirmed: boolean
  codeExpiresAt: number | null
}

export type AddressesDeps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  mailer: Mailer
  events: Events
  /** The first makes the hash of a code; each is tried, for codes that were emailed before a new key came. */
  codeKeys: PurposeKeys
  clock: () => number
  config: Pick<Config, 'publicUrl'>
  policy: SignInPolicy
}

/**
 * The further addresses of an account (`users/email/{action}`): once an address is confirmed by a code, its owner can
 * sign in with it, reset the password through it and read what was shared with it. The primary address is part of the
 * account itself.
 */
export class Addresses {
  readonly #deps: AddressesDeps
  readonly #tokens: Tokens

  constructor(deps: AddressesDeps) {
    this.#deps = deps
    this.#tokens = new Tokens({ database: deps.database, clock: deps.clock })
    deps.jobs.handle('address-code', (payload) => this.#writeCode(payload))
  }

  /** The actor's further addresses, including those that wait for their code, in the order in which they were added. */
  async list(actor: User): Promise<ListedAddress[]> {
    const found = await rows.addressesOf(this.#deps.database.kysely, actor.guid)
    return found.map((row) => ({
      guid: row.guid,
      email: row.email,
      isConfirmed: row.confirmed_at !== null,
      codeExpiresAt: row.confirmed_at === null ? row.code_expires_at : null,
    }))
  }

  /**
   * Sends a code to an address that is to be added; returns the guid of the pending address. Answer and work are the
   * same if another account has the address: its owner is notified by email instead. Requested again, only the latest
   * code works. Throws badForm with the field, badCredentials (field `password`), tooManyAttempts.
   */
  async add(actor: User, form: { email: string; password: string }): Promise<string> {
    const email = requireAddress(form.email)
    await requireOwnPassword(this.#deps, actor, form.password)
    return this.begin(actor, email)
  }

  /** Like `add`, for someone who has just proved to be the account's owner. */
  async begin(actor: User, email: string): Promise<string> {
    const { rates } = this.#deps
    await rates.require(`address:user:${actor.guid}`, accountLimits.addressByUser)
    await rates.require(`address:to:${email}`, accountLimits.addressByAddress)
    return this.#deps.database.transaction((tx) => this.#wait(tx, actor, email))
  }

  /** Sends another code for a pending address. Throws notFound, tooManyAttempts. */
  async sendAgain(actor: User, guid: string): Promise<void> {
    const { database, rates } = this.#deps
    const waiting = (await rows.addressesOf(database.kysely, actor.guid)).find((row) => row.guid === guid)
    if (!waiting || waiting.confirmed_at !== null) throw new Problem('notFound')
    await rates.require(`address:user:${actor.guid}`, accountLimits.addressByUser)
    await rates.require(`address:to:${waiting.email}`, accountLimits.addressByAddress)
    await database.transaction((tx) => this.#wait(tx, actor, waiting.email))
  }

  /** Records the address as pending, and has a code created for it. */
  async #wait(tx: Transaction, actor: User, email: string): Promise<string> {
    const { clock, jobs } = this.#deps
    await rows.lockUser(tx, actor.guid)
    const own = await rows.addressesOf(tx, actor.guid)
    const known = own.find((row) => row.email === email)
    const primary = await userByGuid(tx, actor.guid)
    if (known?.confirmed_at || primary?.email.toLowerCase() === email)
      throw refused('This address is already yours.')
    if (!known && own.length >= maxFurtherAddresses) throw refused(tooMany)
    const guid = known?.guid ?? newGuid()
    const waiting = { code_hash: null, tries: 0, code_expires_at: clock() + codeLives }
    if (known) await tx.updateTable('address').set(waiting).where('guid', '=', guid).execute()
    else {
      const row = { guid, user_guid: actor.guid, email, created_at: clock(), confirmed_at: null, ...waiting }
      await tx.insertInto('address').values(row).execute()
    }
    await jobs.add(tx, 'address-code', { guid })
    return guid
  }

  // A job, so that the answer is sent before anything differs between a free address and another's.
  async #writeCode({ guid = '' }: Record<string, string>): Promise<void> {
    const { database, mailer, clock, codeKeys } = this.#deps
    await database.transaction(async (tx) => {
      const code = newCode()
      const row = await tx
        .updateTable('address')
        .set({ code_hash: hashOf(codeKeys[0], guid, code), tries: 0 })
        .where('guid', '=', guid)
        .where('confirmed_at', 'is', null)
        .where('code_expires_at', '>', clock())
        .returning(['email', 'code_expires_at'])
        .executeTakeFirst()
      if (!row) return
      const has = await userByEmail(tx, row.email)
      const isTaken = has !== undefined && has.status !== 'Pending'
      if (isTaken) await tx.updateTable('address').set({ code_hash: null }).where('guid', '=', guid).execute()
      const message = isTaken
        ? addressInUseEmail(this.#to(row.email))
        : addressCodeEmail({ ...this.#to(row.email), code })
      await mailer.enqueue(tx, message, { usefulUntil: row.code_expires_at })
    })
  }

  /**
   * Confirms an address with the code that was sent to it; returns the address. Unconfirmed registrations of it are
   * removed. Throws codeWrong (field `code`; also if expired or tried too often), notFound, tooManyAttempts.
   */
  async confirm(actor: User, guid: string, typedCode: string): Promise<string> {
    const { database, rates, clock, codeKeys } = this.#deps
    const code = typedCode.replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(code)) throw new Problem('codeWrong')
    await rates.require(`address:tries:${actor.guid}`, accountLimits.addressTriesByUser)
    const tried = await rows.tryCode(database.kysely, {
      guid,
      userGuid: actor.guid,
      now: clock(),
      tries: codeAttempts,
    })
    const isRight = codeKeys.some((key) => tried?.code_hash === hashOf(key, guid, code))
    if (!tried?.code_hash || !isRight) throw new Problem('codeWrong')
    const confirmed = { guid, email: tried.email, codeHash: tried.code_hash }
    await database.transaction((tx) => this.#confirm(tx, actor, confirmed))
    return tried.email
  }

  async #confirm(
    tx: Transaction,
    actor: User,
    { guid, email, codeHash }: { guid: string; email: string; codeHash: string },
  ): Promise<void> {
    const now = this.#deps.clock()
    await lockInstallation(tx)
    await rows.removePending(tx, email)
    const isTaken = (await userByEmail(tx, email)) !== undefined
    if (isTaken || !(await rows.setConfirmed(tx, { guid, codeHash, now }))) {
      throw new Problem('codeWrong')
    }
    await rows.endOtherCodes(tx, email)
    await this.#deps.events.record(tx, {
      subject: actor.guid,
      kind: 'AddressAdded',
      detail: { address: email },
    })
  }

  /**
   * Makes a confirmed further address the one that emails go to and others see; the old one stays as a further one.
   * Both are notified. Throws notFound, badForm for an address that is not confirmed, and primaryRefused for one in a
   * domain that a team has locked for this account, which could not sign in any more.
   */
  async primary(actor: User, guid: string): Promise<string> {
    await this.#requireOpenDomain(actor, guid)
    return this.#deps.database.transaction(async (tx) => {
      await lockInstallation(tx)
      const taken = await rows.takeOut(tx, { guid, userGuid: actor.guid, isConfirmed: true })
      if (!taken) throw await this.#whyNotPrimary(tx, actor, guid)
      const { email } = taken
      const was = (await userByGuid(tx, actor.guid))!.email
      const now = this.#deps.clock()
      await tx.updateTable('user').set({ email }).where('guid', '=', actor.guid).execute()
      const old = { guid: newGuid(), user_guid: actor.guid, email: was, code_hash: null, tries: 0 }
      const since = { code_expires_at: now, created_at: now, confirmed_at: now }
      await tx
        .insertInto('address')
        .values({ ...old, ...since })
        .execute()
      const detail = { from: was, to: email }
      await this.#deps.events.record(tx, { subject: actor.guid, kind: 'PrimaryChanged', detail })
      return email
    })
  }

  async #requireOpenDomain(actor: User, guid: string): Promise<void> {
    const own = await rows.addressesOf(this.#deps.database.kysely, actor.guid)
    const email = own.find((row) => row.guid === guid)?.email ?? actor.email
    if ((await this.#deps.policy({ ...actor, email }, 'password'))?.code !== 10012) return
    throw new Problem('primaryRefused', {
      text: `Only members of a certain team can sign in with addresses at ${domainOf(email)}, and you aren’t one of them. Nothing was changed.`,
    })
  }

  async #whyNotPrimary(tx: Transaction, actor: User, guid: string): Promise<Problem> {
    const own = await rows.addressesOf(tx, actor.guid)
    if (!own.some((row) => row.guid === guid)) return new Problem('notFound')
    return new Problem('badForm', {
      field: 'code',
      text: 'Confirm this address first with the code we emailed.',
    })
  }

  /**
   * Removes an address from the account, from the next request on; it and the primary one are notified if it was
   * confirmed. Links to choose a new password stop working, since one may have been sent to it. The primary address is
   * not one of these and cannot be removed. Throws notFound.
   */
  async remove(actor: User, guid: string): Promise<string> {
    return this.#deps.database.transaction(async (tx) => {
      const removed = await rows.takeOut(tx, { guid, userGuid: actor.guid })
      if (!removed) throw new Problem('notFound')
      const { email } = removed
      if (removed.confirmed_at === null) return email
      await this.#tokens.revoke(tx, 'reset', actor.guid)
      const detail = { address: email }
      await this.#deps.events.record(tx, { subject: actor.guid, kind: 'AddressRemoved', detail })
      return email
    })
  }

  /** Removes addresses that no one confirmed within a day, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('address')
      .where('confirmed_at', 'is', null)
      .where('code_expires_at', '<', clock() - day)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  #to(email: string): { to: string; publicUrl: URL } {
    return { to: email, publicUrl: this.#deps.config.publicUrl }
  }
}

const tooMany = `An account can have up to ${maxFurtherAddresses} more addresses. Remove one first.`

function refused(text: string): Problem {
  return new Problem('badForm', { field: 'email', text })
}

function hashOf(key: KeyObject, guid: string, code: string): string {
  return createHmac('sha256', key).update(`${guid}|${code}`).digest('hex')
}

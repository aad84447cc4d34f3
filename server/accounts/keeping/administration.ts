import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { closedKept, erasedFrom } from '#server/rules/accounts/closing.ts'
import { passwordProblem } from '#server/rules/accounts/passwords.ts'
import { Problem } from '#server/rules/problems.ts'
import * as rows from './administration-rows.ts'
import type { AccountFilter } from './administration-rows.ts'
import { closeByOperator, tellAgain } from './closing-rows.ts'
import { resetEmail, resetLink, setupEmail, setupLink } from '#server/accounts/emails.ts'
import { requireAddress, requireName } from '#server/accounts/registering/names.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import type { Sessions } from '#server/accounts/sign-in/sessions.ts'
import { revokeAll, Tokens, tokenLifetimes } from '#server/accounts/registering/tokens.ts'
import {
  claimInstallation,
  insertAccount,
  isUnclaimed,
  requireNewPassword,
  setPassword,
  userByEmail,
} from '#server/accounts/user-rows.ts'
import { userOf } from '#server/accounts/users.ts'
import type { User } from '#server/accounts/users.ts'

export type NewAccount = {
  email: string
  firstName: string
  lastName: string
  /** A tier code; the installation's default if omitted. */
  tierCode?: number
  isOperator?: boolean
  /** Without it the account is in setup, and gets a link to choose one and to confirm the name. */
  password?: string
  /** Whether the link is also emailed. */
  isSent?: boolean
}

/** `expiresAt` in epoch milliseconds. */
export type PasswordLink = { url: string; expiresAt: number }

export type ListedAccount = User & {
  status: 'Active' | 'Pending' | 'Suspended'
  createdAt: number
  passwordChangedAt: number
  /** When it was closed, to be erased 14 days later. */
  closedAt: number | null
}

type Found = NonNullable<Awaited<ReturnType<typeof userByEmail>>>

const pageSize = 200

const purposes = {
  reset: { email: resetEmail, link: resetLink },
  setup: { email: setupEmail, link: setupLink },
} as const

/** What the operator does with accounts, by command: there is no other actor. */
export class Administration {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #jobs: Jobs
  readonly #mailer: Mailer
  readonly #events: Events
  readonly #clock: () => number
  readonly #config: Pick<Config, 'publicUrl' | 'defaultTier' | 'passwordMinLength'>
  readonly #tokens: Tokens

  constructor(options: {
    database: Database
    sessions: Sessions
    jobs: Jobs
    mailer: Mailer
    events: Events
    clock: () => number
    config: Pick<Config, 'publicUrl' | 'defaultTier' | 'passwordMinLength'>
  }) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#jobs = options.jobs
    this.#mailer = options.mailer
    this.#events = options.events
    this.#clock = options.clock
    this.#config = options.config
    this.#tokens = new Tokens({ database: options.database, clock: options.clock })
  }

  /**
   * Creates an account that is active immediately, with the password or a link to set it up. The first account of an
   * installation must be an operator's. Throws badForm and passwordRefused with the field.
   */
  async create(form: NewAccount): Promise<{ user: User; link: PasswordLink | null }> {
    const email = requireAddress(form.email)
    const firstName = requireName(form.firstName, 'firstName')
    const lastName = requireName(form.lastName, 'lastName')
    this.#requirePassword(form.password, { email, firstName, lastName })
    // No one knows a password that was random and discarded.
    const passwordHash = await hashPassword(form.password ?? newSecret())
    const registration = { email, firstName, lastName, passwordHash }
    return this.#database.transaction(async (tx) => {
      await this.#requireOperatorFirst(tx, form)
      const account = {
        status: 'Active' as const,
        tierCode: form.tierCode ?? this.#config.defaultTier,
        isOperator: form.isOperator === true,
        now: this.#clock(),
        needsSetup: form.password === undefined,
      }
      const guid = await insertAccount(tx, registration, account)
      if (guid === null) {
        throw new Problem('badForm', { field: 'email', text: `${email} already has an account.` })
      }
      if (account.isOperator) await claimInstallation(tx, guid)
      const user = userOf((await userByEmail(tx, email))!)
      if (form.password !== undefined) return { user, link: null }
      return { user, link: await this.#makeLink(tx, 'setup', user, form.isSent === true) }
    })
  }

  /** All accounts by address, in pages. */
  async *pages(filter: AccountFilter = {}): AsyncGenerator<ListedAccount[]> {
    for (let last = ''; ;) {
      const page = await rows.accountsAfter(this.#database.kysely, last, filter, pageSize)
      if (page.length === 0) return
      yield page.map((row) => ({
        ...userOf(row),
        status: row.status,
        createdAt: row.created_at,
        passwordChangedAt: row.password_changed_at,
        closedAt: row.closed_at,
      }))
      last = page.at(-1)!.email.toLowerCase()
    }
  }

  /**
   * Creates a link to choose a new password; older ones stop working. The password stays valid until the link
   * is used, which signs every browser out; with `endsSessions` they are signed out now. An account in setup
   * gets another link to set it up. Throws notFound, suspended.
   */
  async makeResetLink(
    email: string,
    options: { isSent?: boolean; endsSessions?: boolean } = {},
  ): Promise<PasswordLink> {
    return this.#database.transaction(async (tx) => {
      const row = await this.#require(tx, email)
      if (row.status === 'Suspended') {
        throw new Problem('suspended', { text: `${row.email} is suspended. Enable the account first.` })
      }
      if (options.endsSessions) await this.#sessions.endAll(row.guid, { tx })
      const purpose = row.needs_setup === 1 ? 'setup' : 'reset'
      return this.#makeLink(tx, purpose, userOf(row), options.isSent === true)
    })
  }

  /**
   * Makes the person choose a new password before anything else, from the next request on. Returns false if that was so
   * already. Throws notFound, badForm for an account without a password.
   */
  async requirePasswordChange(email: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const row = await this.#require(tx, email)
      if (row.has_password === 1) return requireNewPassword(tx, row.guid)
      const text = `${row.email} has no password to change.`
      throw new Problem('badForm', { field: 'email', text })
    })
  }

  /**
   * Suspends an account from the next request on: signed-in browsers, sign-in, emailed links; what it shares is closed
   * to recipients. Returns false if it was suspended already. The last operator cannot be disabled. Throws notFound,
   * badForm.
   */
  async disable(email: string): Promise<boolean> {
    const unusable = await hashPassword(newSecret())
    return this.#database.transaction(async (tx) => {
      await rows.lockInstallation(tx)
      const row = await this.#require(tx, email)
      if (row.status === 'Suspended') return false
      await this.#shut(tx, row, unusable)
      return true
    })
  }

  /**
   * Closes an account as its owner would, to be erased after 14 days, or now; only the operator can restore it then.
   * Returns when it is erased (epoch ms). The last operator stays. Throws notFound, badForm.
   */
  async close(email: string, options: { isNow?: boolean } = {}): Promise<{ user: User; erasedFrom: number }> {
    const unusable = await hashPassword(newSecret())
    return this.#database.transaction(async (tx) => {
      await rows.lockInstallation(tx)
      const row = await this.#require(tx, email)
      if (row.status !== 'Suspended') await this.#shut(tx, row, unusable)
      const now = this.#clock()
      const closedAt = options.isNow ? now - closedKept : (row.closed_at ?? now)
      await closeByOperator(tx, row.guid, closedAt)
      if (row.closed_at === null || options.isNow) {
        const facts = { closedAt, mayKeep: false }
        const detail = { by: 'operator' }
        await this.#events.record(tx, { subject: row.guid, kind: 'AccountClosed', detail, facts })
      }
      return { user: userOf(row), erasedFrom: erasedFrom(closedAt) }
    })
  }

  async #shut(tx: Transaction, row: Found, unusableHash: string): Promise<void> {
    if (!(await rows.suspend(tx, row.guid))) {
      const text = `${row.email} is the only operator who can sign in. Create another operator first.`
      throw new Problem('badForm', { field: 'email', text })
    }
    // No one has confirmed this address: the person who chose the password must not become its owner by `enable`.
    if (row.status === 'Pending') {
      await setPassword(tx, row.guid, { passwordHash: unusableHash, now: this.#clock() })
    }
    await revokeAll(tx, row.guid)
    await this.#sessions.endAll(row.guid, { tx })
  }

  /**
   * Restores a disabled or closed account; what it shares is open again. Returns false if it was neither. Throws
   * notFound, and badForm while it is being erased.
   */
  async enable(email: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const row = await this.#require(tx, email)
      const isDone = await rows.endSuspension(tx, row.guid, this.#clock())
      if (!isDone && row.closed_at !== null) {
        const text = `${row.email} was closed more than 14 days ago. It’s being deleted and can’t be reactivated.`
        throw new Problem('badForm', { field: 'email', text })
      }
      // A sign-in concurrent with `disable` may have left one.
      if (!isDone) return false
      await this.#sessions.endAll(row.guid, { tx })
      await tellAgain(this.#jobs, tx, row.guid)
      return true
    })
  }

  async #requireOperatorFirst(tx: Transaction, form: NewAccount): Promise<void> {
    if (form.isOperator || !(await isUnclaimed(tx))) return
    throw new Problem('badForm', {
      text: 'This installation has no operator yet. Create the operator’s account first: add --operator.',
    })
  }

  async #require(tx: Transaction, typed: string) {
    const email = requireAddress(typed)
    const row = await userByEmail(tx, email)
    if (!row) throw new Problem('notFound', { text: `No account has the address ${email}.` })
    return row
  }

  async #makeLink(
    tx: Transaction,
    purpose: 'reset' | 'setup',
    user: User,
    isSent: boolean,
  ): Promise<PasswordLink> {
    const { publicUrl } = this.#config
    const { email: message, link } = purposes[purpose]
    const token = await this.#tokens.create(tx, purpose, user.guid)
    const expiresAt = this.#clock() + tokenLifetimes[purpose]
    if (isSent) {
      await this.#mailer.enqueue(tx, message({ to: user.email, publicUrl, token }), {
        usefulUntil: expiresAt,
      })
    }
    return { url: link(publicUrl, token), expiresAt }
  }

  #requirePassword(password: string | undefined, who: Pick<User, 'email' | 'firstName' | 'lastName'>): void {
    if (password === undefined) return
    const text = passwordProblem(password, { ...who, minLength: this.#config.passwordMinLength })
    if (text !== null) throw new Problem('passwordRefused', { field: 'password', text })
  }
}

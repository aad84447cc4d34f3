import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { isLastOperator, lockInstallation, suspend } from './administration-rows.ts'
import { closeByOwner, reopen, tellAgain } from './closing-rows.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import { noteWrongProof } from './own-password.ts'
import { isPasswordOf } from '#server/accounts/passwords.ts'
import type { Client, Sessions } from '#server/accounts/sign-in/sessions.ts'
import type { SignIn, SignInForm } from '#server/accounts/sign-in/sign-in.ts'
import { revokeAll } from '#server/accounts/registering/tokens.ts'
import { userByEmail, userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'

type Deps = {
  database: Database
  sessions: Sessions
  signIn: SignIn
  rates: RateLimits
  jobs: Jobs
  events: Events
  clock: () => number
}

/** What has to be entered to delete an account that has no password. */
export const closingWord = 'delete'

export type ClosingProof = { password: string; word: string }

/** Closing one's account: suspended at once, erased 14 days later, and reopened if its owner wants to before then. */
export class Closing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether no one else could operate the installation, so that the account has to stay. */
  isLastOperator({ guid, isOperator }: User): Promise<boolean> {
    return isOperator ? isLastOperator(this.#deps.database.kysely, guid) : Promise.resolve(false)
  }

  /**
   * Closes the account and answers when (epoch ms): every browser is signed out, emailed links stop working, and what
   * it shares is closed from the next request on. The password proves the owner; an account that has none enters a
   * word. Throws badCredentials (field `password`), badForm (field `word`), lastOperator, tooManyAttempts.
   */
  async close(user: User, proof: ClosingProof): Promise<number> {
    const { database, sessions, rates, events, clock } = this.#deps
    const key = `close:user:${user.guid}`
    await rates.require(key, accountLimits.changeByUser)
    const row = await userByGuid(database.kysely, user.guid)
    if (!row) throw new Problem('notSignedIn')
    if (row.has_password === 1 && !(await isPasswordOf(row.password_hash, proof.password))) {
      await noteWrongProof(events, user, 'password')
      throw wrongPassword()
    }
    if (row.has_password === 0 && proof.word.trim().toLowerCase() !== closingWord) throw wrongWord()
    await rates.giveBack(key)
    const now = clock()
    await database.transaction(async (tx) => {
      await lockInstallation(tx)
      if (!(await closeByOwner(tx, user.guid, { now, passwordHash: row.password_hash })))
        throw new Problem('notSignedIn')
      if (!(await suspend(tx, user.guid))) throw new Problem('lastOperator')
      await revokeAll(tx, user.guid)
      await sessions.endAll(user.guid, { tx })
      const facts = { closedAt: now, mayKeep: row.has_password === 1 }
      const detail = { by: 'owner' }
      await events.record(tx, { subject: user.guid, kind: 'AccountClosed', detail, facts })
    })
    return now
  }

  /**
   * Reopens an account that its owner closed; an open one stays open. The password proves the owner, under the limits
   * of a sign-in, and signs no one in. Throws what SignIn.byPassword throws, accountClosing if it is too late.
   */
  async keep(client: Client, form: SignInForm): Promise<void> {
    if (await this.#isOpen(client, form)) return
    const { database, sessions, jobs, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const row = await userByEmail(tx, emailAddress(form.email) ?? '')
      if (!row || !(await reopen(tx, row.guid, clock()))) {
        const text = 'The 14 days are over. This account is being deleted and can’t be reactivated.'
        throw new Problem('accountClosing', { text })
      }
      await tellAgain(jobs, tx, row.guid)
      // A sign-in concurrent with the closing may have left one.
      await sessions.endAll(row.guid, { tx })
      await events.record(tx, { subject: row.guid, kind: 'AccountKept', client })
    })
  }

  /** Signing in reveals that the account is closing only to someone who knows its password. */
  async #isOpen(client: Client, form: SignInForm): Promise<boolean> {
    const { sessions, signIn } = this.#deps
    try {
      const outcome = await signIn.byPassword(client, form)
      if (outcome.code === 10000) await sessions.end(outcome.session.id)
      return true
    } catch (error) {
      if (error instanceof Problem && error.problem === 'accountClosing') return false
      throw error
    }
  }
}

function wrongPassword(): Problem {
  return new Problem('badCredentials', {
    field: 'password',
    text: 'Wrong password. Nothing was changed. Enter it again.',
  })
}

function wrongWord(): Problem {
  return new Problem('badForm', {
    field: 'word',
    text: `Enter the word ${closingWord}.`,
  })
}

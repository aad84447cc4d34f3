import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { SigningOut } from '#server/accounts/sign-in/signing-out.ts'
import { tellOfAccounts } from '#server/accounts/account-notices.ts'
import { Accounts } from '#server/accounts/accounts.ts'
import { Administration } from '#server/accounts/keeping/administration.ts'
import { LockNotices } from '#server/accounts/sign-in/lock-notices.ts'
import { Registrations } from '#server/accounts/registering/registrations.ts'
import { SecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { Sessions, type Client } from '#server/accounts/sign-in/sessions.ts'
import { Setup } from '#server/accounts/registering/setup.ts'
import {
  SignIn,
  type Entered,
  type Lock,
  type SignInForm,
  type SignInOptions,
} from '#server/accounts/sign-in/sign-in.ts'
import { SignupCodes } from '#server/accounts/registering/signup-codes.ts'
import type { Database } from '#server/db/open.ts'
import type { RegistrationMode } from '#server/rules/accounts/registration.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { goesWithTest, World } from './world.ts'

/** An installation in which people register and sign in. */
export class AccountsWorld extends World {
  readonly config = { publicUrl: this.publicUrl, defaultTier: 9, passwordMinLength: 12 }
  readonly sessions = new Sessions(this)
  readonly signupCodes = new SignupCodes(this)
  readonly administration = new Administration(this)
  readonly setup = new Setup(this)
  readonly secondFactor = new SecondFactor(this)
  readonly accounts: Accounts
  readonly lockNotices = new LockNotices(this)
  readonly #signIn = this.makeSignIn()

  constructor(database: Database, mode: RegistrationMode) {
    super(database)
    tellOfAccounts(this)
    const registrations = new Registrations({ ...this, codes: this.signupCodes, mode })
    this.accounts = new Accounts({ ...this, registrations })
  }

  /** Ways in with a policy, a second factor or a hook of the test's own. */
  makeSignIn(more: Partial<SignInOptions> = {}): SignIn {
    const { database, sessions, rates, events, clock, lockNotices } = this
    const onLocked = (lock: Lock) => lockNotices.note(lock)
    return new SignIn({ database, sessions, rates, events, clock, handOffKeys, onLocked, ...more })
  }

  /** Signs in by password; for sign-ins without further conditions. */
  async signIn(from: Client, form: SignInForm): Promise<Entered> {
    const outcome = await this.#signIn.byPassword(from, form)
    if (outcome.code !== 10000) throw new Error(`Signing in ended with ${outcome.code}`)
    return outcome
  }

  signOut(sessionId: string): Promise<void> {
    return new SigningOut(this).here(sessionId)
  }

  /** The secret in the link of the one email that waits. */
  async link(): Promise<string> {
    const emails = await this.newEmails()
    const secret = /\/(?:activated\/|setup\/|reset\?token=)([\w-]+)/.exec(emails.at(-1)?.text ?? '')?.[1]
    if (!secret) throw new Error('No letter with a link')
    return secret
  }
}

export async function openAccounts(mode: RegistrationMode = 'open'): Promise<AccountsWorld> {
  return goesWithTest(new AccountsWorld(await openTemporaryDatabase(), mode))
}

const handOffKeys = KeyRing.make().derive('hand-offs')

export const password = 'correct horse battery staple'
export const jane = { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', password }
export const bob = { firstName: 'Bob', lastName: 'Roe', email: 'bob@example.com', password }

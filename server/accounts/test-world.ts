import { pino } from 'pino'
import type { Database } from '#server/db/open.ts'
import { RateLimits } from '#server/http/rate.ts'
import { Jobs } from '#server/jobs/queue.ts'
import type { Letter } from '#server/mail/letter.ts'
import { Post } from '#server/mail/post.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import type { RegistrationMode } from '#server/rules/registration.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { Accounts } from './accounts.ts'
import { Administration } from './administration.ts'
import { SecondFactor } from './second-factor.ts'
import type { Client } from './sessions.ts'
import { Registrations } from './registrations.ts'
import { Sessions } from './sessions.ts'
import { Setup } from './setup.ts'
import { SignIn } from './sign-in.ts'
import type { Entered, SignInForm, SignInOptions } from './sign-in.ts'
import { SignupCodes } from './signup-codes.ts'

/** An installation for the tests of this folder: real database, a clock that stands still, letters kept in memory. */
export class TestWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly letters: Letter[] = []
  readonly database: Database
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly administration: Administration
  readonly secondFactor: SecondFactor
  readonly keyRing = KeyRing.make()
  readonly jobs: Jobs
  readonly signupCodes: SignupCodes
  readonly rates: RateLimits
  readonly setup: Setup
  readonly #signIn: SignIn

  private constructor(database: Database, mode: RegistrationMode) {
    const log = pino({ level: 'silent' })
    const clock = () => this.now
    const publicUrl = new URL('https://files.example.com')
    this.database = database
    this.jobs = new Jobs({ database, clock, log })
    const mailer = { send: async (letter: Letter) => void this.letters.push(letter) }
    const post = new Post({ jobs: this.jobs, mailer, publicUrl, clock, log })
    this.sessions = new Sessions({ database, clock })
    const config = { publicUrl, defaultTier: 9, passwordMinLength: 12 }
    this.administration = new Administration({ database, sessions: this.sessions, post, clock, config })
    const rates = new RateLimits({ database, clock })
    this.rates = rates
    this.setup = new Setup({ database, sessions: this.sessions, rates, clock, config })
    this.#signIn = this.makeSignIn()
    this.secondFactor = new SecondFactor({ database, keyRing: this.keyRing, rates, post, clock, config })
    this.signupCodes = new SignupCodes({ database, clock })
    this.accounts = new Accounts({
      database,
      registrations: new Registrations({ database, rates, codes: this.signupCodes, mode }),
      clock,
      post,
      jobs: this.jobs,
      sessions: this.sessions,
      rates,
      config,
    })
  }

  /** Ways in with a policy, a second factor or a hook of the test's own. */
  makeSignIn(more: Partial<SignInOptions> = {}): SignIn {
    const { database, sessions, rates } = this
    return new SignIn({ database, sessions, rates, clock: () => this.now, handOffKeys, ...more })
  }

  static async open(mode: RegistrationMode = 'open'): Promise<TestWorld> {
    return new TestWorld(await openTemporaryDatabase(), mode)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /** Signs in by password; for sign-ins that nothing stands in the way of. */
  async signIn(from: Client, form: SignInForm): Promise<Entered> {
    const outcome = await this.#signIn.byPassword(from, form)
    if (outcome.code !== 10000) throw new Error(`Signing in ended with ${outcome.code}`)
    return outcome
  }

  signOut(sessionId: string): Promise<void> {
    return this.#signIn.signOut(sessionId)
  }

  /** Lets the letters leave, and answers those that were not read yet. */
  async post(): Promise<Letter[]> {
    await this.jobs.drain()
    return this.letters.splice(0)
  }

  /** The secret in the link of the one letter that waits. */
  async link(): Promise<string> {
    const letters = await this.post()
    const secret = /\/(?:activated\/|setup\/|reset\?token=)([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1]
    if (!secret) throw new Error('No letter with a link')
    return secret
  }
}

const handOffKeys: [Buffer] = [Buffer.alloc(32, 7)]

export const client = { ip: '192.0.2.1', userAgent: 'Test' }
export const password = 'correct horse battery staple'
export const jane = { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', password }
export const bob = { firstName: 'Bob', lastName: 'Roe', email: 'bob@example.com', password }

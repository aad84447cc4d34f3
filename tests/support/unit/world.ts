import { onTestFinished, TestRunner } from 'vitest'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { AuditKey, Events } from '#server/events/events.ts'
import { RateLimits } from '#server/http/limits/rate.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { makeLog } from '#server/log.ts'
import type { Email, MailTransport } from '#server/mail/email.ts'
import { Mailer, type OnDelivered } from '#server/mail/mailer.ts'
import { standardPlans } from '#server/rules/product/plans.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'

/** May stand between everyone and the database. */
export type Wrap = (database: Database) => Database

export const client: Client = { ip: '192.0.2.1', userAgent: 'Test' }

/**
 * What every service needs, without the services: a database of its own, a clock that stands still, emails kept in
 * memory. A test makes the services it is about: `new Tracking(world)`.
 */
export class World implements MailTransport {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly clock = (): number => this.now
  readonly log = makeLog('silent')
  readonly plans = standardPlans
  readonly publicUrl = new URL('https://files.example.com')
  readonly keyRing = KeyRing.make()
  readonly auditKey = AuditKey.make()
  readonly emails: Email[] = []
  mailFails = false
  onDelivered: OnDelivered = async () => {}
  readonly database: Database
  readonly rates: RateLimits
  readonly jobs: Jobs
  readonly mailer: Mailer
  readonly events: Events

  constructor(database: Database) {
    this.database = database
    this.rates = new RateLimits(this)
    this.jobs = new Jobs(this)
    this.events = new Events(this)
    this.mailer = new Mailer({
      ...this,
      transport: this,
      onDelivered: (...told) => this.onDelivered(...told),
    })
  }

  async send(email: Email): Promise<void> {
    if (this.mailFails) throw new Error('no connection')
    this.emails.push(email)
  }

  /** Lets the emails leave, and answers those that were not read yet. */
  async newEmails(): Promise<Email[]> {
    await this.jobs.drain()
    return this.emails.splice(0)
  }

  close(): Promise<void> {
    return this.database.close()
  }
}

export async function openWorld(): Promise<World> {
  return goesWithTest(new World(await openTemporaryDatabase()))
}

/** A world that is opened in a test, or before each, closes when that is finished; of all others the caller takes care. */
export function goesWithTest<Kind extends World>(world: Kind): Kind {
  if (TestRunner.getCurrentTest()) onTestFinished(() => world.close())
  return world
}

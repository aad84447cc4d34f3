import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { MailTransport } from '#server/mail/email.ts'
import { countHeldEmails, dropHeldEmails, sendHeldEmails } from '#server/mail/held-emails.ts'
import type { OnDelivered } from '#server/mail/mailer.ts'
import { testEmail } from '#server/mail/test-email.ts'
import { Problem } from '#server/rules/problems.ts'

type EmailsDeps = {
  database: Database
  config: Config
  clock: () => number
  transport: MailTransport
  noteDelivery: OnDelivered
}

/** What an operator does with emails as a whole. */
export class ServerEmails {
  readonly #deps: EmailsDeps

  constructor(deps: EmailsDeps) {
    this.#deps = deps
  }

  /** How many a restore has held. */
  countHeld(): Promise<number> {
    return countHeldEmails(this.#deps.database.kysely)
  }

  sendHeld(): Promise<number> {
    return sendHeldEmails(this.#deps.database, this.#deps.clock())
  }

  dropHeld(): Promise<number> {
    return dropHeldEmails(this.#deps.database, this.#deps.noteDelivery)
  }

  /**
   * Sends one email right now, past the queue, and answers what the mail server said, or where the file is. Throws badForm
   * with what went wrong.
   */
  async test(to: string): Promise<string> {
    const { transport, config } = this.#deps
    try {
      return (await transport.send(testEmail(to, config.publicUrl))) ?? ''
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Problem('badForm', { field: 'email', text: `The email couldn’t be sent: ${reason}` })
    }
  }
}

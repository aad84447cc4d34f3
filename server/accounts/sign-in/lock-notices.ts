import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { productName } from '#server/rules/product/product.ts'
import type { Events } from '#server/events/events.ts'
import type { Lock } from './sign-in.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'

const onceADay = { count: 1, per: 24 * 3_600_000 }

type Deps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  events: Events
}

/** Emails an account's owner, at most once a day, that strangers are guessing at the account and are locked out. */
export class LockNotices {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('lock-letter', (payload) => this.#write(payload))
  }

  /** What is recorded, and tells, is a job also when no one has the address: both cases do the same work before the answer. */
  async note({ what, email, client }: Lock): Promise<void> {
    const { rates, jobs } = this.#deps
    const from = { ip: client.ip, userAgent: client.userAgent }
    await rates.within(`lock-letter|${what}|${email.toLowerCase()}`, onceADay, (tx) =>
      jobs.add(tx, 'lock-letter', { what, email, ...from }),
    )
  }

  async #write({ what = '', email = '', ip = '', userAgent = '' }: Record<string, string>): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const row = await userByEmail(tx, email)
      if (row?.status !== 'Active') return
      const client = { ip, userAgent }
      await events.record(tx, { subject: row.guid, kind: 'AccountLocked', client, detail: { what } })
    })
  }
}

type Guessing = { isPasswordKnown: boolean; ip: string; publicUrl: URL }

export function lockEmail(to: string, { isPasswordKnown, ip, publicUrl }: Guessing): Email {
  return composeEmail({
    to,
    subject: `Failed attempts to sign in to your ${productName} account`,
    heading: 'Failed attempts to sign in',
    paragraphs: [
      isPasswordKnown
        ? `Someone with your password entered too many wrong verification codes for your account at ${publicUrl.host}, most recently from the IP address ${ip}. They aren’t signed in, and have to wait before they can try again.`
        : `Someone entered too many wrong passwords for your account at ${publicUrl.host}, most recently from the IP address ${ip}. They aren’t signed in, and have to wait before they can try again.`,
      isPasswordKnown
        ? 'Unless this was you, reset your password now.'
        : 'If this was you, reset your password. If not, you don’t need to do anything.',
      'You can sign in as usual from a browser you’ve used before. If another one is blocked, reset your password there.',
    ],
    action: { label: 'Choose a new password', url: new URL('/access/reset', publicUrl).href },
    footer: 'You get this email at most once a day.',
  })
}

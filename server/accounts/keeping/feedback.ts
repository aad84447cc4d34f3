import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/email.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import {
  feedbackCategories,
  maxFeedbackLength,
  type FeedbackCategory,
} from '#server/rules/product/feedback.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { operatorEmails } from './administration-rows.ts'

export type FeedbackGiven = {
  category: FeedbackCategory
  message: string
  /** A canonical address to answer to. It is unconfirmed. */
  email: string | null
}

const hour = 3_600_000
const byNetwork = { count: 5, per: hour }
/** From everywhere together, so that no crowd fills an operator's mailbox. */
const byAnyone = { count: 100, per: 24 * hour }

type Deps = {
  database: Database
  rates: RateLimits
  mailer: Mailer
  /** Words that a message must not have; empty if the operator turned the list off. */
  words: { blockedWords?: WordFilter }
}

/** Feedback to the operators of this installation: it is emailed to them, and not stored. */
export class Feedback {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws textRefused and badForm with the field, tooManyAttempts, and noOperator if there is no one to notify. */
  async give(client: Client, given: FeedbackGiven): Promise<void> {
    const { database, rates, mailer, words } = this.#deps
    const rule = { field: 'message', maxLength: maxFeedbackLength, ...words }
    const message = plainText(given.message, rule)
    if (message === '') throw new Problem('badForm', { field: 'message', text: 'Enter your message.' })
    await rates.require(`feedback:${networkOf(client.ip)}`, byNetwork)
    await rates.require('feedback', byAnyone)
    await database.transaction(async (tx) => {
      const operators = await operatorEmails(tx)
      if (operators.length === 0) throw new Problem('noOperator')
      for (const to of operators) await mailer.enqueue(tx, mail(to, client, { ...given, message }))
    })
  }
}

function mail(to: string, client: Client, { category, message, email }: FeedbackGiven): Email {
  const about = feedbackCategories.find(({ value }) => value === category)!.label
  const from = email
    ? `From ${email}, which no one has verified. Your reply goes there.`
    : 'The sender left no address.'
  const composed = composeEmail({
    to,
    subject: `${productName} feedback: ${about}`,
    heading: about,
    paragraphs: [message, from, `Browser: ${client.userAgent || 'unknown'}`],
    footer: `Sent with the ${productName} feedback form, which anyone can fill in.`,
  })
  return email ? { ...composed, headers: { 'Reply-To': email } } : composed
}

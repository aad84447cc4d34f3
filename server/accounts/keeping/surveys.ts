import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { composeEmail } from '#server/mail/layout.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { maxFeedbackLength } from '#server/rules/product/feedback.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { productName } from '#server/rules/product/product.ts'
import {
  satisfactionChoices,
  sessionsBeforeSurvey,
  timeBetweenSurveys,
  type Satisfaction,
} from '#server/rules/product/survey.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { operatorEmails } from './administration-rows.ts'

type Deps = {
  database: Database
  mailer: Mailer
  words: { blockedWords?: WordFilter }
  clock: () => number
  /** Whether the operator wants to know. */
  isOn: boolean
}

/** One question to people with a paid plan. Their answer is emailed to the operators, and not stored. */
export class Surveys {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A session has begun. */
  async noteEntered(user: User): Promise<void> {
    if (!this.#isFor(user)) return
    await this.#deps.database.kysely
      .insertInto('survey')
      .values({ user_guid: user.guid, sessions: 1, answered_at: null })
      .onConflict((conflict) =>
        conflict.column('user_guid').doUpdateSet((row) => ({ sessions: row('survey.sessions', '+', 1) })),
      )
      .execute()
  }

  /** Whether it is the actor's turn. */
  async isAsked(actor: User): Promise<boolean> {
    if (!this.#isFor(actor)) return false
    return (await this.#due(this.#deps.database.kysely, actor).executeTakeFirst()) !== undefined
  }

  /** Answered again, or when it is not their turn, nothing happens. Throws textRefused with the field. */
  async answer(actor: User, given: { satisfaction: Satisfaction; message: string }): Promise<void> {
    const { database, mailer, words } = this.#deps
    const message = plainText(given.message, { field: 'message', maxLength: maxFeedbackLength, ...words })
    await database.transaction(async (tx) => {
      if (!(await this.#end(tx, actor))) return
      const label = satisfactionChoices.find(({ value }) => value === given.satisfaction)!.label
      for (const to of await operatorEmails(tx))
        await mailer.enqueue(tx, {
          ...composeEmail({
            to,
            subject: `${productName} survey: ${label}`,
            heading: `${label} (${given.satisfaction} of 5)`,
            paragraphs: [
              ...(message === '' ? [] : [message]),
              `From ${actor.email}, with the plan ${tierOf(actor.tierCode).name}. Your reply goes there.`,
            ],
            footer: 'Sent because SURVEY is on.',
          }),
          headers: { 'Reply-To': actor.email },
        })
    })
  }

  /** The actor doesn't want to say. */
  async dismiss(actor: User): Promise<void> {
    await this.#deps.database.transaction((tx) => this.#end(tx, actor))
  }

  #isFor({ tierCode }: User): boolean {
    return this.#deps.isOn && tierOf(tierCode).isPaid
  }

  #due(kysely: Database['kysely'], { guid }: User) {
    const latest = this.#deps.clock() - timeBetweenSurveys
    return kysely
      .selectFrom('survey')
      .select('user_guid')
      .where('user_guid', '=', guid)
      .where('sessions', '>=', sessionsBeforeSurvey)
      .where((row) => row.or([row('answered_at', 'is', null), row('answered_at', '<=', latest)]))
  }

  /** One statement: of two answers at once, one counts. */
  async #end(tx: Transaction, actor: User): Promise<boolean> {
    if (!this.#isFor(actor)) return false
    const ended = await tx
      .updateTable('survey')
      .set({ sessions: 0, answered_at: this.#deps.clock() })
      .where('user_guid', 'in', this.#due(tx, actor))
      .where('sessions', '>=', sessionsBeforeSurvey)
      .returning('user_guid')
      .executeTakeFirst()
    return ended !== undefined
  }
}

import type { User } from '#server/accounts/accounts.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import { expiryState } from '#server/rules/expiry.ts'
import { recipientsOverPlanMessage } from '#server/rules/messages.ts'
import { longestMessage } from '#server/rules/options.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { shareLetter } from './letters.ts'
import { visibilityOf } from './rows.ts'
import { readRecipients, type NewRecipient } from './recipients.ts'

type Needs = {
  database: Database
  tracking: Tracking
  post: Post
  publicUrl: URL
  /** Words that a message may not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
}

export type LinkWanted = { recipients: string; message: string }

/** Sending the link of a share that is there to more people, or once more (`POST send/link`). */
export class Links {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Names these people as recipients, who were not named yet, and mails the link to each; answers to how many. Throws
   * notFound, killed, expired, textRefused, and what the number of people says (B12), all people of the share together.
   */
  async send(actor: User, shareGuid: string, wanted: LinkWanted): Promise<number> {
    const { database, words } = this.#needs
    const recipients = readRecipients(wanted.recipients, actor, 'people')
    const message = plainText(wanted.message, { field: 'message', maxLength: longestMessage, ...words })
    await database.transaction(async (tx) => {
      const share = await this.#takeOpen(tx, actor, shareGuid)
      const known = await tx
        .selectFrom('recipient')
        .select(['guid', 'email', 'revoked_at'])
        .where('share_guid', '=', shareGuid)
        .execute()
      const byEmail = new Map(known.map((one) => [one.email.toLowerCase(), one]))
      const isNamed = ({ email }: NewRecipient) => byEmail.get(email)?.revoked_at === null
      const named = known.filter((one) => one.revoked_at === null).length
      const most = planOf(actor.tierCode).maxRecipients
      if (named + recipients.filter((one) => !isNamed(one)).length > most)
        throw new Problem('recipientsOverPlan', {
          field: 'recipients',
          text: recipientsOverPlanMessage(most),
        })
      const link = new URL(`/file/${shareGuid}`, this.#needs.publicUrl).href
      const invitation = { sender: actor, message, link, visibility: visibilityOf(share) }
      for (const one of recipients) {
        const recipientGuid = await this.#name(tx, shareGuid, one, byEmail.get(one.email)?.guid)
        await this.#needs.post.post(tx, shareLetter(one.email, invitation), { recipientGuid })
      }
      await this.#needs.tracking.append(tx, {
        subjectGuid: shareGuid,
        kind: 'LinkSent',
        email: actor.email,
        detail: { recipients: recipients.length },
      })
    })
    return recipients.length
  }

  /** Holds the share until the end of the transaction, so that of two who add people each counts the other's. */
  async #takeOpen(tx: Transaction, actor: User, shareGuid: string) {
    const share = await tx
      .updateTable('share')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('guid', '=', shareGuid)
      .where('owner_guid', '=', actor.guid)
      .where('binned_at', 'is', null)
      .returning(['visibility', 'needs_passkey', 'status', 'destruct_seconds', 'expires_at'])
      .executeTakeFirst()
    if (!share) throw new Problem('notFound')
    const { status, destruct_seconds: destructSeconds, expires_at: expiresAt } = share
    const facts = { status, destructSeconds, expiresAt, firstViewedAt: null }
    const { state } = expiryState(facts, this.#needs.clock())
    if (state === 'Unshared') throw new Problem('killed')
    if (state === 'Expired') throw new Problem('expired')
    return share
  }

  async #name(
    tx: Transaction,
    shareGuid: string,
    { email, name }: NewRecipient,
    known: string | undefined,
  ): Promise<string> {
    if (known !== undefined) {
      const waits = { revoked_at: null, mail_status: 'Waiting' } as const
      await tx.updateTable('recipient').set(waits).where('guid', '=', known).execute()
      return known
    }
    const guid = newGuid()
    const row = {
      guid,
      share_guid: shareGuid,
      email,
      name,
      first_viewed_at: null,
      added_at: this.#needs.clock(),
    }
    await tx
      .insertInto('recipient')
      .values({ ...row, mail_status: 'Waiting' })
      .execute()
    return guid
  }
}

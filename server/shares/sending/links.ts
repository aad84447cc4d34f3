import type { User } from '#server/accounts/accounts.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import type { Invitations } from './invitations.ts'
import { upsertRecipients, type OnList } from '#server/shares/people/added-recipients.ts'
import { countChange, lockOwnShare } from '#server/shares/own-share.ts'
import { readRecipients, type NewRecipient } from '#server/shares/people/recipients.ts'
import { endsOf, type ShareRow } from '#server/shares/rows.ts'
import { linkEmails } from '#server/rules/product/call-rates.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  plans: Plans
  invitations: Invitations
  /** Words that a message must not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
}

export type LinkWanted = { recipients: string; message: string }

/** The outcome for one share: null if its link was sent, else why not. */
export type LinkOutcome = { shareGuid: string; problem: Problem | null }

/** Sending the links of existing shares to more people, or again. */
export class Links {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Adds these people as recipients if they are not yet, and has the link emailed to each as soon as the file can be
   * read; answers to how many. Throws notFound, killed, expired, textRefused, tooManyAttempts, and what the limit on
   * recipients says, counting all people of the share.
   */
  async send(actor: User, shareGuid: string, wanted: LinkWanted): Promise<number> {
    const { outcomes, count } = await this.sendAll(actor, [shareGuid], wanted)
    const [outcome] = outcomes
    if (outcome?.problem) throw outcome.problem
    return count
  }

  /**
   * Like `send`, for several shares: each person gets one email with the links of all that could be sent. Every share
   * keeps its own protections, and a refusal of one does not stop the others. Throws what is wrong with the people or
   * the message, and tooManyAttempts; `count` is the number of emails.
   */
  async sendAll(
    actor: User,
    shareGuids: readonly string[],
    wanted: LinkWanted,
  ): Promise<{ outcomes: LinkOutcome[]; count: number }> {
    const { database, words, plans } = this.#deps
    const people = readRecipients(wanted.recipients, plans.of(actor.tierCode).maxRecipients, 'people')
    const message = plainText(wanted.message, { field: 'message', maxLength: maxMessageLength, ...words })
    await this.#requireRates(actor, people)
    return database.transaction(async (tx) => {
      const named = new Map<string, Named | Problem>()
      // In the same order for everyone who locks several shares: no deadlock.
      for (const shareGuid of shareGuids.toSorted())
        named.set(shareGuid, await this.#name(tx, actor, shareGuid, people).catch(problemOnly))
      const sent = shareGuids.map((guid) => named.get(guid)!).filter(isNamed)
      await this.#post(tx, message, sent)
      const outcomes = shareGuids.map((shareGuid) => {
        const outcome = named.get(shareGuid)
        return { shareGuid, problem: outcome instanceof Problem ? outcome : null }
      })
      return { outcomes, count: sent.length > 0 ? people.length : 0 }
    })
  }

  async #requireRates(actor: User, people: readonly NewRecipient[]): Promise<void> {
    const { rates } = this.#deps
    for (const { email } of people) {
      await rates.require(`links:user:${actor.guid}`, linkEmails.all)
      await rates.require(`links:user:${actor.guid}:${email}`, linkEmails.one)
    }
  }

  /** Adds the people to the list of one share. Whatever it throws, it has written nothing. */
  async #name(
    tx: Transaction,
    actor: User,
    shareGuid: string,
    people: readonly NewRecipient[],
  ): Promise<Named> {
    const { events, clock } = this.#deps
    const share = await lockOwnShare(tx, actor, shareGuid)
    requireOpen(share, clock())
    const list = await upsertRecipients(tx, this.#deps, actor, shareGuid, people)
    await countChange(tx, shareGuid)
    const about = { subject: shareGuid, actor: actor.email }
    for (const { email: person } of list.filter(({ isNew }) => isNew))
      await events.record(tx, { ...about, kind: 'Added', detail: { person } })
    await events.record(tx, { ...about, kind: 'LinkSent', detail: { recipients: list.length } })
    return { share, list }
  }

  async #post(tx: Transaction, message: string, sent: readonly Named[]): Promise<void> {
    const { invitations } = this.#deps
    const batch = newGuid()
    for (const [place, { share, list }] of sent.entries()) {
      const guids = list.map(({ guid }) => guid)
      await tx
        .updateTable('recipient')
        .set({ mail_status: 'Waiting', mail_reason: '' })
        .where('guid', 'in', guids)
        .execute()
      const emailed = { shareGuid: share.guid, kind: 'link', message } as const
      await invitations.hold(
        tx,
        { batch, place },
        guids.map((recipientGuid) => ({ recipientGuid, ...emailed })),
      )
    }
    await invitations.release(tx, batch)
  }
}

type Named = { share: ShareRow; list: OnList[] }

function isNamed(outcome: Named | Problem): outcome is Named {
  return !(outcome instanceof Problem)
}

function problemOnly(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** Whether the link of a share opens for anyone new. Throws killed, destructed, expired. */
function requireOpen(share: ShareRow, now: number): void {
  const { state } = expiryState(endsOf(share), now)
  if (state === 'Unshared') throw new Problem('killed')
  if (state === 'Destructed') throw new Problem('destructed')
  if (state === 'Expired') throw new Problem('expired')
}

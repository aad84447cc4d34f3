import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Invitations } from './invitations.ts'
import { lockRow, ownShare } from '#server/shares/own-share.ts'
import { isInOwnTime } from '#server/shares/people/ends.ts'
import { endsOf } from '#server/shares/rows.ts'

type Deps = { database: Database; rates: RateLimits; invitations: Invitations; clock: () => number }

export type AgainTo = 'unopened' | 'all'

const hour = 3_600_000
/** Emails sent again: for one share, and of one sender. */
const limits = { ofShare: { count: 3, per: hour }, ofSender: { count: 60, per: hour } }

/** Sending the link of a share to its people again. */
export class Resending {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Emails the link again to everyone on the list, or to those who have not opened it, as soon as the file can be read.
   * Answers to how many. Throws notFound for anyone else's share, killed and expired for a closed one, tooManyAttempts,
   * and recipientsMissing if no one is left.
   */
  async sendAgain(actor: User, shareGuid: string, { to }: { to: AgainTo }): Promise<number> {
    const { database, rates, invitations } = this.#deps
    await this.#requireOpen(actor, shareGuid)
    for (const [key, limit] of [
      [`again|share|${shareGuid}`, limits.ofShare],
      [`again|sender|${actor.guid}`, limits.ofSender],
    ] as const) {
      const usedUp = await rates.takeAll([{ key, ...limit }])
      if (usedUp) throw new Problem('tooManyAttempts', { text: tooOften, wait: usedUp.wait })
    }
    return database.transaction(async (tx) => {
      // Locked, so that no one unshares it while the emails are written.
      const share = await lockRow(tx)
        .where('guid', '=', shareGuid)
        .where('owner_guid', '=', actor.guid)
        .where('binned_at', 'is', null)
        .where('status', '=', 'Active')
        .returning('guid')
        .executeTakeFirst()
      if (!share) throw new Problem('notFound')
      const people = await tx
        .updateTable('recipient')
        .set({ mail_status: 'Waiting', mail_reason: '' })
        .where('share_guid', '=', shareGuid)
        .where('revoked_at', 'is', null)
        .where(isInOwnTime(this.#deps.clock()))
        .$if(to === 'unopened', (rows) => rows.where('first_viewed_at', 'is', null))
        .returning('guid')
        .execute()
      if (people.length === 0) throw new Problem('recipientsMissing', { field: 'to', text: nobodyLeft[to] })
      await invitations.post(
        tx,
        people.map(({ guid: recipientGuid }) => ({ recipientGuid, shareGuid, kind: 'share' })),
      )
      return people.length
    })
  }

  async #requireOpen(actor: User, shareGuid: string): Promise<void> {
    const { database, clock } = this.#deps
    const share = await ownShare(database.kysely, actor, shareGuid)
    const { state } = expiryState(endsOf(share), clock())
    const field = 'to'
    if (state === 'Unshared') throw new Problem('killed', { field, text: closed.killed })
    if (state !== 'open') throw new Problem('expired', { field, text: closed.expired })
  }
}

const tooOften =
  'This link was already resent several times in the last hour. Nothing was sent. Try again in an hour.'
const nobodyLeft: Record<AgainTo, string> = {
  unopened: 'Everyone on the list has already opened the file. Nothing was sent.',
  all: 'This file has no recipients. Copy its link and send it yourself.',
}
const closed = {
  killed: 'The file is unshared, so no one can open its link. Share it again first.',
  expired: 'Access to this file has ended, so no one can open its link. Extend the end date first.',
}

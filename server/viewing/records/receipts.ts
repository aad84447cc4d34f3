import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { requestsBy } from '#server/shares/requests/own-requests.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { acceptedBy } from './accepted-rows.ts'
import { factsFor } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import type { Receipt } from './receipt-shape.ts'
import { roomReceipt } from './room-receipts.ts'

/**
 * What is recorded about a reader of a share, or a member of a room, shown to that person: by confirmed addresses, and
 * by nothing else.
 */
export class Receipts {
  readonly #deps: { database: Database; tracking: Tracking; clock: () => number }

  constructor(deps: { database: Database; tracking: Tracking; clock: () => number }) {
    this.#deps = deps
  }

  /**
   * For the share or room with this guid. `sender` for the owner of the share, `manager` for people who manage the
   * room: they have other pages. Throws identityNeeded, notRecipient.
   */
  async of(identity: Identity, guid: string): Promise<Receipt | 'sender' | 'manager'> {
    return (await roomReceipt(this.#deps, identity, guid)) ?? this.#ofShare(identity, guid)
  }

  async #ofShare(identity: Identity, shareGuid: string): Promise<Receipt | 'sender'> {
    const { database, tracking, clock } = this.#deps
    const now = clock()
    const emails = await allProvedEmails(database.kysely, identity)
    const found = await factsFor(database.lookups, identity, emails, shareGuid, now)
    if (!found || emails.length === 0) throw new Problem(strangerRefusal(identity))
    if (found.policyFacts.relationship === 'owner') return 'sender'
    const [records, accepted, requests, wasNamed] = await Promise.all([
      tracking.records(shareGuid, emails),
      acceptedBy(database.kysely, { share: shareGuid }, emails),
      requestsBy(database.kysely, shareGuid, emails, now),
      this.#wasNamed(shareGuid, emails),
    ])
    // That someone was refused is no reason to say that there is such a share.
    if (!wasNamed && records.visits.length === 0 && accepted.length === 0)
      throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.policyFacts, 'open', now)
    const isShown = refusal === null || hasFlag(refusal, 'showsName')
    return {
      of: { share: shareGuid },
      name: isShown ? found.file.name : null,
      refusal,
      owner: found.sender,
      emails,
      records: {
        visits: records.visits.map((visit) => ({ subjectGuid: shareGuid, visit })),
        others: records.others.map((record) => ({ ...record, subjectGuid: shareGuid })),
        isCut: records.isCut,
      },
      names: new Map(),
      accepted,
      requests,
    }
  }

  /** Whether one of the addresses is, or was, on the list. */
  async #wasNamed(shareGuid: string, emails: string[]): Promise<boolean> {
    const row = await this.#deps.database.kysely
      .selectFrom('recipient')
      .select('guid')
      .where('share_guid', '=', shareGuid)
      .where(sql<string>`lower(email)`, 'in', emails)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}

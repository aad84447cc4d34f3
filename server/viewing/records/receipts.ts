import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { requestsBy, type OwnRequest } from '#server/shares/requests/own-requests.ts'
import { decide } from '#server/rules/sharing/gate.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import type { PersonalRecords, Tracking } from '#server/tracking/tracking.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { factsFor } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'

/** A text that a reader accepted; `acceptedAt` in epoch milliseconds. */
export type AcceptedTerms = {
  guid: string
  text: string
  sha256: string
  acceptedAt: number
  ip: string
  userAgent: string
}

type AcceptedRow = Omit<AcceptedTerms, 'acceptedAt' | 'userAgent'> & {
  accepted_at: number
  user_agent: string
}

export function acceptedTerms(row: AcceptedRow): AcceptedTerms {
  const { guid, text, sha256, accepted_at: acceptedAt, ip, user_agent: userAgent } = row
  return { guid, text, sha256, acceptedAt, ip, userAgent }
}

export type Receipt = {
  /** The file's name, or null where the gate would not show it now. */
  name: string | null
  /** Why the file cannot be opened now, or null. */
  refusal: ProblemName | null
  sender: { name: string; email: string }
  /** The proved addresses under which things are recorded. */
  emails: string[]
  records: PersonalRecords
  accepted: AcceptedTerms[]
  /** What the reader asked of the owner, the newest first. */
  requests: OwnRequest[]
}

/** What is recorded about a reader for one share, shown to that reader: by proved addresses, and by nothing else. */
export class Receipts {
  readonly #needs: { database: Database; tracking: Tracking; clock: () => number }

  constructor(needs: { database: Database; tracking: Tracking; clock: () => number }) {
    this.#needs = needs
  }

  /** Null for the owner, who has the page of the share. Throws identityNeeded, notRecipient. */
  async of(identity: Identity, shareGuid: string): Promise<Receipt | null> {
    const { database, tracking, clock } = this.#needs
    const now = clock()
    const emails = await allProvedEmails(database.kysely, identity)
    const found = await factsFor(database.kysely, identity, emails, shareGuid, now)
    if (!found || emails.length === 0) throw new Problem(strangerRefusal(identity))
    if (found.gate.standing === 'owner') return null
    const [records, accepted, requests, wasNamed] = await Promise.all([
      tracking.records(shareGuid, emails),
      this.#accepted(shareGuid, emails),
      requestsBy(database.kysely, shareGuid, emails, now),
      this.#wasNamed(shareGuid, emails),
    ])
    // That somebody was refused is no reason to say that there is such a share.
    if (!wasNamed && records.visits.length === 0 && accepted.length === 0)
      throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.gate, 'open', now)
    const isShown = refusal === null || namedAllTheSame.has(refusal)
    const { sender } = found
    const name = isShown ? found.file.name : null
    return { name, refusal, sender, emails, records, accepted, requests }
  }

  async #accepted(shareGuid: string, emails: string[]): Promise<AcceptedTerms[]> {
    const rows = await this.#needs.database.kysely
      .selectFrom('acceptance')
      .innerJoin('terms', 'terms.guid', 'acceptance.terms_guid')
      .select([
        'acceptance.guid',
        'terms.text',
        'acceptance.sha256',
        'acceptance.accepted_at',
        'acceptance.ip',
        'acceptance.user_agent',
      ])
      .where('acceptance.share_guid', '=', shareGuid)
      .where(sql<string>`lower(acceptance.email)`, 'in', emails)
      .orderBy('acceptance.accepted_at', 'desc')
      .limit(100)
      .execute()
    return rows.map(acceptedTerms)
  }

  /** Whether one of the addresses is, or was, on the list. */
  async #wasNamed(shareGuid: string, emails: string[]): Promise<boolean> {
    const row = await this.#needs.database.kysely
      .selectFrom('recipient')
      .select('guid')
      .where('share_guid', '=', shareGuid)
      .where(sql<string>`lower(email)`, 'in', emails)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}

/** Refusals that come after the name of the file is known. */
export const namedAllTheSame: ReadonlySet<ProblemName> = new Set(['processing', 'renderError'])

import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Events } from '#server/events/events.ts'
import { acceptedText, termsText, type TermsText } from './accepted-text.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { lockAsFound } from './opening.ts'

/** A text that a reader has to accept before anything else is shown. */
export type OwedTerms = TermsText & {
  sender: ShareAccess['sender']
  /** The confirmed address for the record, or null on a public link. */
  email: string | null
}

type AcceptancesDeps = {
  database: Database
  events: Events
  clock: () => number
}

/** Terms of access: who accepted which text, when and from where. */
export class Acceptances {
  readonly #deps: AcceptancesDeps

  constructor(deps: AcceptancesDeps) {
    this.#deps = deps
  }

  /** The text that this reader has to accept now, or null if another step comes first, or none. */
  async requiredStep(identity: Identity, shareGuid: string): Promise<OwedTerms | null> {
    const found = await this.#whoOwes(identity, shareGuid)
    if (!found) return null
    const { sender, email } = found
    return { ...(await termsText(this.#deps.database.kysely, found.termsGuid!)), sender, email }
  }

  /**
   * Records that this reader accepts a text, if that is still required; repeating it changes nothing. Throws
   * termsChanged if another text has replaced it.
   */
  async accept(identity: Identity, shareGuid: string, termsGuid: string, client: Client): Promise<void> {
    for (;;) {
      const found = await this.#whoOwes(identity, shareGuid)
      if (!found) return
      if (found.termsGuid !== termsGuid) throw new Problem('termsChanged')
      // If the sender edited the share in between, it is checked again.
      const { database } = this.#deps
      if (await database.transaction((tx) => this.#record(tx, found, termsGuid, client))) return
    }
  }

  async #whoOwes(identity: Identity, shareGuid: string): Promise<ShareAccess | null> {
    const now = this.#deps.clock()
    const found = await loadFacts(this.#deps.database.kysely, identity, shareGuid, now)
    // Those of a room are accepted on its sign-in page.
    if (!found || found.room) return null
    return decide(found.policyFacts, 'open', now) === 'termsNeeded' ? found : null
  }

  /** Returns false, and records nothing, if the share is no longer as it was found. */
  async #record(tx: Transaction, found: ShareAccess, termsGuid: string, client: Client): Promise<boolean> {
    const { events, clock } = this.#deps
    const { shareGuid, reader, email, recipientGuid } = found
    if (!(await lockAsFound(tx, found))) return false
    if (await hasAccepted(tx, found, termsGuid)) return true
    const accepted = await acceptedText(tx, termsGuid, client, clock())
    await tx
      .insertInto('acceptance')
      .values({
        ...accepted,
        share_guid: shareGuid,
        reader,
        email,
      })
      .execute()
    await events.record(tx, {
      subject: shareGuid,
      kind: 'TermsAccepted',
      actor: email,
      client,
      detail: { sha256: accepted.sha256 },
      facts: { who: recipientGuid === null ? null : email },
    })
    return true
  }
}

async function hasAccepted(
  tx: Transaction,
  { shareGuid, reader }: ShareAccess,
  termsGuid: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('acceptance')
    .select('guid')
    .where('share_guid', '=', shareGuid)
    .where('reader', '=', reader)
    .where('terms_guid', '=', termsGuid)
    .executeTakeFirst()
  return row !== undefined
}

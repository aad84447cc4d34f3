import { requireName, type Words } from '#server/accounts/registering/names.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Detail, Events } from '#server/events/events.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'

/** `email` only from readers who confirmed none: as entered, and unverified. */
export type Introduction = { firstName: string; lastName: string; email?: string | undefined }

type IntroductionsDeps = { database: Database; events: Events; words: Words; clock: () => number }

/** Who readers say they are, if the sender requires a name before the file is opened. */
export class Introductions {
  readonly #deps: IntroductionsDeps

  constructor(deps: IntroductionsDeps) {
    this.#deps = deps
  }

  /** Who has to give a name now, or null if another step comes first, or none. */
  async requiredStep(
    identity: Identity,
    shareGuid: string,
  ): Promise<Pick<ShareAccess, 'sender' | 'email'> | null> {
    const now = this.#deps.clock()
    const found = await loadFacts(this.#deps.database.kysely, identity, shareGuid, now)
    return found && decide(found.policyFacts, 'open', now) === 'nameNeeded' ? found : null
  }

  /**
   * Stores the name that this reader gives, if one is still required; a name once given stays. Throws badForm with the
   * field.
   */
  async give(identity: Identity, shareGuid: string, given: Introduction, client: Client): Promise<void> {
    const { database, events, words, clock } = this.#deps
    const first_name = requireName(given.firstName, 'firstName', words)
    const last_name = requireName(given.lastName, 'lastName', words)
    const typedEmail = typedAddress(given.email)
    const now = clock()
    const found = await loadFacts(database.kysely, identity, shareGuid, now)
    if (!found || decide(found.policyFacts, 'open', now) !== 'nameNeeded') return
    const { reader, email } = found
    await database.transaction(async (tx) => {
      const kept = await tx
        .insertInto('introduction')
        .values({
          share_guid: shareGuid,
          reader,
          first_name,
          last_name,
          email: email === null ? typedEmail : null,
          created_at: now,
        })
        // With a passkey an address may have been entered before, without a name.
        .onConflict((conflict) =>
          conflict
            .columns(['share_guid', 'reader'])
            .doUpdateSet({ first_name, last_name })
            .where('introduction.first_name', '=', ''),
        )
        .returning('reader')
        .executeTakeFirst()
      if (!kept) return
      const detail: Detail = { name: `${first_name} ${last_name}` }
      if (email === null && typedEmail !== null) detail['saysEmail'] = typedEmail
      await events.record(tx, { subject: shareGuid, kind: 'NameGiven', actor: email, client, detail })
    })
  }

  /** The names that the recipients of the actor's share gave, by the recipient's guid. */
  async ofRecipients(actor: User, shareGuid: string): Promise<Map<string, string>> {
    const rows = await this.#deps.database.kysely
      .selectFrom('introduction')
      .innerJoin('share', 'share.guid', 'introduction.share_guid')
      .innerJoin('recipient', 'recipient.guid', 'introduction.reader')
      .select(['introduction.reader', 'introduction.first_name', 'introduction.last_name'])
      .where('introduction.share_guid', '=', shareGuid)
      .where('share.owner_guid', '=', actor.guid)
      .execute()
    return new Map(rows.map((row) => [row.reader, `${row.first_name} ${row.last_name}`]))
  }
}

function typedAddress(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  const email = emailAddress(text)
  if (email === null) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
  return email
}

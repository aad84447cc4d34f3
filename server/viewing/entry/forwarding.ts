import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { personName, personNameMessage } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxReasonLength } from '#server/rules/sharing/requests.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { addRecipient, recipientByEmail } from '#server/shares/people/add-recipient.ts'
import { askOwner } from '#server/shares/requests/request-owner.ts'
import { lockShare, type HeldShare } from '#server/shares/sending/held-share.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import type { Person } from '#server/shares/requests/request-emails.ts'
import { refusalIn } from '#server/shares/refusals.ts'
import {
  accessRequestRows,
  forwardRequestRows,
  type ForwardRequestRow,
} from '#server/shares/requests/request-rows.ts'
import type { Events } from '#server/events/events.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import type { Plans } from '#server/rules/product/plans.ts'

const day = 24 * 3_600_000
const byRecipient = { count: 20, per: day }
const byNetwork = { count: 60, per: day }

export type ForwardWanted = { email: string; name: string; reason: string }

export type ForwardingDeps = {
  database: Database
  events: Events
  rates: RateLimits
  plans: Plans
  invitations: Invitations
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** What a recipient sees before forwarding a file. */
export type ForwardLook = {
  found: ShareAccess
  /** Whether the new reader is added immediately; otherwise the owner is asked. */
  isImmediate: boolean
  requests: ForwardRequestRow[]
}

/** A recipient forwards a file: immediately if the share allows it, otherwise by asking its owner. */
export class Forwarding {
  readonly #deps: ForwardingDeps

  constructor(deps: ForwardingDeps) {
    this.#deps = deps
  }

  /** Changes and records nothing. Throws what the policy says, and namedPeopleOnly. */
  async look(identity: Identity, shareGuid: string): Promise<ForwardLook> {
    const { kysely } = this.#deps.database
    const { found, recipientGuid } = await this.#pass(identity, shareGuid)
    const share = await kysely
      .selectFrom('share')
      .select('may_forward')
      .where('guid', '=', shareGuid)
      .executeTakeFirstOrThrow()
    return {
      found,
      isImmediate: share.may_forward === 1,
      requests: await forwardRequestRows(kysely, recipientGuid),
    }
  }

  async #pass(identity: Identity, shareGuid: string) {
    const { database, clock } = this.#deps
    const found = await loadFacts(database.kysely, identity, shareGuid, clock())
    if (!found) throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.policyFacts, 'forward', clock())
    if (refusal !== null) throw new Problem(refusal)
    const { recipientGuid, email } = found
    if (!found.isForPeople || recipientGuid === null || email === null) throw new Problem('namedPeopleOnly')
    return { found, recipientGuid, email }
  }

  /**
   * Returns whether the new reader was added or the owner was asked. Someone whom the owner removed can come back only
   * with the owner's approval. Throws what the policy says, tooManyAttempts, and on the field `email` badForm,
   * forwardToSelf, alreadyRecipient, alreadyAsked and notApproved; recipientsOverPlan; on `name` badForm; on `reason`
   * textRefused.
   */
  async forward(
    identity: Identity,
    shareGuid: string,
    wanted: ForwardWanted,
    client: Client,
  ): Promise<'added' | 'asked'> {
    const { database, rates, words } = this.#deps
    const person = personOf(wanted)
    const reason = plainText(wanted.reason, { field: 'reason', maxLength: maxReasonLength, ...words })
    for (let isFirst = true; ; isFirst = false) {
      const { found, recipientGuid, email } = await this.#pass(identity, shareGuid)
      if ((await this.#ownEmails(identity, email)).has(person.email)) throw new Problem('forwardToSelf')
      if (isFirst) {
        await rates.require(`forward|${recipientGuid}`, byRecipient)
        await rates.require(`forward|network|${networkOf(client.ip)}`, byNetwork)
      }
      const outcome = await database.transaction((tx) =>
        this.#passOn(tx, found, recipientGuid, { person, reason }, client),
      )
      // If the sender edited the share in between, the policy is checked again.
      if (outcome !== 'changed') return outcome
    }
  }

  async #ownEmails(identity: Identity, email: string): Promise<Set<string>> {
    const proved = await allProvedEmails(this.#deps.database.kysely, identity)
    return new Set([...proved, email].map((one) => one.toLowerCase()))
  }

  async #passOn(
    tx: Transaction,
    found: ShareAccess,
    recipientGuid: string,
    { person, reason }: Pick<Passing, 'person' | 'reason'>,
    client: Client,
  ): Promise<'added' | 'asked' | 'changed'> {
    const share = await lockShare(tx, found.shareGuid, this.#deps.clock())
    const requester = await requesterIn(tx, recipientGuid)
    if (!requester || share?.revision !== found.revision) return 'changed'
    if (share.owner.email.toLowerCase() === person.email)
      throw new Problem('alreadyRecipient', { field: 'email' })
    const listed = await recipientByEmail(tx, share.guid, person.email)
    if (listed && listed.revoked_at === null) throw new Problem('alreadyRecipient', { field: 'email' })
    if (share.protections.mayForward && !listed) {
      await this.#add(tx, share, { person, reason, requester }, client)
      return 'added'
    }
    const criteria = { shareGuid: share.guid, email: person.email, requestedBy: recipientGuid }
    const refusal = refusalIn(await accessRequestRows(tx, criteria), this.#deps.clock())
    if (refusal && !refusal.mayAsk) throw new Problem('notApproved', { field: 'email' })
    if (await askOwner(tx, this.#deps, share, { person, requester, reason, extraDays: null }, client))
      return 'asked'
    throw new Problem('alreadyAsked', { field: 'email' })
  }

  /** The new reader gets no more than the person who forwards the file has. */
  async #add(tx: Transaction, share: HeldShare, { person, reason, requester }: Passing, client: Client) {
    const { isViewOnly, endsAt, email: forwardedBy } = requester
    const added = { ...person, rights: { isViewOnly, endsAt, forwardedBy } }
    await addRecipient(tx, this.#deps, share, added, 'pass')
    await this.#deps.events.record(tx, {
      subject: share.guid,
      kind: 'Forwarded',
      actor: requester.email,
      client,
      detail: { to: person.email },
      facts: { requester, person, reason },
    })
  }
}

/** The person who forwards, with what they can do; null if they were removed. */
async function requesterIn(tx: Transaction, recipientGuid: string) {
  const row = await tx
    .selectFrom('recipient')
    .select(['email', 'name', 'is_view_only', 'expires_at'])
    .where('guid', '=', recipientGuid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { email, name } = row
  return { recipientGuid, email, name, isViewOnly: row.is_view_only === 1, endsAt: row.expires_at }
}

type Passing = {
  person: Person
  reason: string
  requester: Person & { recipientGuid: string; isViewOnly: boolean; endsAt: number | null }
}

/** The new reader, as entered. Throws badForm with the field. */
function personOf({ email: typedEmail, name: typedName }: { email: string; name: string }): Person {
  const email = emailAddress(typedEmail)
  if (!email) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
  return { email, name: optionalName(typedName) }
}

/** A name that can be omitted. Throws badForm on the field `name`. */
export function optionalName(typed: string): string {
  if (typed.trim() === '') return ''
  const name = personName(typed)
  if (name === null) throw new Problem('badForm', { field: 'name', text: personNameMessage })
  return name
}

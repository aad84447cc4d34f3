import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import { extraDays, maxReasonLength } from '#server/rules/sharing/requests.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { recipientByEmail } from '#server/shares/people/add-recipient.ts'
import { askOwner } from '#server/shares/requests/request-owner.ts'
import { lockShare, type HeldShare } from '#server/shares/sending/held-share.ts'
import { refusalIn, type Refusal } from '#server/shares/refusals.ts'
import { accessRequestRows } from '#server/shares/requests/request-rows.ts'
import type { Events } from '#server/events/events.ts'
import { optionalName } from './forwarding.ts'
import { provedEmails, type Identity } from '#server/accounts/identity.ts'

const asks = { count: 3, per: 24 * 3_600_000 }

export type AccessWanted = { email: string; name: string; message: string }

export type AccessRequestsDeps = {
  database: Database
  events: Events
  rates: RateLimits
  jobs: Jobs
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** The outcome of a person's own request. */
export type AccessState =
  | { state: 'none' }
  | { state: 'waiting'; requestedAt: number }
  | ({ state: 'refused' } & Refusal)

/** Requests for access by people who are not on the list of a share, and for more time by those whose access ended. */
export class AccessRequests {
  readonly #deps: AccessRequestsDeps

  constructor(deps: AccessRequestsDeps) {
    this.#deps = deps
    deps.jobs.handle('access-request', (payload) => this.#write(payload))
  }

  /** The outcome of what a confirmed address requested; nothing, even if there is no such share. */
  async stateOf(shareGuid: string, email: string): Promise<AccessState> {
    const { database, clock } = this.#deps
    const now = clock()
    const rows = await accessRequestRows(database.kysely, { shareGuid, email, requestedBy: null })
    const waiting = rows.find((row) => row.status === 'Pending' && row.expires_at > now)
    if (waiting) return { state: 'waiting', requestedAt: waiting.created_at }
    const refusal = refusalIn(rows, now)
    return refusal ? { state: 'refused', ...refusal } : { state: 'none' }
  }

  /**
   * Requests access for a confirmed address. The answer, and the work before it, are the same if there is no such
   * share, or it is closed. Throws identityNeeded for an address that this browser has not confirmed, badForm and
   * textRefused with the field, alreadyAsked, notApproved, tooManyAttempts.
   */
  async ask(identity: Identity, shareGuid: string, wanted: AccessWanted, client: Client): Promise<void> {
    const { database, rates, jobs, words } = this.#deps
    const { email } = wanted
    if (!provedEmails(identity).includes(email)) throw new Problem('identityNeeded')
    const name = optionalName(wanted.name)
    const message = plainText(wanted.message, { field: 'message', maxLength: maxReasonLength, ...words })
    const earlier = await this.stateOf(shareGuid, email)
    if (earlier.state === 'waiting')
      throw new Problem('alreadyAsked', { text: waitingText, field: 'message' })
    if (earlier.state === 'refused' && !earlier.mayAsk) throw new Problem('notApproved', { field: 'message' })
    await rates.require(`request|network|${networkOf(client.ip)}`, asks)
    await rates.require(`request|${email}`, asks)
    const { ip, userAgent } = client
    await database.transaction((tx) =>
      jobs.add(tx, 'access-request', { shareGuid, email, name, message, ip, userAgent }),
    )
  }

  async #write(payload: Record<string, string>): Promise<void> {
    const { shareGuid = '', email = '', name = '', message: reason = '', ip = '', userAgent = '' } = payload
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const share = await lockShare(tx, shareGuid, clock())
      if (!share?.isKept || !share.isForPeople || share.owner.email.toLowerCase() === email) return
      const isLate = await isOverFor(tx, share, email, clock())
      if (isLate === null ? !share.isOpen : !isLate) return
      const wanted = {
        person: { email, name },
        requester: null,
        reason,
        extraDays: isLate ? extraDays : null,
      }
      await askOwner(tx, this.#deps, share, wanted, { ip, userAgent })
    })
  }
}

/** Whether the time of someone on the list is over, by a date; null for anyone else. */
async function isOverFor(
  tx: Transaction,
  { guid, protections: { destructSeconds, expiresAt } }: HeldShare,
  email: string,
  now: number,
): Promise<boolean | null> {
  const person = await recipientByEmail(tx, guid, email)
  if (person?.revoked_at !== null) return null
  const { first_viewed_at: firstViewedAt, expires_at: ownEndsAt, extended_until: extendedUntil } = person
  const facts = {
    status: 'Active',
    destructSeconds,
    expiresAt,
    firstViewedAt,
    ownEndsAt,
    extendedUntil,
  } as const
  return expiryState(facts, now).state === 'Expired'
}

const waitingText = 'You’ve already asked. The sender hasn’t decided yet.'

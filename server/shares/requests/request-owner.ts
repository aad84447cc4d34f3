import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import { decisionLinkLives, requestLives } from '#server/rules/sharing/requests.ts'
import type { Events } from '#server/events/events.ts'
import type { HeldShare } from '#server/shares/sending/held-share.ts'
import type { Person } from './request-emails.ts'

export type RequestDeps = { events: Events; clock: () => number }
export type RequestDraft = {
  person: Person
  /** The recipient who wants to forward the file; null if people request access for themselves. */
  requester: (Person & { recipientGuid: string }) | null
  reason: string
  /** How many more days a recipient asks for; null if the person is not on the list. */
  extraDays: number | null
}

/**
 * Records a request to the owner of a share that the transaction holds, with the two links for the owner's email, if
 * the owner wants emails. Returns false if a request for this address is already pending.
 */
export async function askOwner(
  tx: Transaction,
  deps: RequestDeps,
  share: HeldShare,
  { person, requester, reason, extraDays }: RequestDraft,
  client: Client,
): Promise<boolean> {
  const now = deps.clock()
  await expireRequests(tx, now, share.guid)
  const isTold = (await choicesOf(tx, share.owner.guid)).isToldOfRequests
  const tokens = isTold ? { approve: newSecret(), reject: newSecret() } : null
  const kind = requester ? 'forward' : 'access'
  const request = await tx
    .insertInto('access_request')
    .values({
      guid: newGuid(),
      share_guid: share.guid,
      owner_guid: share.owner.guid,
      kind,
      ...person,
      asked_by: requester?.recipientGuid ?? null,
      reason,
      status: 'Pending',
      created_at: now,
      expires_at: now + requestLives,
      decided_at: null,
      decided_by: null,
      granted: null,
      ends_at: null,
      extra_days: extraDays,
      note: '',
      approve_hash: tokens && hashOfSecret(tokens.approve),
      reject_hash: tokens && hashOfSecret(tokens.reject),
      links_until: now + decisionLinkLives,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guid')
    .executeTakeFirst()
  if (!request) return false
  await deps.events.record(tx, {
    subject: share.guid,
    kind: requester ? 'ForwardAsked' : 'AccessAsked',
    actor: (requester ?? person).email,
    client,
    detail: requester ? { to: person.email } : {},
    facts: { person, requestedBy: requester, reason, extraDays, links: tokens },
  })
  return true
}

/** Ends requests on which no one decided in time, of one share or of all; returns how many. */
export async function expireRequests(tx: Transaction, now: number, shareGuid?: string): Promise<number> {
  let late = tx
    .updateTable('access_request')
    .set({ status: 'Expired' })
    .where('status', '=', 'Pending')
    .where('expires_at', '<=', now)
  if (shareGuid !== undefined) late = late.where('share_guid', '=', shareGuid)
  const { numUpdatedRows } = await late.executeTakeFirst()
  return Number(numUpdatedRows)
}

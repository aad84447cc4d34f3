import { sql } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import { recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { HeldEmailKind } from '#server/shares/sending/held-email-rows.ts'
import type { HeldShare } from '#server/shares/sending/held-share.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import { indexWords } from '#server/shares/lists/words.ts'

/** What one person can do, if someone decided that for this person alone. */
export type OwnRights = {
  isViewOnly: boolean
  /** An end for this person, in epoch milliseconds; the share's own applies, too. */
  endsAt: number | null
  /** The address of the person who forwarded the file. */
  forwardedBy: string | null
}

export type AddedPerson = { email: string; name: string; rights: OwnRights }

export type AddingDeps = { invitations: Invitations; plans: Plans; clock: () => number }

/**
 * Adds one person to a share that the transaction holds, and has them notified as soon as the file can be read; answers
 * the recipient's guid. Someone who was removed comes back with these permissions, a fresh timer and allowance. Throws
 * what `putOnList` throws.
 */
export async function addRecipient(
  tx: Transaction,
  { invitations, plans, clock }: AddingDeps,
  share: HeldShare,
  person: AddedPerson,
  kind: HeldEmailKind,
): Promise<string> {
  const list = { shareGuid: share.guid, max: plans.of(share.owner.tierCode).maxRecipients, now: clock() }
  const recipientGuid = await addRecipients(tx, list, person)
  await indexWords(tx, share.guid)
  await invitations.post(tx, [{ recipientGuid, shareGuid: share.guid, kind }])
  return recipientGuid
}

/**
 * Adds one person to the list of a share that the transaction holds, and answers the recipient's guid. A pending
 * request for this address is settled. Someone who was removed returns: with `rights`, as new and with those
 * permissions; without, as they were. Index the words of the share after the last one. Throws alreadyRecipient, and
 * recipientsOverPlan if the owner's plan allows no more.
 */
export async function addRecipients(
  tx: Transaction,
  list: { shareGuid: string; max: number; now: number },
  person: NewOnList,
): Promise<string> {
  const { shareGuid, max, now } = list
  const recipientGuid = await insertWithin(tx, list, person)
  if (recipientGuid === null) {
    if (await isOnList(tx, shareGuid, person.email)) throw new Problem('alreadyRecipient')
    throw new Problem('recipientsOverPlan', { text: recipientsOverPlanMessage(max) })
  }
  await tx
    .updateTable('access_request')
    .set({ status: 'Approved', decided_at: now, decided_by: 'added' })
    .where('share_guid', '=', shareGuid)
    .where('email', '=', person.email)
    .where('status', '=', 'Pending')
    .execute()
  return recipientGuid
}

type NewOnList = { email: string; name: string; rights?: OwnRights }

/** Whether the address has access: it is on the list and was not removed. */
async function isOnList(tx: Transaction, shareGuid: string, email: string): Promise<boolean> {
  return (await recipientByEmail(tx, shareGuid, email))?.revoked_at === null
}

/** The person on the list with this address, even if removed. */
export function recipientByEmail(tx: Transaction, shareGuid: string, email: string) {
  return tx
    .selectFrom('recipient')
    .select(['guid', 'revoked_at', 'first_viewed_at', 'expires_at', 'extended_until'])
    .where('share_guid', '=', shareGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst()
}

/** One statement counts and writes; null if the list is full or the person is on it. */
async function insertWithin(
  tx: Transaction,
  { shareGuid, max, now }: { shareGuid: string; max: number; now: number },
  { email, name, rights }: NewOnList,
): Promise<string | null> {
  const { isViewOnly, endsAt, forwardedBy } = rights ?? { isViewOnly: false, endsAt: null, forwardedBy: null }
  const viewOnly = isViewOnly ? 1 : 0
  const asNew = sql`,
      name = excluded.name, added_at = excluded.added_at, expires_at = excluded.expires_at,
      is_view_only = excluded.is_view_only, forwarded_by = excluded.forwarded_by,
      extended_until = null, first_viewed_at = null, prints_spent = 0`
  const { rows } = await sql<{ guid: string }>`
    insert into recipient
      (guid, share_guid, email, name, added_at, mail_status, expires_at, is_view_only, forwarded_by)
    select cast(${newGuid()} as text), cast(${shareGuid} as text), cast(${email} as text), cast(${name} as text),
      cast(${now} as bigint), 'Waiting', cast(${endsAt} as bigint), cast(${viewOnly} as bigint),
      cast(${forwardedBy} as text)
    where (select count(*) from recipient where share_guid = ${shareGuid} and revoked_at is null) < ${max}
    on conflict (share_guid, lower(email)) do update set
      revoked_at = null, mail_status = excluded.mail_status, mail_reason = ''${rights ? asNew : sql``}
    where recipient.revoked_at is not null
    returning guid`.execute(tx)
  return rows[0]?.guid ?? null
}

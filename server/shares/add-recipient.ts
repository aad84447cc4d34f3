import { sql } from 'kysely'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Letter } from '#server/mail/letter.ts'
import type { Post } from '#server/mail/post.ts'
import { recipientsOverPlanMessage } from '#server/rules/messages.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { HeldShare } from './held-share.ts'

export type AddedPerson = {
  email: string
  name: string
  isViewOnly?: boolean
  /** An end for this person, in epoch milliseconds; the share's own holds besides. */
  endsAt?: number | null
  /** The address of who passed the file on. */
  forwardedBy?: string | null
}

export type AddingNeeds = { post: Post; clock: () => number }

/**
 * Adds one person to a share that the transaction holds, and posts the letter; answers the recipient's guid. Somebody
 * who was removed comes back with a fresh timer and allowance. A request that waits for this address is settled.
 * Throws alreadyRecipient, and recipientsOverPlan when the owner's plan allows no more (reading B12).
 */
export async function addRecipient(
  tx: Transaction,
  { post, clock }: AddingNeeds,
  share: HeldShare,
  person: AddedPerson,
  letter: Letter,
): Promise<string> {
  const now = clock()
  const most = planOf(share.owner.tierCode).maxRecipients
  const recipientGuid = await insertWithin(tx, share.guid, person, { most, now })
  if (recipientGuid === null) {
    if (await isOnList(tx, share.guid, person.email)) throw new Problem('alreadyRecipient')
    throw new Problem('recipientsOverPlan', { text: recipientsOverPlanMessage(most) })
  }
  await tx
    .updateTable('access_request')
    .set({ status: 'Approved', decided_at: now, decided_by: 'added' })
    .where('share_guid', '=', share.guid)
    .where('email', '=', person.email)
    .where('status', '=', 'Pending')
    .execute()
  await post.post(tx, letter, { recipientGuid })
  return recipientGuid
}

/** Whether the address has access: it is on the list and was not taken off. */
export async function isOnList(tx: Transaction, shareGuid: string, email: string): Promise<boolean> {
  return (await recipientByEmail(tx, shareGuid, email))?.revoked_at === null
}

/** Who stands on the list with this address, also who was taken off. */
export function recipientByEmail(tx: Transaction, shareGuid: string, email: string) {
  return tx
    .selectFrom('recipient')
    .select(['guid', 'revoked_at'])
    .where('share_guid', '=', shareGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst()
}

/** One statement counts and writes; null where the list is full or the person stands on it. */
async function insertWithin(
  tx: Transaction,
  shareGuid: string,
  { email, name, isViewOnly = false, endsAt = null, forwardedBy = null }: AddedPerson,
  { most, now }: { most: number; now: number },
): Promise<string | null> {
  const viewOnly = isViewOnly ? 1 : 0
  const { rows } = await sql<{ guid: string }>`
    insert into recipient
      (guid, share_guid, email, name, added_at, mail_status, expires_at, is_view_only, forwarded_by)
    select cast(${newGuid()} as text), cast(${shareGuid} as text), cast(${email} as text), cast(${name} as text),
      cast(${now} as bigint), 'Waiting', cast(${endsAt} as bigint), cast(${viewOnly} as bigint),
      cast(${forwardedBy} as text)
    where (select count(*) from recipient where share_guid = ${shareGuid} and revoked_at is null) < ${most}
    on conflict (share_guid, lower(email)) do update set
      name = excluded.name, added_at = excluded.added_at, mail_status = excluded.mail_status,
      expires_at = excluded.expires_at, is_view_only = excluded.is_view_only,
      forwarded_by = excluded.forwarded_by, revoked_at = null, first_viewed_at = null, prints_spent = 0
    where recipient.revoked_at is not null
    returning guid`.execute(tx)
  return rows[0]?.guid ?? null
}

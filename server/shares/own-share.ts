import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { protectionsIn, shareRows, type ShareRow } from './rows.ts'

/** A share of the actor's. Throws notFound for anyone else's, and for one in the trash. */
export async function ownShare(kysely: Kysely<Schema>, actor: User, shareGuid: string): Promise<ShareRow> {
  const row = await shareRows(kysely)
    .where('share.guid', '=', shareGuid)
    .where('share.owner_guid', '=', actor.guid)
    .where('share.binned_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Problem('notFound')
  return protectionsIn(row)
}

/**
 * Like `ownShare`, and locks its row until the commit: anyone who opens, edits or revokes waits. The row is locked
 * before any of its people is touched, as an opening does it.
 */
export async function lockOwnShare(tx: Transaction, actor: User, shareGuid: string): Promise<ShareRow> {
  await lockRow(tx).where('guid', '=', shareGuid).where('owner_guid', '=', actor.guid).execute()
  return ownShare(tx, actor, shareGuid)
}

/**
 * An update of a share that changes nothing: it locks the row until the commit, so that anyone else changing or opening
 * the share comes before or after. Add the condition.
 */
export function lockRow(tx: Transaction) {
  return tx.updateTable('share').set((share) => ({ revision: share.ref('revision') }))
}

/** Counts a change of a share, in its transaction: anyone who saw the state before it is notified. */
export async function countChange(tx: Transaction, shareGuid: string): Promise<void> {
  await tx
    .updateTable('share')
    .set((share) => ({ revision: share('revision', '+', 1) }))
    .where('guid', '=', shareGuid)
    .execute()
}

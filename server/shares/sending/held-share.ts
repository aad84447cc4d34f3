import { userColumns, userOf, type User } from '#server/accounts/users.ts'
import type { Transaction } from '#server/db/open.ts'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import { lockRow } from '#server/shares/own-share.ts'
import { protectionsIn, shareColumns } from '#server/shares/rows.ts'

/** A share whose row a transaction has locked: anyone else who wants to change it waits. */
export type HeldShare = {
  guid: string
  owner: User
  protections: Protections
  message: string
  sentAt: number
  revision: number
  /** Whether recipients can open it now: it is kept, and has not ended. */
  isOpen: boolean
  /** Whether recipients could open it with more time: not unshared, in the trash, or of a suspended account. */
  isKept: boolean
  /** Whether it is for people whom the sender named, so that one more can be added. */
  isForPeople: boolean
}

/** Locks a share for the rest of the transaction, or answers null if there is none. `now` in epoch milliseconds. */
export async function lockShare(tx: Transaction, shareGuid: string, now: number): Promise<HeldShare | null> {
  const row = await lockRow(tx)
    .where('guid', '=', shareGuid)
    .returning([...shareColumns, 'share.owner_guid', 'share.is_tour'])
    .executeTakeFirst()
  if (!row) return null
  const owner = await tx
    .selectFrom('user')
    .select([...userColumns, 'user.status'])
    .where('guid', '=', row.owner_guid)
    .executeTakeFirstOrThrow()
  const { protections } = protectionsIn(row)
  const { destructSeconds, expiresAt } = protections
  const facts = { status: row.status, destructSeconds, expiresAt, firstViewedAt: null }
  const isKept = row.status === 'Active' && row.binned_at === null && owner.status === 'Active'
  return {
    guid: row.guid,
    owner: userOf(owner),
    protections,
    message: row.message,
    sentAt: row.created_at,
    revision: row.revision,
    isOpen: isKept && expiryState(facts, now).state === 'open',
    isKept,
    isForPeople: protections.visibility === 'people' && row.is_tour === 0,
  }
}

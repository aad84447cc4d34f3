import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'

/** Records that the owner closes the account, if it is active and the password is still the one that was checked. */
export async function closeByOwner(
  tx: Transaction,
  guid: string,
  { now, passwordHash }: { now: number; passwordHash: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ closed_at: now, closed_by: 'owner' })
    .where('guid', '=', guid)
    .where('status', '=', 'Active')
    .where('password_hash', '=', passwordHash)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the operator closes the account, at a time that may be past. The account is suspended already. */
export async function closeByOperator(tx: Transaction, guid: string, closedAt: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ closed_at: closedAt, closed_by: 'operator' })
    .where('guid', '=', guid)
    .execute()
}

/** Reopens an account that its owner closed, unless it is being erased. Returns whether it did. */
export async function reopen(tx: Transaction, guid: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Active', closed_at: null, closed_by: null })
    .where('guid', '=', guid)
    .where('status', '=', 'Suspended')
    .where('closed_by', '=', 'owner')
    .where('closed_at', '>', now - closedKept)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Has the emails checked that were held back while an account was closed. Handled by the service that writes emails of
 * shares.
 */
export async function tellAgain(jobs: Jobs, tx: Transaction, owner: string): Promise<void> {
  await jobs.add(tx, 'invitations', { owner })
}

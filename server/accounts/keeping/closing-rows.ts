import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { closedKept } from '#server/rules/accounts/closing.ts'

/** Notes that the owner closes the account, while it is active and the password is still the one that was checked. */
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

/** Notes that the operator closes the account, at a time that may have passed. The account is suspended already. */
export async function closeByOperator(tx: Transaction, guid: string, closedAt: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ closed_at: closedAt, closed_by: 'operator' })
    .where('guid', '=', guid)
    .execute()
}

/** Opens an account that its owner closed, while it is not being erased. Answers whether it did. */
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

/** Has the letters looked at that were held back while an account was shut. Whoever writes letters of shares takes it. */
export async function tellAgain(jobs: Jobs, tx: Transaction, owner: string): Promise<void> {
  await jobs.add(tx, 'invitations', { owner })
}

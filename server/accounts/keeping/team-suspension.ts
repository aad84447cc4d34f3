import type { Transaction } from '#server/db/open.ts'
import { revokeAll } from '#server/accounts/registering/tokens.ts'
import type { Sessions } from '#server/accounts/sign-in/sessions.ts'

/**
 * Suspends an active account for its team, from the next request on: like `disable` by the operator, but the team can
 * end it. Returns false for an account that is not active, and for an operator's.
 */
export async function suspendForTeam(
  tx: Transaction,
  sessions: Sessions,
  { userGuid, now }: { userGuid: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Suspended', team_suspended_at: now })
    .where('guid', '=', userGuid)
    .where('status', '=', 'Active')
    .where('is_operator', '=', 0)
    .returning('guid')
    .executeTakeFirst()
  if (!row) return false
  await revokeAll(tx, userGuid)
  await sessions.endAll(userGuid, { tx })
  return true
}

/** Ends what the team did. Returns false where it did nothing: what the operator or the owner closed stays closed. */
export async function restoreForTeam(tx: Transaction, userGuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ status: 'Active', team_suspended_at: null })
    .where('guid', '=', userGuid)
    .where('status', '=', 'Suspended')
    .where('team_suspended_at', 'is not', null)
    .where('closed_at', 'is', null)
    .returning('guid')
    .executeTakeFirst()
  return row !== undefined
}

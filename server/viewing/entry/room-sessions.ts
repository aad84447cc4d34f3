import type { Transaction } from '#server/db/open.ts'
import { visitGap } from '#server/rules/reading/dwell.ts'

/**
 * Counts a new session of a member if none is running: heartbeats more than ten minutes apart belong to two.
 * Items added since the previous session ended are new from then on.
 */
export async function keepSession(tx: Transaction, memberGuid: string, now: number): Promise<void> {
  if (isRunning(await lastSeen(tx, memberGuid), now)) return
  // Locked, so that of two heartbeats at once only one begins the session.
  await tx
    .updateTable('member')
    .set((member) => ({ email: member.ref('email') }))
    .where('guid', '=', memberGuid)
    .execute()
  const seenAt = await lastSeen(tx, memberGuid)
  if (isRunning(seenAt, now)) return
  await tx
    .updateTable('member')
    .set((member) => ({
      session_count: member('session_count', '+', 1),
      entered_at: now,
      ...(seenAt !== null && { news_since: seenAt }),
    }))
    .where('guid', '=', memberGuid)
    .execute()
}

function isRunning(seenAt: number | null, now: number): boolean {
  return seenAt !== null && seenAt > now - visitGap
}

/** The latest heartbeat of a member, in any browser; null before the first. */
async function lastSeen(tx: Transaction, memberGuid: string): Promise<number | null> {
  const { seen_at: seenAt } = await tx
    .selectFrom('visit')
    .select(({ fn }) => fn.max<number | null>('seen_at').as('seen_at'))
    .where('member_guid', '=', memberGuid)
    .executeTakeFirstOrThrow()
  return seenAt === null ? null : Number(seenAt)
}

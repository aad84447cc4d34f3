import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'
import { expiryState } from '#server/rules/sharing/expiry.ts'

/** What decides whether a thread is open, and who its two people are. */
export function threadRow(kysely: Kysely<Schema>, recipientGuid: string) {
  return kysely
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
    .select([
      'share.guid as share_guid',
      'share.status',
      'share.binned_at',
      'share.visibility',
      'share.destruct_seconds',
      'share.expires_at',
      'share.first_viewed_at as link_first_viewed_at',
      'recipient.email',
      'recipient.first_viewed_at',
      'recipient.expires_at as own_ends_at',
      'recipient.extended_until',
      'recipient.revoked_at',
      'owner.first_name',
      'owner.last_name',
      ownerStatus('share', 'owner').as('owner_status'),
    ])
    .where('recipient.guid', '=', recipientGuid)
}

export type ThreadRow = Awaited<ReturnType<ReturnType<typeof threadRow>['executeTakeFirstOrThrow']>>

/** Whether the recipient can still reach the thread: it ends when the file is closed to them. */
export function isOpenThread(row: ThreadRow, now: number): boolean {
  if (row.revoked_at !== null || row.owner_status !== 'Active') return false
  const facts = {
    status: row.binned_at === null ? row.status : ('Killed' as const),
    destructSeconds: row.destruct_seconds,
    expiresAt: row.expires_at,
    firstViewedAt: row.visibility === 'public' ? row.link_first_viewed_at : row.first_viewed_at,
    ownEndsAt: row.own_ends_at,
    extendedUntil: row.extended_until,
  }
  return expiryState(facts, now).state === 'open'
}

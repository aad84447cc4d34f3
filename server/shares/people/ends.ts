import { sql, type SqlBool } from 'kysely'
import { expiryState, type ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import { endsOf, type RecipientRow, type ShareRow } from '#server/shares/rows.ts'

export type Person = { share: ShareRow; person: RecipientRow }

/** Whether the file is open to one of its people now. */
export function isOpenTo({ share, person }: Person, now: number): boolean {
  if (person.revoked_at !== null || share.binned_at !== null) return false
  return expiryState(endsFor({ share, person }), now).state === 'open'
}

/** What decides when a share ends for one of its people. */
export function endsFor({ share, person }: Person): ExpiryFacts {
  const ofShare = endsOf(share)
  const firstViewedAt = share.visibility === 'public' ? ofShare.firstViewedAt : person.first_viewed_at
  return { ...ofShare, firstViewedAt, ownEndsAt: person.expires_at, extendedUntil: person.extended_until }
}

/** In SQL: whether a recipient was given more time, which is not over. */
export function hasMoreTime(now: number) {
  return sql<SqlBool>`coalesce(recipient.extended_until, 0) > ${now}`
}

/** In SQL: whether no date of a recipient's own, or more time than that, has ended. */
export function isInOwnTime(now: number) {
  return sql<SqlBool>`(recipient.expires_at is null or recipient.expires_at > ${now} or ${hasMoreTime(now)})`
}

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

import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import { countryName } from '#server/rules/text/countries.ts'
import type { Found } from '#server/viewing/access/facts.ts'
import { openedLetter } from './letters.ts'

export type OpeningNoticesNeeds = { post: Post; publicUrl: URL }

/** Tells a share's owner of its first opening by somebody, if the owner wants to hear of that; `country` as two letters. */
export async function tellOfOpening(
  tx: Transaction,
  { post, publicUrl }: OpeningNoticesNeeds,
  { found, country, at }: { found: Found; country: string; at: number },
): Promise<void> {
  const owner = await tx
    .selectFrom('share')
    .innerJoin('user', 'user.guid', 'share.owner_guid')
    .select(['user.guid', 'user.email', 'user.time_zone', 'share.created_at'])
    .where('share.guid', '=', found.shareGuid)
    .executeTakeFirstOrThrow()
  // Who proved the owner's address at the door is the owner.
  if (found.email === owner.email) return
  if (!(await choicesOf(tx, owner.guid)).isToldOfOpenings) return
  const who = found.recipientGuid === null ? null : found.email
  const { shareGuid, saysToBe } = found
  const sentAt = owner.created_at
  const opening = { who, saysToBe, sentAt, shareGuid, at, country: countryName(country) }
  await post.post(tx, openedLetter({ to: owner.email, timeZone: owner.time_zone, publicUrl }, opening))
}

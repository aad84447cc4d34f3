import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Post } from '#server/mail/post.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import type { Found } from '#server/viewing/access/found.ts'
import { nothingToReadLetter } from '#server/viewing/entry/letters.ts'

type Needs = { database: Database; rates: RateLimits; post: Post; publicUrl: URL }

const once = { count: 1, per: 7 * day }

/** E-mails the sender that one recipient may only read, and that the file can only be downloaded. */
export async function tellOfNothingToRead(
  { database, rates, post, publicUrl }: Needs,
  { shareGuid, recipientGuid, email }: Found,
): Promise<void> {
  if (recipientGuid === null || email === null) return
  if (!(await rates.take(`nothing-to-read|${recipientGuid}`, once))) return
  await database.transaction(async (tx) => {
    const owner = await tx
      .selectFrom('share')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .select(['user.email', 'user.time_zone', 'share.created_at'])
      .where('share.guid', '=', shareGuid)
      .executeTakeFirstOrThrow()
    const to = { to: owner.email, timeZone: owner.time_zone, publicUrl }
    const about = { shareGuid, recipientGuid, who: email, sentAt: owner.created_at }
    await post.post(tx, nothingToReadLetter(to, about))
  })
}

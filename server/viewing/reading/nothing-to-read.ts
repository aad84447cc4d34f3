import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import type { ShareAccess } from '#server/viewing/access/share-access.ts'

type Deps = { events: Events; rates: RateLimits }

const once = { count: 1, per: 7 * day }

/** Notifies the sender that one recipient can only read, and that the file can only be downloaded. */
export async function tellOfNothingToRead(
  { events, rates }: Deps,
  { shareGuid, recipientGuid, email }: ShareAccess,
): Promise<void> {
  if (recipientGuid === null || email === null) return
  const facts = { recipientGuid, who: email }
  await rates.within(`nothing-to-read|${recipientGuid}`, once, (tx) =>
    events.record(tx, { subject: shareGuid, kind: 'NothingToRead', actor: email, facts }),
  )
}

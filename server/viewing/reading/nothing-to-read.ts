import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import type { ShareAccess } from '#server/viewing/access/share-access.ts'

type Deps = { database: Database; events: Events; rates: RateLimits }

const once = { count: 1, per: 7 * day }

/** Notifies the sender that one recipient can only read, and that the file can only be downloaded. */
export async function tellOfNothingToRead(
  { database, events, rates }: Deps,
  { shareGuid, recipientGuid, email }: ShareAccess,
): Promise<void> {
  if (recipientGuid === null || email === null) return
  await database.transaction(async (tx) => {
    if (!(await rates.take(`nothing-to-read|${recipientGuid}`, once, tx))) return
    const facts = { recipientGuid, who: email }
    await events.record(tx, { subject: shareGuid, kind: 'NothingToRead', actor: email, facts })
  })
}

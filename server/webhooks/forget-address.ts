import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

/** Removes what names an address from feeds and from what was sent: it is kept for 30 days beside the events. */
export async function forgetAddressInFeeds(
  { kysely }: Pick<Database, 'kysely'>,
  address: string,
): Promise<void> {
  const named = sql<boolean>`replace(lower(body), ${address.toLowerCase()}, '') <> lower(body)`
  await kysely.deleteFrom('feed_entry').where(named).execute()
  await kysely.deleteFrom('webhook_message').where(named).execute()
}

import { sql, type Kysely } from 'kysely'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * For one owner, not counting the trash; `open` shares are neither unshared nor ended, `people` are the addresses on
 * those.
 */
export type SharingSummary = { shares: number; open: number; people: number; files: number }

/** Counts no further than asked, since counting very many takes long. */
export async function sharingSummaryOf(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { countTo, now }: { countTo: number; now: number },
): Promise<SharingSummary> {
  const own = kysely
    .selectFrom('share')
    .select('share.guid')
    .where('owner_guid', '=', ownerGuid)
    .where('binned_at', 'is', null)
  const open = own
    .where('status', '=', 'Active')
    .where((share) => share.or([share('destruct_seconds', '<>', 0), share('expires_at', '>', now)]))
  const people = kysely
    .selectFrom('recipient')
    .select(sql<string>`lower(email)`.as('guid'))
    .distinct()
    .where('share_guid', 'in', open)
  const files = kysely.selectFrom('file').select('file.guid').where('owner_guid', '=', ownerGuid)
  const [shares, opened, named, kept] = await Promise.all([
    countUpTo(kysely, countTo, own),
    countUpTo(kysely, countTo, open),
    countUpTo(kysely, countTo, people),
    countUpTo(kysely, countTo, files),
  ])
  return { shares, open: opened, people: named, files: kept }
}

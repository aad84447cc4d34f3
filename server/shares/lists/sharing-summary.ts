import { sql, type Kysely } from 'kysely'
import { countedUpTo } from '#server/db/count-up-to.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
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
  const [row] = await summaryRows(kysely, { ownerGuid, countTo, now })
  const { shares, open, people, files } = row!
  return { shares: Number(shares), open: Number(open), people: Number(people), files: Number(files) }
}

type Bound = { ownerGuid: string; countTo: number; now: number }

const summaryRows = prepared((kysely, { ownerGuid, countTo, now }: Slots<Bound>) => {
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
  return kysely.selectNoFrom([
    countedUpTo(kysely, countTo, own).as('shares'),
    countedUpTo(kysely, countTo, open).as('open'),
    countedUpTo(kysely, countTo, people).as('people'),
    countedUpTo(kysely, countTo, files).as('files'),
  ])
})

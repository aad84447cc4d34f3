import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Schema } from '#server/db/schema.ts'

/** Of each of the actor's shares the first people that it names, in the order they were added. */
export async function firstRecipients(
  kysely: Kysely<Schema>,
  actor: User,
  shareGuids: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  if (shareGuids.length === 0) return new Map()
  const ranked = kysely
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .select(['recipient.share_guid', 'recipient.email'])
    .select(
      sql<number>`row_number() over (
        partition by recipient.share_guid order by recipient.added_at, recipient.email)`.as('place'),
    )
    .where('recipient.share_guid', 'in', shareGuids)
    .where('share.owner_guid', '=', actor.guid)
    .where('recipient.revoked_at', 'is', null)
  const rows = await kysely
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', most)
    .orderBy('place')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.share_guid)
  return new Map([...grouped].map(([guid, people]) => [guid, people.map(({ email }) => email)]))
}

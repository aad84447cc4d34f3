import { sql, type Kysely, type Selectable } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { FeedTable } from '#server/db/tables/webhooks/webhook-tables.ts'

/** Whose feed: an account's, or a team's. */
export type FeedOwner = { user: string } | { team: string }
export type FeedRow = Selectable<FeedTable>

/** How a program names an event, in `webhook-id` and when polling. */
export function eventId(guid: string): string {
  return `evt_${guid}`
}

function ownerColumns(owner: FeedOwner) {
  return 'user' in owner
    ? { user_guid: owner.user, team_guid: null }
    : { user_guid: null, team_guid: owner.team }
}

export async function feedOf(kysely: Kysely<Schema>, owner: FeedOwner): Promise<FeedRow | undefined> {
  const { user_guid, team_guid } = ownerColumns(owner)
  return kysely
    .selectFrom('feed')
    .selectAll()
    .$if(user_guid !== null, (query) => query.where('user_guid', '=', user_guid))
    .$if(team_guid !== null, (query) => query.where('team_guid', '=', team_guid))
    .executeTakeFirst()
}

/** The feed, which begins now if there is none; of two that begin it at once, one does. */
export async function openFeed(kysely: Kysely<Schema>, owner: FeedOwner, now: number): Promise<FeedRow> {
  await kysely
    .insertInto('feed')
    .values({ guid: newGuid(), ...ownerColumns(owner), opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await feedOf(kysely, owner))!
}

/**
 * Takes the next numbers of a feed, which is locked until the commit. If `woken_number` is the last of them, no job
 * waits yet to read it.
 */
export const takeNumbers = prepared<
  { feed: string; count: number },
  { last_number: number; woken_number: number | null }
>((kysely, { feed, count }) =>
  kysely
    .updateTable('feed')
    .set((row) => ({
      last_number: sql<number>`${row.ref('last_number')} + cast(${count} as bigint)`,
      woken_number: sql<number | null>`case when ${row.ref('has_hooks')} = 1
        then coalesce(${row.ref('woken_number')}, ${row.ref('last_number')} + cast(${count} as bigint)) end`,
    }))
    .where('guid', '=', feed)
    .returning(['last_number', 'woken_number']),
)

/** From here on, what happens makes a new job; what happened is there to be read. */
export async function noteRead(kysely: Kysely<Schema>, feed: string): Promise<void> {
  await kysely.updateTable('feed').set({ woken_number: null }).where('guid', '=', feed).execute()
}

/**
 * Locks a feed that gets a hook until the commit, and returns its last number: what is committed behind it is for that
 * hook, too, and no one adds another meanwhile.
 */
export async function lockFeed(tx: Transaction, feed: string): Promise<number> {
  const row = await tx
    .updateTable('feed')
    .set({ has_hooks: 1 })
    .where('guid', '=', feed)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

/** Whether it has hooks, after one was removed. */
export async function noteHooks(tx: Transaction, feed: string): Promise<void> {
  await lockFeed(tx, feed)
  const hook = await tx.selectFrom('webhook').select('guid').where('feed_guid', '=', feed).executeTakeFirst()
  const has_hooks = hook ? 1 : 0
  await tx.updateTable('feed').set({ has_hooks }).where('guid', '=', feed).execute()
}

/** Entries behind a number, the oldest first. */
export function entriesAfter(
  kysely: Kysely<Schema>,
  feed: string,
  { after, kinds, limit }: { after: number; kinds?: readonly string[]; limit: number },
) {
  return kysely
    .selectFrom('feed_entry')
    .selectAll()
    .where('feed_guid', '=', feed)
    .where('number', '>', after)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** The latest, the oldest of them first. */
export async function latestEntries(
  kysely: Kysely<Schema>,
  feed: string,
  { upTo, kinds, limit }: { upTo: number; kinds?: readonly string[]; limit: number },
) {
  const rows = await kysely
    .selectFrom('feed_entry')
    .selectAll()
    .where('feed_guid', '=', feed)
    .where('number', '<=', upTo)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

export async function oldestNumber(kysely: Kysely<Schema>, feed: string): Promise<number | null> {
  const row = await kysely
    .selectFrom('feed_entry')
    .select('number')
    .where('feed_guid', '=', feed)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

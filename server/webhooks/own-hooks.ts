import type { Insertable, Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { WebhookTable } from '#server/db/tables/webhooks/webhook-tables.ts'
import { Problem } from '#server/rules/problems.ts'
import type { FeedOwner } from './feed/feed-rows.ts'
import { lockHook, type HookRow } from './sending/hook-rows.ts'

/** A webhook as its owner sees it: without its secrets. Times in epoch milliseconds. */
export type FoundHook = {
  guid: string
  url: string
  kinds: string[]
  state: HookRow['state']
  createdAt: number
  failingSince: number | null
  /** Until when the secret before signs, too. */
  oldSecretUntil: number | null
}

function ownHooks(kysely: Kysely<Schema>, owner: FeedOwner) {
  const column = 'user' in owner ? 'feed.user_guid' : 'feed.team_guid'
  return kysely
    .selectFrom('webhook')
    .innerJoin('feed', 'feed.guid', 'webhook.feed_guid')
    .selectAll('webhook')
    .where(column, '=', 'user' in owner ? owner.user : owner.team)
}

export async function hooksOf(kysely: Kysely<Schema>, owner: FeedOwner): Promise<FoundHook[]> {
  const rows = await ownHooks(kysely, owner).orderBy('webhook.created_at').orderBy('webhook.guid').execute()
  return rows.map(foundHook)
}

export async function findHook(
  kysely: Kysely<Schema>,
  owner: FeedOwner,
  guid: string,
): Promise<FoundHook | null> {
  const row = await ownHooks(kysely, owner).where('webhook.guid', '=', guid).executeTakeFirst()
  return row ? foundHook(row) : null
}

/** Locks a hook of an owner until the commit. Throws notFound. */
export async function lockHookOf(tx: Transaction, owner: FeedOwner, guid: string): Promise<HookRow> {
  const hook = (await findHook(tx, owner, guid)) && (await lockHook(tx, guid))
  if (!hook) throw new Problem('notFound')
  return hook
}

export async function insertHook(tx: Transaction, row: Insertable<WebhookTable>): Promise<void> {
  await tx.insertInto('webhook').values(row).execute()
}

function foundHook(row: HookRow): FoundHook {
  return {
    guid: row.guid,
    url: row.url,
    kinds: JSON.parse(row.kinds) as string[],
    state: row.state,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    oldSecretUntil: row.old_secret_until,
  }
}

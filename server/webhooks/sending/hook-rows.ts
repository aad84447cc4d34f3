import { sql, type Kysely, type Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { WebhookMessageTable, WebhookTable } from '#server/db/tables/webhooks/webhook-tables.ts'

export type HookRow = Selectable<WebhookTable>
export type MessageRow = Selectable<WebhookMessageTable>

/** Locks a hook until the commit, and reads it. */
export async function lockHook(tx: Transaction, guid: string): Promise<HookRow | undefined> {
  return tx
    .updateTable('webhook')
    .set((row) => ({ turn: row.ref('turn') }))
    .where('guid', '=', guid)
    .returningAll()
    .executeTakeFirst()
}

export async function setHook(tx: Transaction, guid: string, values: Partial<HookRow>): Promise<void> {
  await tx.updateTable('webhook').set(values).where('guid', '=', guid).execute()
}

/** Whether the account, or the team, whose hook it is can be told anything now. */
export async function isOwnerHere(kysely: Kysely<Schema>, feed: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('feed')
    .leftJoin('user', 'user.guid', 'feed.user_guid')
    .leftJoin('team', 'team.guid', 'feed.team_guid')
    .select('feed.guid')
    .where('feed.guid', '=', feed)
    .where((where) =>
      where.or([
        where('user.status', '=', 'Active'),
        where.and([where('team.guid', 'is not', null), where('team.closed_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

export async function countWaiting(kysely: Kysely<Schema>, hook: string): Promise<number> {
  const row = await kysely
    .selectFrom('webhook_message')
    .select((message) => message.fn.countAll<number | string | bigint>().as('count'))
    .where('webhook_guid', '=', hook)
    .where(isWaiting)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

// Not as a parameter: an index of some rows is used only if the statement says which.
const isWaiting = sql<boolean>`webhook_message.state = 'Waiting'`

/**
 * What can be delivered, what has been due longest first: of each subject only the first message that waits, so that what happened to
 * it arrives in its order. `before` leaves out what has to wait longer.
 */
export function firstWaiting(
  kysely: Kysely<Schema>,
  hook: string,
  { before, limit }: { before: number; limit: number },
) {
  return (
    waitingHeads(kysely, hook)
      .selectAll('webhook_message')
      .where('webhook_message.next_at', '<=', before)
      // What was not tried yet, before what failed already: one subject does not hold up the others.
      .orderBy('webhook_message.next_at')
      .orderBy('webhook_message.number')
      .limit(limit)
  )
}

/** When the next message can be delivered; null if none waits. */
export async function nextWaitingAt(kysely: Kysely<Schema>, hook: string): Promise<number | null> {
  const row = await waitingHeads(kysely, hook)
    .select((message) => message.fn.min<number | null>('webhook_message.next_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

function waitingHeads(kysely: Kysely<Schema>, hook: string) {
  return kysely
    .selectFrom('webhook_message')
    .where('webhook_message.webhook_guid', '=', hook)
    .where(isWaiting)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_message as earlier')
            .select('earlier.guid')
            .whereRef('earlier.webhook_guid', '=', 'webhook_message.webhook_guid')
            .whereRef('earlier.subject_guid', '=', 'webhook_message.subject_guid')
            .whereRef('earlier.number', '<', 'webhook_message.number')
            .where(sql<boolean>`earlier.state = 'Waiting'`),
        ),
      ),
    )
}

import type { Selectable } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { WebhookAttemptTable } from '#server/db/tables/webhooks/webhook-tables.ts'
import { Problem } from '#server/rules/problems.ts'
import { ownerOf, type WebhooksOf } from './owners.ts'
import { findHook } from './own-hooks.ts'
import type { MessageRow } from './sending/hook-rows.ts'

/** A message in the list of a webhook, with how its last attempt ended. */
export type LoggedMessage = Pick<MessageRow, 'guid' | 'kind' | 'state' | 'tries'> & {
  createdAt: number
  nextAt: number
  attempt: Attempt | null
}

export type Attempt = Pick<
  Selectable<WebhookAttemptTable>,
  'number' | 'at' | 'took' | 'status' | 'failure' | 'answer'
>

export type MessageDetail = LoggedMessage & { eventGuid: string; body: string; attempts: Attempt[] }

/** A place in the list, which is in the order of time, the newest first. */
export type LogPlace = { createdAt: number; guid: string }

const columns = ['guid', 'kind', 'state', 'tries', 'created_at', 'next_at', 'event_guid', 'body'] as const
const attemptColumns = ['number', 'at', 'took', 'status', 'failure', 'answer'] as const

/** What was sent to a webhook, and what its receiver answered: for whoever has the webhook. */
export class WebhookLog {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** The newest, or those older than a place. Throws notFound. */
  async page(
    actor: User,
    of: WebhooksOf,
    hook: string,
    { before, limit }: { before: LogPlace | null; limit: number },
  ): Promise<{ messages: LoggedMessage[]; hasOlder: boolean }> {
    await this.#require(actor, of, hook)
    const rows = await this.#database.kysely
      .selectFrom('webhook_message')
      .select(columns)
      .where('webhook_guid', '=', hook)
      .$if(before !== null, (query) =>
        query.where((row) =>
          row(row.refTuple('created_at', 'guid'), '<', row.tuple(before!.createdAt, before!.guid)),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('guid', 'desc')
      .limit(limit + 1)
      .execute()
    const shown = rows.slice(0, limit)
    const attempts = await this.#attempts(shown.map(({ guid }) => guid))
    const messages = shown.map((row) => logged(row, attempts.get(row.guid)?.at(-1) ?? null))
    return { messages, hasOlder: rows.length > limit }
  }

  /** Throws notFound. */
  async message(actor: User, of: WebhooksOf, hook: string, guid: string): Promise<MessageDetail> {
    await this.#require(actor, of, hook)
    const row = await this.#database.kysely
      .selectFrom('webhook_message')
      .select(columns)
      .where('guid', '=', guid)
      .where('webhook_guid', '=', hook)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    const attempts = (await this.#attempts([guid])).get(guid) ?? []
    return { ...logged(row, attempts.at(-1) ?? null), eventGuid: row.event_guid, body: row.body, attempts }
  }

  async #require(actor: User, of: WebhooksOf, hook: string): Promise<void> {
    const { kysely } = this.#database
    if (!(await findHook(kysely, await ownerOf(kysely, actor, of), hook))) throw new Problem('notFound')
  }

  /** In their order, by message. */
  async #attempts(messages: readonly string[]): Promise<Map<string, Attempt[]>> {
    if (messages.length === 0) return new Map()
    const rows = await this.#database.kysely
      .selectFrom('webhook_attempt')
      .select(['message_guid', ...attemptColumns])
      .where('message_guid', 'in', messages)
      .orderBy('message_guid')
      .orderBy('number')
      .execute()
    return Map.groupBy(rows, ({ message_guid }) => message_guid)
  }
}

function logged(
  row: Pick<MessageRow, 'guid' | 'kind' | 'state' | 'tries' | 'created_at' | 'next_at'>,
  attempt: Attempt | null,
): LoggedMessage {
  const { guid, kind, state, tries, created_at: createdAt, next_at: nextAt } = row
  return { guid, kind, state, tries, createdAt, nextAt, attempt }
}

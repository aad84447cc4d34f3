import type { Generated } from 'kysely'
import type { GeneratedFlag } from '#server/db/tables/flag.ts'

/** The tables of feeds and webhooks. */
export interface WebhookSchema {
  feed: FeedTable
  feed_entry: FeedEntryTable
  webhook: WebhookTable
  webhook_message: WebhookMessageTable
  webhook_attempt: WebhookAttemptTable
}

/** What happens to what an account or a team has, numbered in the order of the commits: for webhooks and polling. */
export interface FeedTable {
  guid: string
  /** One of both: whose it is. */
  user_guid: string | null
  team_guid: string | null
  last_number: Generated<number>
  has_hooks: GeneratedFlag
  /** The first number that a waiting job will find; null if none waits. */
  woken_number: Generated<number | null>
  opened_at: number
  /** When a program asked last, to the day. */
  polled_at: Generated<number | null>
}

export interface FeedEntryTable {
  feed_guid: string
  /** Without gaps, in the order of the commits. */
  number: number
  /** What is sent as `webhook-id`. */
  guid: string
  /** By its public name: `share.opened`. */
  kind: string
  subject_guid: string
  at: number
  /** JSON, as it is sent. */
  body: string
}

export interface WebhookTable {
  guid: string
  feed_guid: string
  url: string
  /** JSON list of public names. */
  kinds: string
  /** Wrapped as `webhook:guid`, the older one as `webhook_old:guid`. */
  secret_sealed: string
  old_secret_sealed: Generated<string | null>
  old_secret_until: Generated<number | null>
  /** Off by its owner; Failed after days without an answer, Gone after an answer 410. */
  state: Generated<'On' | 'Off' | 'Failed' | 'Gone'>
  created_at: number
  /** Up to where its messages were made from the feed. */
  read_number: number
  /** The job that counts: an older one that still comes does nothing. */
  turn: Generated<number>
  /** When that job is due; null without one. */
  wake_at: Generated<number | null>
  running_since: Generated<number | null>
  /** Failed attempts since the last success, and since when. */
  failures: Generated<number>
  failing_since: Generated<number | null>
  paused_until: Generated<number>
  /** Its receiver kept us waiting: until then it waits with others of its kind. */
  slow_until: Generated<number>
}

/** An event on its way to one receiver. */
export interface WebhookMessageTable {
  guid: string
  webhook_guid: string
  /** The event’s in the feed; 0 for a test. */
  number: number
  event_guid: string
  kind: string
  subject_guid: string
  body: string
  created_at: number
  state: Generated<'Waiting' | 'Delivered' | 'GivenUp'>
  tries: Generated<number>
  next_at: number
  done_at: Generated<number | null>
}

export interface WebhookAttemptTable {
  message_guid: string
  /** From 1, also over what is sent again. */
  number: number
  at: number
  /** Milliseconds. */
  took: number
  status: number | null
  /** Why there was no whole answer. */
  failure: string | null
  /** The first characters of the answer. */
  answer: string
}

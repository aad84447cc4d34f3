import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Jobs, Payload } from '#server/jobs/queue.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { olderWebhookName, webhookName } from '#server/storage/keys/wrapped-columns.ts'
import { entriesAfter, noteRead } from '../feed/feed-rows.ts'
import {
  countWaiting,
  firstWaiting,
  isOwnerHere,
  lockHook,
  nextWaitingAt,
  setHook,
  type HookRow,
  type MessageRow,
} from './hook-rows.ts'
import { deliver, isDelivered, type Outcome } from './receiver.ts'
import { failsFor, nextTry, pauseAfter } from './retry-plan.ts'
import { lanes, scheduleHook, wakeHook } from './schedule.ts'
import { stopHook } from './stopping.ts'

type Deps = {
  database: Database
  events: Events
  jobs: Jobs
  outgoing: Pick<Outgoing, 'ask'>
  keyRing: KeyRing
  publicUrl: URL
  clock: () => number
}

/** How long one job works on one hook, so that others have their turn, in milliseconds. */
const turnTime = 10_000
/** A receiver that takes longer, or fails, is treated as slow for this long, in milliseconds. */
const slowTime = 2_000
const slowFor = 3_600_000
const maxConcurrentHooks = 8
const messagesPerBatch = 20
/** How many messages of a hook wait at most; what follows stays in the feed until there is room. */
const maxWaiting = 1000
const waitAfterFailure = 600_000

/**
 * Sends what is in feeds to webhooks. Of each hook, one job of one process works at a time; it ends by deciding, with
 * the hook locked, when the next one comes. Whoever adds something for a hook locks it, too, so that nothing is left.
 */
export class Deliveries {
  readonly #deps: Deps
  readonly #closing = new AbortController()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('feed', ({ feed = '' }) => this.#wakeHooks(feed), { concurrency: 4 })
    for (const lane of Object.values(lanes))
      deps.jobs.handle(lane, (payload) => this.#work(payload), {
        concurrency: maxConcurrentHooks,
        onFailed: (payload) => this.#workLater(payload),
      })
  }

  /** Asks no one any more: the jobs that work end, and go on elsewhere or after the next start. */
  close(): void {
    this.#closing.abort()
  }

  async #wakeHooks(feed: string): Promise<void> {
    const { database, jobs, clock } = this.#deps
    // First: what is committed from now on makes another job.
    await noteRead(database.kysely, feed)
    const hooks = await database.kysely
      .selectFrom('webhook')
      .select('guid')
      .where('feed_guid', '=', feed)
      .where('state', '=', 'On')
      .execute()
    for (const { guid } of hooks)
      await database.transaction(async (tx) => {
        const hook = await lockHook(tx, guid)
        if (hook) await wakeHook(tx, jobs, hook, clock())
      })
  }

  async #work({ hook: guid = '', turn = '' }: Payload): Promise<void> {
    const { database, clock } = this.#deps
    const hook = await database.kysely
      .updateTable('webhook')
      .set({ running_since: clock(), wake_at: null })
      .where('guid', '=', guid)
      .where('turn', '=', Number(turn))
      .where('state', '=', 'On')
      .returningAll()
      .executeTakeFirst()
    if (!hook) return
    const isHere = await isOwnerHere(database.kysely, hook.feed_guid)
    if (isHere) await this.#deliverFor(guid, Number(turn))
    await database.transaction((tx) => this.#end(tx, guid, Number(turn), isHere))
  }

  /** Until there is nothing to deliver now, the receiver fails, or others have their turn. */
  async #deliverFor(guid: string, turn: number): Promise<void> {
    const { database, clock } = this.#deps
    const started = performance.now()
    for (;;) {
      await database.transaction((tx) => this.#readFeed(tx, guid))
      const messages: MessageRow[] = await firstWaiting(database.kysely, guid, {
        before: clock(),
        limit: messagesPerBatch,
      }).execute()
      for (const message of messages) {
        const goesOn = await this.#deliver(guid, turn, message)
        const isOver = this.#closing.signal.aborted || performance.now() - started > turnTime
        if (!goesOn || isOver) return
      }
      if (messages.length === 0) return
    }
  }

  /** Makes messages of what is new in the feed, as far as there is room for them. */
  async #readFeed(tx: Transaction, guid: string): Promise<void> {
    const hook = await lockHook(tx, guid)
    if (!hook) return
    const room = maxWaiting - (await countWaiting(tx, guid))
    if (room <= 0) return
    const entries = await entriesAfter(tx, hook.feed_guid, { after: hook.read_number, limit: room })
    if (entries.length === 0) return
    const wanted = new Set(JSON.parse(hook.kinds) as string[])
    const now = this.#deps.clock()
    const rows = entries.flatMap(({ feed_guid: _, guid: event_guid, at: __, ...entry }) =>
      wanted.has(entry.kind)
        ? [{ ...entry, guid: newGuid(), webhook_guid: guid, event_guid, created_at: now, next_at: now }]
        : [],
    )
    for (let at = 0; at < rows.length; at += 100)
      await tx
        .insertInto('webhook_message')
        .values(rows.slice(at, at + 100))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await setHook(tx, guid, { read_number: entries.at(-1)!.number })
  }

  /** Returns whether the next message can be tried at once. */
  async #deliver(guid: string, turn: number, message: MessageRow): Promise<boolean> {
    const { database, outgoing, clock } = this.#deps
    const hook = await database.kysely
      .selectFrom('webhook')
      .selectAll()
      .where('guid', '=', guid)
      .where('turn', '=', turn)
      .where('state', '=', 'On')
      .executeTakeFirst()
    if (!hook) return false
    const outcome = await deliver(outgoing, {
      url: hook.url,
      secrets: this.#secretsOf(hook),
      eventGuid: message.event_guid,
      body: message.body,
      now: clock(),
    })
    await database.transaction((tx) => this.#settle(tx, message, outcome))
    return isDelivered(outcome) && outcome.took <= slowTime
  }

  /** The current secret, and for a while the one before. */
  #secretsOf({
    guid,
    secret_sealed: sealed,
    old_secret_sealed: old,
    old_secret_until: until,
  }: HookRow): Buffer[] {
    const { keyRing, clock } = this.#deps
    const current = keyRing.unwrap(webhookName(guid), sealed)
    if (old === null || until === null || until <= clock()) return [current]
    return [current, keyRing.unwrap(olderWebhookName(guid), old)]
  }

  async #settle(tx: Transaction, message: MessageRow, outcome: Outcome): Promise<void> {
    const hook = await lockHook(tx, message.webhook_guid)
    // It was removed meanwhile.
    if (!hook) return
    const now = this.#deps.clock()
    await noteAttempt(tx, message.guid, outcome, now)
    const isDone = isDelivered(outcome)
    const tries = message.tries + 1
    const next = isDone ? null : nextTry(tries, now)
    const state = isDone ? 'Delivered' : next === null ? 'GivenUp' : 'Waiting'
    await tx
      .updateTable('webhook_message')
      .set({ state, tries, next_at: next ?? now, done_at: next === null ? now : null })
      .where('guid', '=', message.guid)
      .where('state', '=', 'Waiting')
      .execute()
    const slow_until = !isDone || outcome.took > slowTime ? now + slowFor : hook.slow_until
    if (isDone) {
      if (hook.failures > 0 || hook.slow_until !== slow_until)
        await setHook(tx, hook.guid, { failures: 0, failing_since: null, paused_until: 0, slow_until })
      return
    }
    const failures = hook.failures + 1
    const failing_since = hook.failing_since ?? now
    const paused_until = now + pauseAfter(failures)
    await setHook(tx, hook.guid, { failures, failing_since, paused_until, slow_until })
    if (hook.state !== 'On') return
    if (outcome.status === 410) await stopHook(tx, this.#deps, hook, 'Gone')
    else if (now - failing_since >= failsFor) await stopHook(tx, this.#deps, hook, 'Failed')
  }

  /** Decides, with the hook locked, when the next job comes. */
  async #end(tx: Transaction, guid: string, turn: number, isHere: boolean): Promise<void> {
    const { jobs, clock } = this.#deps
    const hook = await lockHook(tx, guid)
    if (!hook || hook.turn !== turn) return
    const next = hook.state === 'On' && isHere ? await this.#nextAt(tx, hook) : null
    if (next === null) await setHook(tx, guid, { running_since: null, wake_at: null })
    else await scheduleHook(tx, jobs, hook, Math.max(next, hook.paused_until, clock()))
  }

  async #nextAt(tx: Transaction, { guid, feed_guid, read_number }: HookRow): Promise<number | null> {
    const waiting = await nextWaitingAt(tx, guid)
    if ((await countWaiting(tx, guid)) >= maxWaiting) return waiting
    const [unread] = await entriesAfter(tx, feed_guid, { after: read_number, limit: 1 })
    return unread ? 0 : waiting
  }

  /** A job that failed for reasons of ours, again and again, leaves the hook to a later one. */
  async #workLater({ hook: guid = '', turn = '' }: Payload): Promise<void> {
    const { database, jobs, clock } = this.#deps
    await database.transaction(async (tx) => {
      const hook = await lockHook(tx, guid)
      if (hook && hook.state === 'On' && hook.turn === Number(turn))
        await scheduleHook(tx, jobs, hook, clock() + waitAfterFailure)
    })
  }
}

async function noteAttempt(
  tx: Transaction,
  message_guid: string,
  { status, failure, answer, took }: Outcome,
  at: number,
): Promise<void> {
  const last = await tx
    .selectFrom('webhook_attempt')
    .select((attempt) => attempt.fn.max<number | null>('number').as('number'))
    .where('message_guid', '=', message_guid)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  await tx
    .insertInto('webhook_attempt')
    .values({ message_guid, number, at, took, status, failure, answer })
    .execute()
}

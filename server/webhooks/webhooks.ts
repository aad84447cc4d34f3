import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { tooManyAttempts } from '#server/http/limits/too-many-attempts.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { olderWebhookName, webhookName } from '#server/storage/keys/wrapped-columns.ts'
import { lockFeed, noteHooks, openFeed, type FeedOwner } from './feed/feed-rows.ts'
import { isWebhookKind, ownerOf, type WebhooksOf } from './owners.ts'
import { findHook, hooksOf, insertHook, lockHookOf, type FoundHook } from './own-hooks.ts'
import { setHook, type HookRow } from './sending/hook-rows.ts'
import { wakeHook } from './sending/schedule.ts'
import { newSecret, secretText } from './sending/signature.ts'
import { webhookUrlText } from './webhook-forms.ts'

type Deps = {
  database: Database
  events: Events
  jobs: Jobs
  rates: RateLimits
  keyRing: KeyRing
  clock: () => number
}

export type NewWebhook = { url: string; kinds: readonly string[] }

export const maxWebhooks = 20
/** How long the secret before still signs, in milliseconds. */
export const oldSecretKept = 24 * 3_600_000
const maxTests = { count: 30, per: 3_600_000 }

/**
 * The webhooks of an account, for its owner alone, or of a team, for those who administer it now. Everyone else is
 * answered notFound, as for a webhook that does not exist.
 */
export class Webhooks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list(actor: User, of: WebhooksOf): Promise<FoundHook[]> {
    const { kysely } = this.#deps.database
    return hooksOf(kysely, await ownerOf(kysely, actor, of))
  }

  async find(actor: User, of: WebhooksOf, guid: string): Promise<FoundHook> {
    const { kysely } = this.#deps.database
    const found = await findHook(kysely, await ownerOf(kysely, actor, of), guid)
    if (!found) throw new Problem('notFound')
    return found
  }

  /** Returns its guid and the secret, which no one can see again. Throws badForm with the field, webhookLimit. */
  async add(
    actor: User,
    of: WebhooksOf,
    { url: typed, kinds }: NewWebhook,
  ): Promise<{ guid: string; secret: string }> {
    const { database, keyRing, clock } = this.#deps
    const url = requireUrl(typed)
    requireKinds(kinds, of)
    const [guid, secret] = [newGuid(), newSecret()]
    await database.transaction(async (tx) => {
      await requireCurrentKey(tx, keyRing)
      const owner = await ownerOf(tx, actor, of)
      const { guid: feed } = await openFeed(tx, owner, clock())
      // Before the feed, as all others do it.
      await this.#record(tx, owner, actor, 'WebhookAdded', { host: url.host })
      const last_number = await lockFeed(tx, feed)
      if ((await hooksOf(tx, owner)).length >= maxWebhooks) throw new Problem('webhookLimit')
      await insertHook(tx, {
        guid,
        feed_guid: feed,
        url: url.href,
        kinds: JSON.stringify(kinds),
        secret_sealed: keyRing.wrap(webhookName(guid), secret),
        created_at: clock(),
        read_number: last_number,
      })
    })
    return { guid, secret: secretText(secret) }
  }

  /** Throws badForm with the field, notFound. */
  async choose(actor: User, of: WebhooksOf, guid: string, kinds: readonly string[]): Promise<void> {
    requireKinds(kinds, of)
    await this.#change(actor, of, guid, async (tx, hook) => {
      const chosen = JSON.stringify(kinds)
      if (chosen === hook.kinds) return null
      await setHook(tx, guid, { kinds: chosen })
      return { what: 'kinds' }
    })
  }

  /** A new secret, which no one can see again; the one before signs beside it for a day. */
  async renewSecret(actor: User, of: WebhooksOf, guid: string): Promise<string> {
    const { keyRing, clock } = this.#deps
    const secret = newSecret()
    await this.#change(actor, of, guid, async (tx, hook) => {
      await requireCurrentKey(tx, keyRing)
      const before = keyRing.unwrap(webhookName(guid), hook.secret_sealed)
      await setHook(tx, guid, {
        secret_sealed: keyRing.wrap(webhookName(guid), secret),
        old_secret_sealed: keyRing.wrap(olderWebhookName(guid), before),
        old_secret_until: clock() + oldSecretKept,
      })
      return { what: 'secret' }
    })
    return secretText(secret)
  }

  /** Turned on again, it is sent what happened meanwhile, as far as that is kept. */
  async turn(actor: User, of: WebhooksOf, guid: string, isOn: boolean): Promise<void> {
    const { jobs, clock } = this.#deps
    await this.#change(actor, of, guid, async (tx, hook) => {
      if ((hook.state === 'On') === isOn) return null
      if (!isOn) {
        await setHook(tx, guid, { state: 'Off', turn: hook.turn + 1, wake_at: null, running_since: null })
        return { what: 'off' }
      }
      const anew = { state: 'On', failures: 0, failing_since: null, paused_until: 0 } as const
      await setHook(tx, guid, anew)
      await wakeHook(tx, jobs, { ...hook, ...anew, running_since: null, wake_at: null }, clock())
      return { what: 'on' }
    })
  }

  async remove(actor: User, of: WebhooksOf, guid: string): Promise<void> {
    const { database } = this.#deps
    await database.transaction(async (tx) => {
      const owner = await ownerOf(tx, actor, of)
      const hook = await lockHookOf(tx, owner, guid)
      await tx.deleteFrom('webhook').where('guid', '=', guid).execute()
      await this.#record(tx, owner, actor, 'WebhookRemoved', { host: new URL(hook.url).host })
      await noteHooks(tx, hook.feed_guid)
    })
  }

  /** Sends an event that says it is a test, like any other; returns its message. Throws tooManyAttempts, webhookOff. */
  async test(actor: User, of: WebhooksOf, guid: string): Promise<string> {
    const { database, rates, clock } = this.#deps
    const owner = await ownerOf(database.kysely, actor, of)
    if (!(await findHook(database.kysely, owner, guid))) throw new Problem('notFound')
    const key = `webhook-test|${'user' in owner ? owner.user : owner.team}`
    if (!(await rates.take(key, maxTests))) throw tooManyAttempts(maxTests.per)
    const [message, now] = [newGuid(), clock()]
    const body = JSON.stringify({
      type: 'test',
      timestamp: new Date(now).toISOString(),
      data: { by: actor.email },
    })
    await database.transaction(async (tx) => {
      const hook = await lockHookOf(tx, owner, guid)
      if (hook.state !== 'On') throw new Problem('webhookOff')
      const row = { guid: message, webhook_guid: guid, number: 0, event_guid: newGuid(), kind: 'test' }
      const rest = { subject_guid: message, body, created_at: now, next_at: now }
      await tx
        .insertInto('webhook_message')
        .values({ ...row, ...rest })
        .execute()
      await this.#wakeNow(tx, hook)
    })
    return message
  }

  /** Sends again what was delivered or given up, with the same id. Throws notFound, webhookOff. */
  async sendAgain(actor: User, of: WebhooksOf, guid: string, message: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const hook = await lockHookOf(tx, await ownerOf(tx, actor, of), guid)
      if (hook.state !== 'On') throw new Problem('webhookOff')
      const { numUpdatedRows } = await tx
        .updateTable('webhook_message')
        .set({ state: 'Waiting', tries: 0, next_at: clock(), done_at: null })
        .where('guid', '=', message)
        .where('webhook_guid', '=', guid)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Problem('notFound')
      await this.#wakeNow(tx, hook)
    })
  }

  /** Someone waits for it: the receiver is asked, however often it failed before. */
  async #wakeNow(tx: Transaction, hook: HookRow): Promise<void> {
    const { jobs, clock } = this.#deps
    await setHook(tx, hook.guid, { paused_until: 0 })
    await wakeHook(tx, jobs, { ...hook, paused_until: 0 }, clock())
  }

  /** One change of a hook that is locked; null if there is nothing to change. */
  async #change(
    actor: User,
    of: WebhooksOf,
    guid: string,
    change: (tx: Transaction, hook: HookRow) => Promise<{ what: string } | null>,
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const owner = await ownerOf(tx, actor, of)
      const hook = await lockHookOf(tx, owner, guid)
      const changed = await change(tx, hook)
      if (!changed) return
      const detail = { host: new URL(hook.url).host, ...changed }
      await this.#record(tx, owner, actor, 'WebhookChanged', detail)
    })
  }

  #record(
    tx: Transaction,
    owner: FeedOwner,
    actor: User,
    kind: 'WebhookAdded' | 'WebhookChanged' | 'WebhookRemoved',
    detail: Record<string, string>,
  ): Promise<void> {
    const subject = 'user' in owner ? owner.user : owner.team
    return this.#deps.events.record(tx, { subject, kind, actor: actor.email, detail })
  }
}

/** Where it leads is checked at each request; here only whether it can be requested. */
function requireUrl(typed: string): URL {
  const refused = (text: string) => new Problem('badForm', { field: 'url', text })
  if (!URL.canParse(typed.trim())) throw refused(webhookUrlText)
  const url = new URL(typed.trim())
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(webhookUrlText)
  if (url.username !== '' || url.password !== '')
    throw refused('The address must not contain a user name or password.')
  url.hash = ''
  return url
}

function requireKinds(kinds: readonly string[], of: WebhooksOf): void {
  if (kinds.every((kind) => isWebhookKind(kind, of))) return
  throw new Problem('badForm', { field: 'kind', text: 'Choose from the kinds of events in the list.' })
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Outgoing } from '#server/http/outgoing/outgoing.ts'
import { networksIn } from '#server/proxies.ts'
import { FeedWriter } from '#server/webhooks/feed/feed-writer.ts'
import { Feeds } from '#server/webhooks/feed/feeds.ts'
import { Deliveries } from '#server/webhooks/sending/deliveries.ts'
import { WebhookClearing } from '#server/webhooks/webhook-clearing.ts'
import { WebhookLog } from '#server/webhooks/webhook-log.ts'
import { tellOfWebhooks } from '#server/webhooks/webhook-notices.ts'
import { Webhooks } from '#server/webhooks/webhooks.ts'
import { addShare } from './shares.ts'
import { goesWithTest, World } from './world.ts'
import type { Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'

export type Got = { headers: IncomingHttpHeaders; body: string; type: string; data: Record<string, unknown> }
type Answer = (response: ServerResponse, got: Got) => void

/** A receiver in this process: what it got, in its order. It answers 204 until told otherwise. */
export class Receiver {
  readonly got: Got[] = []
  answers: Answer = (response) => response.writeHead(204).end()
  url = ''

  get types(): string[] {
    return this.got.map(({ type }) => type)
  }
}

export async function openReceiver(): Promise<Receiver> {
  const receiver = new Receiver()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { type = '', data = {} } = JSON.parse(body || '{}') as Partial<Got>
    const got = { headers: request.headers, body, type, data }
    receiver.got.push(got)
    receiver.answers(response, got)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** An installation that tells other programs what happens, and may reach those on this machine. */
export class WebhookWorld extends World {
  outgoing: Pick<Outgoing, 'ask'>
  readonly writer: FeedWriter
  readonly deliveries: Deliveries
  readonly hooks: Webhooks
  readonly webhookLog: WebhookLog
  readonly feeds: Feeds
  readonly clearing: WebhookClearing

  constructor(database: Database) {
    super(database)
    const outgoing = new Outgoing({ allowed: networksIn('loopback') })
    onTestFinished(() => outgoing.close())
    this.outgoing = outgoing
    tellOfWebhooks(this)
    this.writer = new FeedWriter(this)
    this.deliveries = new Deliveries({
      ...this,
      outgoing: { ask: (...args) => this.outgoing.ask(...args) },
    })
    this.hooks = new Webhooks(this)
    this.webhookLog = new WebhookLog(this)
    this.feeds = new Feeds(this)
    this.clearing = new WebhookClearing(this)
  }

  share(owner: User, name = 'plan.pdf'): Promise<string> {
    return addShare(this, owner, ['rita@example.net'], { share: { name } })
  }

  /** Someone opens a share; with `times`, in one transaction. */
  async opened(subject: string, times = 1): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (let number = 1; number <= times; number++)
        await this.events.record(tx, {
          subject,
          kind: 'View',
          actor: 'rita@example.net',
          client: null,
          detail: { version: number },
        })
    })
  }

  async hook(owner: User, url: string, kinds: readonly string[] = ['share.opened']): Promise<Added> {
    return this.hooks.add(owner, 'account', { url, kinds })
  }

  /** Lets time pass, and whatever is due by then happen. */
  async later(milliseconds: number): Promise<void> {
    this.now += milliseconds
    await this.jobs.drain()
  }
}

type Added = { guid: string; secret: string }

export async function openWebhookWorld(): Promise<WebhookWorld> {
  return goesWithTest(new WebhookWorld(await openTemporaryDatabase()))
}

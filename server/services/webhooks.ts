import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { FeedWriter } from '#server/webhooks/feed/feed-writer.ts'
import { Feeds } from '#server/webhooks/feed/feeds.ts'
import { Deliveries } from '#server/webhooks/sending/deliveries.ts'
import { WebhookClearing } from '#server/webhooks/webhook-clearing.ts'
import { WebhookLog } from '#server/webhooks/webhook-log.ts'
import { tellOfWebhooks } from '#server/webhooks/webhook-notices.ts'
import { Webhooks } from '#server/webhooks/webhooks.ts'

type WebhooksDeps = {
  config: Pick<Config, 'publicUrl'>
  clock: () => number
  database: Database
  jobs: Jobs
  rates: RateLimits
  mailer: Mailer
  keyRing: KeyRing
  events: Events
  outgoing: Outgoing
}

/** The services that tell other programs what happened. */
export function openWebhooks({ config: { publicUrl }, ...base }: WebhooksDeps) {
  tellOfWebhooks(base)
  const writer = new FeedWriter(base)
  const deliveries = new Deliveries({ ...base, publicUrl })
  return {
    hooks: new Webhooks(base),
    log: new WebhookLog(base),
    feeds: new Feeds(base),
    clearing: new WebhookClearing(base),
    writer,
    deliveries,
  }
}

import type { User } from '#server/accounts/users.ts'
import { recentTime, shownTime } from '#server/rules/text/format.ts'
import type { WebhooksOf } from '#server/webhooks/owners.ts'
import type { Attempt, LoggedMessage, LogPlace } from '#server/webhooks/webhook-log.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { kindLabel } from './kind-labels.server.ts'

type Context = Pick<RequestContext, 'services' | 'url' | 'now'> & { user: User }
type Path = (query?: Readonly<Record<string, string | undefined>>) => string

const rowsShown = 50

const states = {
  Waiting: { text: 'Waiting', tone: 'warn' },
  Delivered: { text: 'Delivered', tone: 'good' },
  GivenUp: { text: 'Given up', tone: 'bad' },
} as const

/** Why there was no whole answer. */
const silences: Record<string, string> = {
  address: 'The address can’t be asked',
  network: 'The address leads to a private network, which this server doesn’t allow',
  name: 'The name wasn’t found',
  time: 'No answer within 10 seconds',
  size: 'The answer was too large',
  redirects: 'Redirects aren’t followed',
  connection: 'The connection failed, or ended before the whole answer arrived',
}

/** What was sent, the newest first, a page at a time. */
export async function shownLog(
  context: Context,
  { of, path, hook }: { of: WebhooksOf; path: Path; hook: string },
) {
  const { services, url, user } = context
  const before = placeIn(url.searchParams.get('before'))
  const { messages, hasOlder } = await services.webhooks.log.page(user, of, hook, {
    before,
    limit: rowsShown,
  })
  const last = messages.at(-1)
  return {
    rows: messages.map((message) => ({
      ...shownRow(message, context),
      to: path({ hook, message: message.guid }),
    })),
    newest: before === null ? null : path({ hook }),
    older: hasOlder && last ? path({ hook, before: `${last.createdAt}.${last.guid}` }) : null,
  }
}

export async function shownMessage(
  context: Context,
  { of, hook, guid }: { of: WebhooksOf; hook: string; guid: string },
) {
  const { services, user, now } = context
  const found = await services.webhooks.log.message(user, of, hook, guid)
  const recent = (at: number) => recentTime(at, user.timeZone, now)
  return {
    guid,
    ...shownRow(found, context),
    id: `evt_${found.eventGuid}`,
    body: JSON.stringify(JSON.parse(found.body), null, 2),
    next: found.state === 'Waiting' ? shownTime(found.nextAt, user.timeZone) : null,
    attempts: found.attempts
      .map((attempt) => ({
        number: attempt.number,
        at: recent(attempt.at),
        took: `${attempt.took} ms`,
        outcome: outcomeOf(attempt),
        answer: attempt.answer,
      }))
      .toReversed(),
  }
}

export type ShownLog = Awaited<ReturnType<typeof shownLog>>
export type ShownMessage = Awaited<ReturnType<typeof shownMessage>>

function shownRow({ kind, state, tries, createdAt, attempt }: LoggedMessage, { user, now }: Context) {
  return {
    kind,
    label: kind in kindLabel ? kindLabel[kind as keyof typeof kindLabel] : 'Test event',
    state: states[state],
    tries,
    created: recentTime(createdAt, user.timeZone, now),
    outcome: attempt ? outcomeOf(attempt) : 'Not sent yet',
  }
}

function outcomeOf({ status, failure }: Attempt): string {
  if (status === null) return silences[failure ?? ''] ?? 'No answer'
  return status >= 300 && status < 400 ? `${status}: redirects aren’t followed` : String(status)
}

function placeIn(text: string | null): LogPlace | null {
  const [, createdAt, guid] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(text ?? '') ?? []
  return guid === undefined ? null : { createdAt: Number(createdAt), guid }
}

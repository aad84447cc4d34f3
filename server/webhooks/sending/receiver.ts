import { NotAnswered, type Outgoing, type Silence } from '#server/http/outgoing/outgoing.ts'
import { eventId } from '../feed/feed-rows.ts'
import { signatures } from './signature.ts'

/** What a receiver did with a message. `took` in milliseconds; `answer` is the beginning of what it sent. */
export type Outcome = { status: number | null; failure: Silence | null; answer: string; took: number }

const patience = 10_000
const maxBytes = 65_536
const answerKept = 1000

type Sent = { url: string; secrets: readonly Buffer[]; eventGuid: string; body: string; now: number }

/** Sends a message once. */
export async function deliver(
  outgoing: Pick<Outgoing, 'ask'>,
  { url, secrets, eventGuid, body, now }: Sent,
): Promise<Outcome> {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  const seconds = Math.floor(now / 1000)
  const id = eventId(eventGuid)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Strongroom-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures(secrets, { id, seconds, body }),
  }
  try {
    const answered = await outgoing.ask(url, {
      method: 'POST',
      headers,
      body,
      patience,
      maxBytes,
      cuts: true,
    })
    return { status: answered.status, failure: null, answer: readable(answered.body), took: took() }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return { status: null, failure: error.reason, answer: '', took: took() }
  }
}

export function isDelivered({ status }: Pick<Outcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The beginning of an answer as text that can be stored and shown, whatever it is. */
function readable(body: Buffer): string {
  const text = body
    .subarray(0, 4 * answerKept)
    .toString('utf8')
    .slice(0, answerKept)
  return text.toWellFormed().replaceAll(/[^\P{C}\n\t]/gu, '\u{FFFD}')
}

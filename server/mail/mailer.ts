import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Metrics } from '#server/metrics.ts'
import { EmailRefused, safeEmail, withoutAddresses } from './email.ts'
import type { Email, EmailPicture, MailTransport } from './email.ts'
import { withLogo, withPictures } from './layout.ts'

export { composeEmail } from './layout.ts'
export type { Email, EmailPicture, MailTransport } from './email.ts'

/** The kind of the job that sends an email. */
export const emailJob = 'mail'

const day = 24 * 3_600_000

/** Called with the outcome of an email that was posted with a recipientGuid. */
export type OnDelivered = (
  recipientGuid: string,
  outcome: 'Sent' | 'Failed',
  reason: string | null,
) => Promise<void>

/** Called with an email that was given up: to whom, why, and its payload if it can be sent again. */
export type OnLost = (email: string, reason: string, payload: Record<string, string> | null) => Promise<void>

/** Draws what an email shows of a recipient, or a logo, at the moment when it is sent; null for nothing. */
export type DrawPicture = (guid: string) => Promise<EmailPicture | null>

export type MailerOptions = {
  jobs: Jobs
  transport: MailTransport
  publicUrl: URL
  clock: () => number
  log: Log
  metrics?: Metrics
  onDelivered?: OnDelivered
  onLost?: OnLost
}

/** An email about several shares has several recipients with one address. */
export type EnqueueOptions = {
  recipientGuid?: string | readonly string[]
  usefulUntil?: number
  /** Whether the email has a place for a picture for each of its recipients. */
  hasPictures?: boolean
}

/**
 * Emails that are sent for certain: each is a job in the transaction that wanted it, so it is sent if and only if that
 * commits, survives a restart, and is retried when the mail server is down. The job's row, which contains the email
 * with its links and codes, is removed once the email is sent.
 */
export class Mailer {
  readonly #jobs: Jobs
  readonly #transport: MailTransport
  readonly #publicUrl: URL
  readonly #clock: () => number
  readonly #log: Log
  readonly #metrics: Metrics | undefined
  readonly #onDelivered: OnDelivered | undefined
  readonly #onLost: OnLost | undefined
  #draw: DrawPicture = async () => null
  #drawLogo: DrawPicture = async () => null

  constructor(options: MailerOptions) {
    this.#jobs = options.jobs
    this.#transport = options.transport
    this.#publicUrl = options.publicUrl
    this.#clock = options.clock
    this.#log = options.log
    this.#metrics = options.metrics
    this.#onDelivered = options.onDelivered
    this.#onLost = options.onLost
    this.#jobs.handle(emailJob, (payload) => this.#deliver(payload), {
      concurrency: 3,
      // More than fit between writing and `usefulUntil`, which ends the attempts.
      tries: 100,
      // Dropped by an operator: not to be sent again.
      onFailed: (payload, error) => this.#giveUp(payload, error, { isKept: false }),
    })
  }

  /** Says who draws the pictures in emails. */
  drawPictures(draw: DrawPicture): void {
    this.#draw = draw
  }

  /** Says who has the logos in emails, by their guids. */
  drawLogos(draw: DrawPicture): void {
    this.#drawLogo = draw
  }

  /**
   * Queues an email with the transaction. With `recipientGuid`, onDelivered is called with the outcome. It is attempted
   * for a day; with `usefulUntil` (epoch ms) until then, and not sent after: an expired code need not arrive. Throws
   * EmailRefused for what is not an address.
   */
  async enqueue(tx: Transaction, email: Email, options: EnqueueOptions = {}): Promise<void> {
    const safe = safeEmail(email)
    await this.#jobs.add(tx, emailJob, {
      to: safe.to,
      subject: safe.subject,
      text: safe.text,
      html: safe.html,
      headers: JSON.stringify(safe.headers ?? {}),
      messageId: `<${randomUUID()}@${this.#publicUrl.hostname}>`,
      at: String(this.#clock()),
      usefulUntil: String(options.usefulUntil ?? this.#clock() + day),
      ...(options.usefulUntil === undefined ? {} : { isPassing: 'yes' }),
      recipientGuid: [options.recipientGuid ?? []].flat().join(' '),
      ...(options.hasPictures ? { hasPictures: 'yes' } : {}),
      ...(email.logo === undefined ? {} : { logo: email.logo }),
    })
  }

  async #deliver(payload: Record<string, string>): Promise<void> {
    const isOver = (): boolean => this.#clock() >= Number(payload['usefulUntil'])
    if (isPassing(payload) && isOver()) return this.#giveUp(payload, new NoLongerNeeded(), { isKept: false })
    try {
      await this.#transport.send(await this.#illustrated(payload))
    } catch (error) {
      // Given up here rather than by the queue, which would keep the row with the email's links and codes.
      if (!isOver() && !(error instanceof EmailRefused)) {
        this.#metrics?.mailed('delayed')
        throw error
      }
      await this.#giveUp(payload, error, { isKept: !isPassing(payload) })
      return
    }
    this.#metrics?.mailed('sent')
    await this.#tell(payload, 'Sent', null)
  }

  async #illustrated(payload: Record<string, string>): Promise<Email> {
    const { logo } = payload
    const email = withLogo(emailOf(payload), logo ? await this.#drawLogo(logo) : null)
    if (payload['hasPictures'] !== 'yes') return email
    const pictures: (EmailPicture | null)[] = []
    for (const recipientGuid of recipientsOf(payload)) pictures.push(await this.#draw(recipientGuid))
    return withPictures(email, pictures)
  }

  async #giveUp(
    payload: Record<string, string>,
    error: unknown,
    { isKept }: { isKept: boolean },
  ): Promise<void> {
    this.#metrics?.mailed('failed')
    const reason = error instanceof Error ? error.message : String(error)
    const about = { messageId: payload['messageId'], reason: withoutAddresses(reason) }
    this.#log.warn(about, 'An email was not delivered')
    // One that expired before its turn is missed by no one.
    if (!(error instanceof NoLongerNeeded))
      await this.#onLost?.(payload['to'] ?? '', reason, isKept ? payload : null)
    await this.#tell(payload, 'Failed', reason)
  }

  async #tell(
    payload: Record<string, string>,
    outcome: 'Sent' | 'Failed',
    reason: string | null,
  ): Promise<void> {
    for (const recipientGuid of recipientsOf(payload))
      await this.#onDelivered?.(recipientGuid, outcome, reason)
  }
}

class NoLongerNeeded extends Error {
  constructor() {
    super('It was no longer needed')
  }
}

/** The payload of an email that waited without being attempted: as if it were posted `now` (epoch ms). */
export function renewed(payload: Record<string, string>, now: number): Record<string, string> {
  return isPassing(payload) ? payload : { ...payload, usefulUntil: String(now + day) }
}

function recipientsOf(payload: Record<string, string>): string[] {
  return (payload['recipientGuid'] ?? '').split(' ').filter(Boolean)
}

function isPassing(payload: Record<string, string>): boolean {
  return payload['isPassing'] === 'yes'
}

function emailOf(payload: Record<string, string>): Email {
  return {
    to: payload['to'] ?? '',
    subject: payload['subject'] ?? '',
    text: payload['text'] ?? '',
    html: payload['html'] ?? '',
    headers: JSON.parse(payload['headers'] ?? '{}') as Record<string, string>,
    ...(payload['messageId'] ? { messageId: payload['messageId'] } : {}),
    ...(payload['at'] ? { at: Number(payload['at']) } : {}),
  }
}

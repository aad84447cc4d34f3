import { createHmac, timingSafeEqual } from 'node:crypto'
import { tierKeys, type TierKey } from '#server/rules/product/plans.ts'

/** What someone pays for: a request that waits. */
export type Order = { request: string; email: string; plan: TierKey; seats: number | null }

/** The fields of a notification, as they were sent. */
export type Notification = Readonly<Record<string, string>>

/** What was paid, as a notification that is genuine says it. */
export type Payment = {
  /** Unique for each payment, however often it is announced. */
  event: string
  email: string
  plan: TierKey
  days: number | null
  seats: number | null
  /** The request that it settles; null if it was made without one. */
  request: string | null
}

/** Where a payment processor stands. None is built in: self-hosters connect their own, signed as `SignedPayments` says. */
export interface PaymentProcessor {
  /** Where an order is paid, or null if that is arranged otherwise. */
  checkout(order: Order): URL | null
  /** What a notification says; null if it is not the processor’s own, makes no sense, or is too old. */
  read(notification: Notification, now: number): Payment | null
}

/** How old a notification can be, in milliseconds: afterwards it is sent, and signed, again. */
export const maxPaymentAge = 5 * 60_000

const signedFields = ['Event', 'Time', 'Email', 'Plan', 'Days', 'Seats', 'PlanRequest'] as const

/** The text that is signed: the fields in their order, each on a line of its own, empty where it is not sent. */
export function signedText(notification: Notification): string {
  return signedFields.map((name) => notification[name] ?? '').join('\n')
}

export function signatureOf(secret: string, notification: Notification): string {
  return createHmac('sha256', secret).update(signedText(notification)).digest('hex')
}

/** Notifications that are signed with a shared secret: HMAC-SHA256, in hexadecimal. */
export class SignedPayments implements PaymentProcessor {
  readonly #secret: string
  readonly #payAt: URL | null

  constructor({ secret, payAt }: { secret: string; payAt: URL | null }) {
    this.#secret = secret
    this.#payAt = payAt
  }

  checkout({ request, email, plan, seats }: Order): URL | null {
    if (this.#payAt === null) return null
    const url = new URL(this.#payAt)
    const params = { request, email, plan, ...(seats === null ? {} : { seats: String(seats) }) }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    return url
  }

  read(notification: Notification, now: number): Payment | null {
    const expected = Buffer.from(signatureOf(this.#secret, notification))
    const given = Buffer.from(notification['Signature'] ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    // A line end within a field could make one text of two.
    if (signedFields.some((name) => /[\r\n]/.test(notification[name] ?? ''))) return null
    const { Event: event = '', Email: email = '', PlanRequest: request = '' } = notification
    const sentAt = Date.parse(notification['Time'] ?? '')
    const plan = tierKeys.find((key) => key === notification['Plan'])
    const [days, seats] = [wholeIn(notification['Days']), wholeIn(notification['Seats'])]
    const isCurrent = Math.abs(now - sentAt) <= maxPaymentAge
    if (!plan || !isCurrent || event === '' || days === undefined || seats === undefined) return null
    return { event, email, plan, days, seats, request: request === '' ? null : request }
  }
}

/** Null where nothing is sent, undefined for what is no whole number above zero. */
function wholeIn(text = ''): number | null | undefined {
  if (text === '') return null
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

import { keepAliveSeconds, timeoutSeconds } from '#server/rules/product/client-constants.ts'
import type { UnsentReading } from './unsent-reading.ts'

export type HeartbeatAnswer = { secondsLeft: number | null; unreadComments: number }
export type HeartbeatEvents = {
  good(answer: HeartbeatAnswer): void
  /** The server did not answer, or not in a way that says anything about the file. */
  failed(): void
  /** The file can no longer be viewed, in words for the reader. */
  closed(text: string): void
}

/** These say that the server is busy, and nothing about the file. */
const passing = new Set([408, 425, 429])

/** Asks the server each minute whether the file can still be viewed, and reports what was read meanwhile. */
export class Heartbeat {
  readonly #address: string
  readonly #token: string
  readonly #unsent: UnsentReading
  readonly #events: HeartbeatEvents
  #timer = 0
  #underWay: Promise<void> | null = null
  #isOver = false

  constructor(address: string, token: string, unsent: UnsentReading, events: HeartbeatEvents) {
    this.#address = address
    this.#token = token
    this.#unsent = unsent
    this.#events = events
  }

  start(): void {
    this.#timer = window.setInterval(() => void this.beat(), keepAliveSeconds * 1000)
  }

  stop(): void {
    this.#isOver = true
    clearInterval(this.#timer)
  }

  /** Sends a heartbeat now; if one is in progress, waits for that. */
  async beat(): Promise<void> {
    if (this.#isOver) return
    this.#underWay ??= this.#send().finally(() => {
      this.#underWay = null
    })
    await this.#underWay
  }

  /** What was read is sent when the reader leaves. Offline it is kept, in case they come back. */
  leave(): void {
    if (this.#isOver || !navigator.onLine) return
    const { text, putBack } = this.#unsent.take()
    if (text !== '' && !navigator.sendBeacon(this.#address, this.#body(text))) putBack()
  }

  async #send(): Promise<void> {
    const { text, putBack } = this.#unsent.take()
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(), timeoutSeconds * 1000)
    try {
      const answer = await fetch(this.#address, {
        method: 'POST',
        body: this.#body(text),
        headers: { Accept: 'application/json' },
        signal: giveUp.signal,
      })
      this.#hear(answer.status, await answer.json(), putBack)
    } catch {
      putBack()
      this.#events.failed()
    } finally {
      clearTimeout(timer)
    }
  }

  #hear(status: number, body: unknown, putBack: () => void): void {
    if (status === 200) return this.#events.good(body as HeartbeatAnswer)
    putBack()
    const { problem, text } = body as { problem?: unknown; text?: unknown }
    const isRefusal = status >= 400 && status < 500 && !passing.has(status)
    if (isRefusal && typeof problem === 'string') this.#events.closed(String(text ?? ''))
    else this.#events.failed()
  }

  #body(read: string): URLSearchParams {
    return new URLSearchParams({ token: this.#token, read })
  }
}

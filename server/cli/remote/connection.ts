import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Unreachable, WrongUsage } from '#server/cli/answer.ts'
import { productVersion } from '#server/rules/product/product.ts'
import { parsed, remembered, type Remembered } from './remembered.ts'

/** What every answer of the API has. */
const answerForm = z.looseObject({ StatusCode: z.number(), StatusMessage: z.string().default('') })
export type Answer = z.output<typeof answerForm>

/** Codes that say that it went well. */
const good = new Set([10000, 10120, 20000, 22000, 22010, 22020, 23000, 24000])
/** Between attempts over a line that fails, in milliseconds. */
const pauses = [500, 2000, 5000]
/** A longer wait than this is left to whoever ran the command, in seconds. */
const longestWait = 330
const endedToken =
  'The token is wrong or has ended. Create one in Settings, then run "strongroom remote login" again.'

/** What the server said instead of doing it. */
export class Refused extends Error {
  readonly code: number

  constructor(code: number, words: string) {
    super(words)
    this.code = code
  }
}

type Fields = Record<string, string>
type Sent = { method: string; headers?: Fields; body?: string | Uint8Array<ArrayBuffer>; isOpen?: boolean }

/** Speaks to one server with one token, over its public API only. */
export class Connection {
  readonly server: string
  readonly #token: string

  constructor({ server, token }: Remembered) {
    this.server = server
    this.#token = token
  }

  static async open(): Promise<Connection> {
    return new Connection(await remembered())
  }

  get(path: string): Promise<Answer> {
    return this.#call(path, { method: 'GET' })
  }

  /** With JSON fields. */
  post(path: string, fields: Fields = {}): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return this.#call(path, { method: 'POST', headers, body: JSON.stringify(fields) })
  }

  async #call(path: string, sent: Sent): Promise<Answer> {
    const response = await this.send(path, sent)
    const read = answerForm.safeParse(parsed(await response.text()))
    if (response.status === 401) throw new Refused(10001, endedToken)
    if (!read.success) throw new Unreachable(notOurs(this.server))
    const { StatusCode, StatusMessage } = read.data
    if (response.status >= 500) throw new Unreachable(shown(StatusMessage))
    if (response.ok && good.has(StatusCode)) return read.data
    throw new Refused(StatusCode, shown(StatusMessage))
  }

  /**
   * Sends one request: again over a line that fails, if asking twice does no harm, and after the wait that a limit asks
   * for. The token goes to this server only: no redirect is followed, and `isOpen` sends none. Throws Unreachable.
   */
  async send(path: string, { method, headers = {}, body, isOpen = false }: Sent): Promise<Response> {
    const url = new URL(path, this.server)
    if (url.origin !== this.server) throw new Refused(0, 'The server named an address that is not its own.')
    const mayRepeat = method === 'GET' || method === 'HEAD'
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(url, {
          method,
          redirect: 'manual',
          headers: {
            ...headers,
            'user-agent': `strongroom-remote/${productVersion}`,
            ...(isOpen ? {} : { authorization: `Bearer ${this.#token}` }),
          },
          ...(body === undefined ? {} : { body }),
        })
        const wait = response.status === 429 ? Number(response.headers.get('retry-after') ?? 60) : null
        if (wait === null || !(wait <= longestWait)) return response
        await response.body?.cancel()
        await pause(wait * 1000)
      } catch (error) {
        const next = pauses[attempt]
        if (!mayRepeat || next === undefined) throw away(this.server, error)
        await pause(next)
      }
    }
  }
}

/** Text of a server as it is safe on a terminal: without control characters. */
export function shown(text: unknown): string {
  return String(text ?? '').replaceAll(/\p{C}+/gu, '?')
}

function away(server: string, error: unknown): Unreachable {
  const { cause } = error as { cause?: { code?: string } }
  return new Unreachable(
    `${server} can’t be reached${cause?.code ? ` (${cause.code})` : ''}. Check the address and your network, then try again.`,
  )
}

function notOurs(server: string): string {
  return `${server} didn’t answer as a Strongroom server does. Check the address.`
}

/** A whole number of days, hours or weeks, or a date, as the moment that it names, in ISO 8601. Throws WrongUsage. */
export function endOf(typed: string, now: number): string {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(typed) ?? []
  const hours = { h: 1, d: 24, w: 168 }[unit ?? ''] ?? 0
  if (hours > 0) return new Date(now + Number(count) * hours * 3_600_000).toISOString()
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return typed
  throw new WrongUsage(`"${typed}" is no end. Give one like 7d, 2w, 36h or 2027-03-01.`)
}

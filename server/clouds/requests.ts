import { Readable } from 'node:stream'
import type { z } from 'zod'
import { NoAnswer } from '#server/http/bounded-fetch.ts'
import { NotAnswered, readAtMost, type Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Log } from '#server/log.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { counted } from '#server/rules/text/format.ts'

/** An access token; `refused` is one that the provider does not take any more. Throws cloudDisconnected. */
export type TokenSource = (refused?: string) => Promise<string>

export type CloudRequest = {
  address: string
  query?: Record<string, string | undefined>
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

/** What a provider says about a request that it refuses. */
export type Refusal = { status: number; headers: Headers; body: unknown }

export type CloudRequestsOptions = {
  cloud: CloudName
  token: TokenSource
  /** The meaning of a refusal, or null for none that is known. */
  problemOf: (refusal: Refusal) => Problem | null
  /** Whether a download may go on at this host. */
  mayLeadTo?: (address: URL) => boolean
  outgoing: Outgoing
  log: Log
  patience?: Partial<Patience>
}

/** In milliseconds: until a response is there completely, until a download begins, and between two pieces of it. */
export type Patience = { whole: number; start: number; pause: number }

type Answered = Awaited<ReturnType<Outgoing['open']>>

export type Opened = { body: Readable; headers: Headers; status: number; bytes: number | null }

const standardPatience: Patience = { whole: 30_000, start: 60_000, pause: 60_000 }
const maxJsonBytes = 16 * 1024 * 1024
const maxRefusalBytes = 64 * 1024
const maxRedirects = 3

/**
 * Requests to one provider in the name of one person. Nothing is held but one page of a list or one piece of a file. A
 * token that is refused is replaced once. Throws cloudDisconnected, cloudBusy, cloudGone, cloudTooLarge, cloudFailed,
 * and what `signal` is aborted with.
 */
export class CloudRequests {
  readonly #options: CloudRequestsOptions
  readonly #patience: Patience

  constructor(options: CloudRequestsOptions) {
    this.#options = options
    this.#patience = { ...standardPatience, ...options.patience }
  }

  /** The JSON of a response, as far as the schema knows it. */
  async json<Schema extends z.ZodType>(
    schema: Schema,
    request: CloudRequest,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    return this.#telling(signal, async () => {
      const { whole } = this.#patience
      const limited = AbortSignal.any([signal, AbortSignal.timeout(whole)])
      const { body, isCut } = await readAtMost(await this.#ask(request, whole, limited), maxJsonBytes)
      if (isCut) throw new NoAnswer(`more than ${maxJsonBytes} bytes`)
      return schema.parse(JSON.parse(body.toString('utf8')))
    })
  }

  /** A file. Its body ends with an error if nothing comes for too long, or the connection is cut. */
  async open(request: CloudRequest, signal: AbortSignal): Promise<Opened> {
    return this.#telling(signal, async () => {
      const ending = new AbortController()
      const uncompressed = { ...request, headers: { 'Accept-Encoding': 'identity', ...request.headers } }
      const either = AbortSignal.any([signal, ending.signal])
      const response = await this.#ask(uncompressed, this.#patience.start, either)
      const headers = headersOf(response)
      const length = headers.get('content-length')
      const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
      const body = Readable.from(this.#pieces(response, ending), { objectMode: false })
      const bytes = isPlain && length !== null ? Number(length) : null
      return { body, headers, status: response.status, bytes }
    })
  }

  async *#pieces(response: Answered, ending: AbortController): AsyncGenerator<Uint8Array> {
    const { pause } = this.#patience
    let watch: NodeJS.Timeout | undefined
    const wait = (): void => {
      watch = setTimeout(() => ending.abort(new NoAnswer('too slow')), pause)
    }
    try {
      wait()
      for await (const piece of response.body ?? []) {
        // A slow reader is no slow provider.
        clearTimeout(watch)
        yield piece as Uint8Array
        wait()
      }
    } finally {
      clearTimeout(watch)
      ending.abort(new NoAnswer('not wanted any more'))
    }
  }

  async #ask(request: CloudRequest, patience: number, signal: AbortSignal): Promise<Answered> {
    const { token } = this.#options
    const first = await token()
    const response = await this.#send(request, first, patience, signal)
    if (response.status !== 401) return this.#taken(response)
    await response.body?.cancel()
    return this.#taken(await this.#send(request, await token(first), patience, signal))
  }

  /** A redirect leads to where the file is, never with the token. */
  #send(request: CloudRequest, token: string, patience: number, signal: AbortSignal): Promise<Answered> {
    const { outgoing, mayLeadTo } = this.#options
    const isJson = request.body !== undefined
    return outgoing.open(addressOf(request), {
      method: request.method ?? 'GET',
      headers: {
        ...request.headers,
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
        Authorization: `Bearer ${token}`,
      },
      ...(isJson ? { body: JSON.stringify(request.body) } : {}),
      ...(mayLeadTo ? { redirects: maxRedirects, mayLeadTo } : {}),
      patience,
      signal,
    })
  }

  async #taken(response: Answered): Promise<Answered> {
    const { status } = response
    if (status === 200 || status === 206) return response
    const headers = headersOf(response)
    const body = tryParsed(await readAtMost(response, maxRefusalBytes).catch(() => null))
    const known = this.#options.problemOf({ status, headers, body }) ?? usualProblem(status, headers)
    if (known) throw known
    throw new NoAnswer(`status ${status}`)
  }

  /** Neither an address nor a response is logged: either can contain a token. */
  async #telling<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem) throw error
      const { cloud, log } = this.#options
      const isNoAnswer = error instanceof NoAnswer || error instanceof NotAnswered
      const reason = isNoAnswer ? error.message : (error as Error).name
      log.warn({ cloud, reason }, 'a request to a cloud storage failed')
      throw new Problem('cloudFailed')
    }
  }
}

/** What these statuses mean everywhere. */
function usualProblem(status: number, headers: Headers): Problem | null {
  if (status === 401) return new Problem('cloudDisconnected')
  if (status === 429 || (status === 503 && headers.has('retry-after'))) return busy(headers)
  if (status === 404 || status === 410) return new Problem('cloudGone')
  return null
}

const [second, minute, hour] = [1000, 60_000, 3_600_000]
const [standardWait, longestWait] = [minute, 24 * hour]

/** The provider wants fewer requests, for as long as it says. */
export function busy(headers: Headers): Problem {
  const wait = waitOf(headers) ?? standardWait
  if (wait <= 2 * minute) return new Problem('cloudBusy', { wait })
  const time =
    wait < 2 * hour ? counted(Math.ceil(wait / minute), 'minute') : counted(Math.ceil(wait / hour), 'hour')
  const text = `The cloud storage is receiving too many requests right now. Try again in ${time}.`
  return new Problem('cloudBusy', { wait, text })
}

/**
 * How long Retry-After wants us to wait, in milliseconds: it is in seconds, or a date by the clock of the provider. Null
 * if it says nothing.
 */
export function waitOf(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  const theirs = Date.parse(headers.get('date') ?? '')
  const wait = /^\d{1,9}$/.test(text)
    ? Number(text) * second
    : Date.parse(text) - (Number.isNaN(theirs) ? now : theirs)
  return Number.isFinite(wait) ? Math.min(Math.max(wait, second), longestWait) : null
}

function addressOf({ address, query = {} }: CloudRequest): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

function headersOf(response: Answered): Headers {
  return new Headers([...response.headers])
}

function tryParsed(read: { body: Buffer } | null): unknown {
  try {
    return JSON.parse(read?.body.toString('utf8') ?? '') as unknown
  } catch {
    return null
  }
}

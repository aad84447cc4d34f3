import type { lookup } from 'node:dns'
import { isIP, type BlockList } from 'node:net'
import type { Agent, Response as Received } from 'undici'
import { isIn, isReachable, lookupOf, NotReachable } from './reachable.ts'

/** Why there is no answer: `address` is none that can be asked, `network` one that must not be. */
export type Silence = 'address' | 'network' | 'name' | 'time' | 'size' | 'redirects' | 'connection'

/** Another server could not be asked, or did not answer as it should. */
export class NotAnswered extends Error {
  readonly reason: Silence

  constructor(reason: Silence, cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.reason = reason
  }
}

export type Question = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Milliseconds until the last byte of the answer. */
  patience: number
  signal?: AbortSignal
  /** How many redirects are followed, each to an address that is checked as the first; standard: none. */
  redirects?: number
  /** Whether one of them may lead there; standard: to everywhere that can be reached. */
  mayLeadTo?: (address: URL) => boolean
}

export type Answered = {
  status: number
  headers: Headers
  body: Buffer
  /** Whether the answer had more bytes than were to be read. */
  isCut: boolean
  /** Where it came from, after redirects. */
  address: string
}

/**
 * Requests to addresses that users enter. They reach the internet and what the operator allows (OUTGOING_NETWORKS), and
 * nothing else: not this machine, not its network, whatever a name resolves to and wherever an answer redirects. Over
 * https, except to networks that the operator allows. They send no cookie and no address of their own choosing, and
 * what they are authorized by goes with no redirect.
 */
export class Outgoing {
  readonly #allowed: BlockList
  readonly #resolve: typeof lookup | undefined
  readonly #maxHeaderSize: number
  readonly #agents = new Map<string, Agent>()

  /** `resolve` stands for the system's DNS in tests; `maxHeaderSize` are bytes of all headers of an answer. */
  constructor({
    allowed,
    resolve,
    maxHeaderSize = 16_384,
  }: {
    allowed: BlockList
    resolve?: typeof lookup
    maxHeaderSize?: number
  }) {
    this.#allowed = allowed
    this.#maxHeaderSize = maxHeaderSize
    this.#resolve = resolve
  }

  /**
   * The answer, of whatever status, with at most `maxBytes` of its body after decompression: what is beyond is an
   * error, or cut off if `cuts`. Throws NotAnswered.
   */
  async ask(
    address: string | URL,
    { maxBytes, cuts = false, ...question }: Question & { maxBytes: number; cuts?: boolean },
  ): Promise<Answered> {
    const signal = endOf(question)
    try {
      const received = await this.#follow(address, { ...question, signal })
      const { body, isCut } = await readAtMost(received, maxBytes)
      if (isCut && !cuts) throw new NotAnswered('size')
      return { status: received.status, headers: headersOf(received), body, isCut, address: received.url }
    } catch (error) {
      throw notAnswered(error, signal)
    }
  }

  /**
   * The answer with its body as it arrives; `patience` is for its head alone, and whoever reads the body ends it by
   * `signal`. Throws NotAnswered.
   */
  async open(address: string | URL, question: Question): Promise<Received> {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new DOMException('late', 'TimeoutError')), question.patience)
    const signal = AbortSignal.any([waiting.signal, ...(question.signal ? [question.signal] : [])])
    try {
      return await this.#follow(address, { ...question, signal })
    } catch (error) {
      throw notAnswered(error, signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async #follow(
    address: string | URL,
    { redirects = 0, headers = {}, ...question }: Omit<Question, 'signal'> & { signal: AbortSignal },
  ): Promise<Received> {
    const url = this.#checked(address)
    const received = await this.#send(url, { ...question, headers })
    const location = received.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(received.status) && location !== null
    if (!isRedirect || redirects === 0) return received
    await received.body?.cancel()
    const target = URL.parse(location, url)
    if (!target) throw new NotAnswered('address')
    if (question.mayLeadTo?.(target) === false) throw new NotAnswered('network')
    const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization')
    const next = { ...question, headers: Object.fromEntries(kept), redirects: redirects - 1 }
    return this.#follow(target, next)
  }

  async #send(
    url: URL,
    { method = 'GET', headers = {}, body, signal }: Omit<Question, 'signal'> & { signal: AbortSignal },
  ): Promise<Received> {
    // Most servers never need it, so it is not loaded at their start.
    const undici = await import('undici')
    const dispatcher = this.#agentFor(url.protocol, undici.Agent)
    const sent = body === undefined ? {} : { body }
    return undici.fetch(url, { method, headers, ...sent, signal, redirect: 'manual', dispatcher })
  }

  #agentFor(protocol: string, NewAgent: typeof Agent): Agent {
    const known = this.#agents.get(protocol)
    if (known) return known
    const connect = { lookup: lookupOf(this.#mayReach(protocol), this.#resolve) as never, timeout: 10_000 }
    const agent = new NewAgent({ connect, maxHeaderSize: this.#maxHeaderSize })
    this.#agents.set(protocol, agent)
    return agent
  }

  #mayReach(protocol: string): (address: string) => boolean {
    return protocol === 'https:'
      ? (address) => isReachable(address, this.#allowed)
      : (address) => isIn(this.#allowed, address)
  }

  /** Throws NotAnswered if nothing may be asked there; what a name resolves to is checked while connecting. */
  #checked(address: string | URL): URL {
    if (!URL.canParse(address)) throw new NotAnswered('address')
    const url = new URL(address)
    const { protocol, username, password } = url
    if (username !== '' || password !== '') throw new NotAnswered('address')
    if (protocol !== 'https:' && protocol !== 'http:') throw new NotAnswered('address')
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !this.#mayReach(protocol)(host)) throw new NotAnswered('network')
    return url
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }
}

function endOf({ patience, signal }: Question): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])])
}

/** The body of an answer, up to so many bytes after decompression. */
export async function readAtMost(
  received: Received,
  maxBytes: number,
): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop discards the rest.
  for await (const chunk of received.body ?? []) {
    const bytes = chunk as Uint8Array
    const room = maxBytes - size
    chunks.push(bytes.subarray(0, room))
    if (bytes.length > room) return { body: Buffer.concat(chunks), isCut: true }
    size += bytes.length
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

function headersOf(received: Received): Headers {
  return new Headers([...received.headers])
}

function notAnswered(error: unknown, signal: AbortSignal): NotAnswered {
  if (error instanceof NotAnswered) return error
  if (signal.aborted) return new NotAnswered('time', error)
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof NotReachable) return new NotAnswered('network', error)
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  return new NotAnswered(code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'name' : 'connection', error)
}

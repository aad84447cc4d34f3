import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '#server/rules/problems.ts'
import { releaseMemory } from '#server/storage/memory.ts'
import { chunksOf, type Chunks } from '#server/http/bytes/bytes.ts'
import { refusalOf } from '#server/http/bytes/failed-bodies.ts'
import { lastHop } from '#server/http/client.ts'
import { compressible, compressed, joined, wholeBody } from '#server/http/files/compress.ts'
import { drain, maxLingering, over } from './drain.ts'
import { plainRefusal } from '#server/http/plain.ts'

export { clientOf, isFromProxy, type Client } from '#server/http/client.ts'
export { FormTooLong, readBody, refusal } from '#server/http/limits/guard.ts'

/** Milliseconds in which a client that sends too much can read the response. */
const noticing = 2_000
const lingering = { bytes: maxLingering, milliseconds: 10_000 }

export type RequestOptions = {
  /** The origin of this server, `https://rooms.example.org`. */
  origin: string
  /** Whether a trusted proxy connected: its X-Forwarded-Host and -Proto are trusted. */
  isFromProxy?: boolean
  /** What was read of the body, by readBody or readMultipart. */
  body?: BodyInit | null
}

/**
 * A fetch Request for what node:http received. A client's own Forwarded and X-Forwarded-* never get further than here.
 * Its signal never fires: a request with a signal of someone else's stays in memory until the next full collection.
 */
export function toRequest(incoming: IncomingMessage, options: RequestOptions): Request {
  const init: RequestInit = {
    method: incoming.method ?? 'GET',
    headers: headersOf(incoming, options),
  }
  if (init.method !== 'GET' && init.method !== 'HEAD') init.body = options.body ?? null
  return new Request(addressOf(incoming, options), init)
}

/**
 * Writes a fetch Response no faster than the client reads it. A client that disconnects cancels the body. Small HTML,
 * JSON, SVG and CSS is compressed. In place of a body that fails before its first byte comes what `refusedBy` says, or the
 * text of its Problem, or of an unexpected one. Throws what is not a Problem; once bytes have been sent the connection is cut, so that no one
 * takes the part for the whole.
 */
export async function send(
  response: Response,
  out: ServerResponse,
  options: { isHead: boolean; acceptEncoding: string },
): Promise<void> {
  // A write to a connection that has just closed must not end the process.
  out.on('error', () => undefined)
  const refuse = refusalOf(response)
  try {
    await write(response, out, options)
  } catch (error) {
    // What failed since the client left concerns no one.
    if (out.destroyed) return
    if (out.headersSent) {
      out.destroy()
      throw error
    }
    const isExpected = error instanceof Problem
    const problem = isExpected ? error : new Problem('unexpected')
    for (const name of out.getHeaderNames()) if (name !== 'x-request-id') out.removeHeader(name)
    await write(await (refuse?.(problem) ?? plainRefusal(problem)), out, options)
    if (!isExpected) throw error
  }
}

async function write(
  response: Response,
  out: ServerResponse,
  { isHead, acceptEncoding }: { isHead: boolean; acceptEncoding: string },
): Promise<void> {
  out.statusCode = response.status
  for (const [name, value] of response.headers) out.appendHeader(name, value)
  // What was left unread of an upload would be taken for the next request.
  if (isLeftUnread(out.req)) out.setHeader('Connection', 'close')
  const mayCompress = compressible(response)
  if (mayCompress) out.appendHeader('Vary', 'Accept-Encoding')
  if (!response.body || isHead) {
    await response.body?.cancel()
    await finish(out)
    return
  }
  const isHeld = mayCompress || isLeftUnread(out.req)
  const stored = isHeld ? null : chunksOf(response.body)
  if (stored) return pump(readingOfStored(stored), out)
  const reader = response.body.getReader()
  const reading = readingOf(reader)
  out.once('close', reading.leave)
  const whole = isHeld ? await wholeBody(reader) : { chunks: [], isWhole: false }
  out.off('close', reading.leave)
  if (whole.isWhole) {
    const bytes = joined(whole.chunks)
    const body = mayCompress ? await compressed(bytes, acceptEncoding, out) : bytes
    if (body !== bytes) releaseMemory(bytes)
    out.setHeader('Content-Length', body.length)
    await finish(out, body)
    return
  }
  for (const chunk of whole.chunks) out.write(chunk)
  await pump(reading, out)
}

/**
 * Ends a response. If it was ready before its upload was read, it is sent first, and some more is read before the
 * connection is closed: closing resets what is still in transit, and the response is lost with it.
 */
async function finish(out: ServerResponse, body: Uint8Array = new Uint8Array()): Promise<void> {
  if (!isLeftUnread(out.req)) return void out.end(body)
  if (body.length === 0) out.setHeader('Content-Length', 0)
  out.flushHeaders()
  out.write(body)
  await letAnswerBeRead(out.req)
  out.end()
}

/** If a body is longer than would be read, nothing more is read: the client has a moment to notice the response. */
async function letAnswerBeRead(incoming: IncomingMessage): Promise<void> {
  const left = Number(incoming.headers['content-length'] ?? 0) - incoming.socket.bytesRead
  if (left <= lingering.bytes) return drain(incoming, lingering)
  await Promise.race([over(incoming), delay(noticing, undefined, { ref: false })])
}

/** A body that is being read. `leave` releases everything, also in the middle of `next`. */
type Reading = { next(): Promise<{ done?: boolean; value?: Uint8Array }>; leave(): void }

function readingOf(reader: ReadableStreamDefaultReader<Uint8Array>): Reading {
  return { next: () => reader.read(), leave: () => void reader.cancel().catch(() => undefined) }
}

/** Stored bytes without a stream between their reading and the connection. */
function readingOfStored({ begin, close }: Chunks): Reading {
  const chunks = begin()[Symbol.asyncIterator]()
  return {
    next: () => chunks.next(),
    // close first: it ends a reading that is waiting, so that return is not queued behind it for long.
    leave() {
      close()
      void chunks.return?.().catch(() => undefined)
    },
  }
}

async function pump({ next, leave }: Reading, out: ServerResponse): Promise<void> {
  out.once('close', leave)
  try {
    while (!out.destroyed) {
      const { value } = await next()
      if (!value) return void out.end()
      if (!out.write(value, () => releaseMemory(value))) await roomIn(out)
    }
  } catch (error) {
    // Who has left ended the reading.
    if (!out.destroyed) throw error
  } finally {
    out.off('close', leave)
    leave()
  }
}

/** Resolves when the client has read on, or has disconnected. */
function roomIn(out: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (out.destroyed) return resolve()
    const go = (): void => {
      out.off('drain', go)
      out.off('close', go)
      resolve()
    }
    out.on('drain', go)
    out.on('close', go)
  })
}

function headersOf(incoming: IncomingMessage, { isFromProxy = false }: RequestOptions): Headers {
  const headers = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i]!.toLowerCase()
    if (name !== 'forwarded' && !name.startsWith('x-forwarded-'))
      headers.append(name, incoming.rawHeaders[i + 1]!)
  }
  const host = isFromProxy ? lastHop(incoming, 'x-forwarded-host') : null
  if (host) headers.set('host', host)
  return headers
}

/** Only path and query are the client's. `//elsewhere/` and absolute addresses do not lead away from this server. */
function addressOf(incoming: IncomingMessage, { origin, isFromProxy = false }: RequestOptions): string {
  const given = incoming.url ?? '/'
  const target = given.startsWith('/')
    ? given
    : given.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
  const proto = isFromProxy ? lastHop(incoming, 'x-forwarded-proto') : null
  const isKnown = proto === 'http' || proto === 'https'
  return (isKnown ? origin.replace(/^[a-z]+/, proto) : origin) + target
}

function isLeftUnread(incoming: IncomingMessage | undefined): boolean {
  return incoming?.complete === false && incoming.method !== 'GET' && incoming.method !== 'HEAD'
}

import { contentDisposition } from './disposition.ts'
import { isSameEntity } from './etag.ts'
import { rangeOf, type Part } from './range.ts'

export type ByteSource = {
  size: number
  /** Opens nothing before it is iterated; releases everything when its iteration ends, early or not. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close?(): void
}

export type ByteOptions = {
  name: string
  mediaType: string
  /** With its quotes. A strong tag: the bytes under it never change. */
  etag: string
  disposition: 'attachment' | 'inline'
}

/**
 * The response with stored bytes: ranges, resumption, conditions, and the headers that keep what a stranger uploaded
 * from acting in the browser. Already authorized. HEAD and 304 open nothing.
 */
export function sendBytes(request: Request, source: ByteSource, options: ByteOptions): Response {
  const headers = headersFor(options)
  if (isSameEntity(request.headers.get('if-none-match'), options.etag)) return bodiless(source, 304, headers)
  const part = partFor(request, source.size, options.etag)
  if (part === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${source.size}`)
    return bodiless(source, 416, headers)
  }
  const { start, end } = part === 'whole' ? { start: 0, end: source.size } : part
  const status = part === 'whole' ? 200 : 206
  if (status === 206) headers.set('Content-Range', `bytes ${start}-${end - 1}/${source.size}`)
  headers.set('Content-Length', String(end - start))
  headers.set('Content-Type', options.mediaType)
  headers.set('Content-Disposition', contentDisposition(options.disposition, options.name))
  if (request.method === 'HEAD') return bodiless(source, status, headers)
  const chunks: Chunks = { begin: () => source.read(start, end), close: () => source.close?.() }
  const body = streamOf(chunks.begin, chunks.close)
  chunksOfBodies.set(body, chunks)
  return new Response(body, { status, headers })
}

export type Chunks = {
  begin: () => AsyncIterable<Uint8Array>
  /** Releases everything, and ends a reading in progress. */
  close: () => void
}

const chunksOfBodies = new WeakMap<ReadableStream, Chunks>()

/**
 * The chunks of stored bytes that nothing has read yet, for whoever writes the response: through the stream each chunk
 * costs as much again. Null for any other body.
 */
export function chunksOf(body: ReadableStream): Chunks | null {
  return chunksOfBodies.get(body) ?? null
}

/** The response with a download that is made while it is sent, so that its length is unknown. */
export function sendMade(
  request: Request,
  begin: () => AsyncIterable<Uint8Array>,
  { name, mediaType }: Pick<ByteOptions, 'name' | 'mediaType'>,
): Response {
  const headers = {
    ...downloadHeaders,
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition('attachment', name),
  }
  return new Response(request.method === 'HEAD' ? null : streamOf(begin), { headers })
}

/** What keeps people's bytes from acting in the browser, and from remaining in a cache. */
export const protectedHeaders = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** The same for whole files: no intermediary may compress or change them. */
export const downloadHeaders = { ...protectedHeaders, 'Cache-Control': 'private, no-store, no-transform' }

function headersFor({ etag }: ByteOptions): Headers {
  return new Headers({ ...downloadHeaders, 'Accept-Ranges': 'bytes', ETag: etag })
}

/** A range applies to GET only, and with If-Range only while the entity is the one that the client has a part of. */
function partFor(request: Request, size: number, etag: string): Part | 'whole' | 'unsatisfiable' {
  const ifRange = request.headers.get('if-range')
  if (request.method !== 'GET' && request.method !== 'HEAD') return 'whole'
  if (ifRange !== null && ifRange.trim() !== etag) return 'whole'
  return rangeOf(request.headers.get('range'), size)
}

function bodiless(source: ByteSource, status: number, headers: Headers): Response {
  source.close?.()
  return new Response(null, { status, headers })
}

/**
 * Chunks as a response's body: nothing is started before the first is requested, and a client that disconnects ends it.
 */
export function streamOf(
  begin: () => AsyncIterable<Uint8Array>,
  close: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= begin()[Symbol.asyncIterator]()
        try {
          const { done, value } = await iterator.next()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        close()
      },
      async cancel() {
        // close first: it ends a reading that is waiting, so that return is not queued behind it for long.
        close()
        await iterator?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

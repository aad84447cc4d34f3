import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { releaseMemory } from '#server/storage/memory.ts'
import { chosenEncoding } from './encoding.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const smallest = 1024
const largest = 1024 * 1024

// text/x-script is what Remix answers to its own data requests. Event streams are not here: they never end.
const kinds = new Set(['text/html', 'text/css', 'text/x-script', 'application/json', 'image/svg+xml'])

export function compressible(response: Response): boolean {
  const { headers } = response
  const kind = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const mayChange = !/\bno-transform\b/i.test(headers.get('cache-control') ?? '')
  return kinds.has(kind) && mayChange && !headers.has('content-range') && !headers.has('content-encoding')
}

/** The body's chunks, until its end or until it is too large to be buffered. */
export async function wholeBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ chunks: Uint8Array[]; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  while (size <= largest) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isWhole: true }
    chunks.push(value)
    size += value.length
  }
  return { chunks, isWhole: false }
}

/** Chunks as one buffer of its own; if there are several, their memory is released. */
export function joined(chunks: Uint8Array[]): Uint8Array {
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const whole = Buffer.concat(chunks)
  for (const chunk of chunks) releaseMemory(chunk)
  return whole
}

/** The body in the encoding the client prefers; the compression itself runs off the event loop. */
export async function compressed(
  body: Uint8Array,
  acceptEncoding: string,
  out: ServerResponse,
): Promise<Uint8Array> {
  const encoding = body.length < smallest ? null : chosenEncoding(acceptEncoding)
  if (!encoding) return body
  out.setHeader('Content-Encoding', encoding)
  const etag = out.getHeader('ETag')
  // The bytes are no longer those that a strong tag identifies.
  if (typeof etag === 'string' && !etag.startsWith('W/')) out.setHeader('ETag', `W/${etag}`)
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotliAsync(body, { params })
}

import type { ReadableStream as NodeStream } from 'node:stream/web'
import { isLoopback } from '#server/proxies.ts'

/** Another server cannot be reached, or does not answer as it should. */
export class NoAnswer extends Error {}

type FetchOptions = {
  method?: string
  headers?: HeadersInit
  body?: string | URLSearchParams
  signal?: AbortSignal | null | undefined
}
type Fetch = (address: string, options: FetchOptions) => Promise<Response>

/**
 * Requests to other servers over https, or over http on this machine. The response is read completely, up to a number
 * of bytes after decompression; redirects are not followed. Throws NoAnswer if nothing arrives in time
 * (`options.signal`), too much arrives, or the other server has failed.
 */
export function boundedFetch({ maxBytes }: { maxBytes: number }): Fetch {
  return async (address, options) => {
    try {
      const url = new URL(address)
      if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new NoAnswer('not over https')
      const response = await fetch(url, { ...options, redirect: 'manual' })
      const body = await readAtMost(response, maxBytes)
      if (response.status >= 500) throw new NoAnswer(`status ${response.status}`)
      const { status, statusText, headers } = response
      return new Response(body, { status, statusText, headers: withoutEncoding(headers) })
    } catch (error) {
      if (error instanceof NoAnswer) throw error
      throw new NoAnswer('no answer', { cause: error })
    }
  }
}

/** The whole body. Throws NoAnswer if there is more of it. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop discards the rest.
  for await (const chunk of body as NodeStream<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw new NoAnswer(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The body is decompressed already. */
export function withoutEncoding(received: Headers): Headers {
  const headers = new Headers(received)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  return headers
}

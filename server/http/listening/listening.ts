import { createServer, type Server } from 'node:http'

/** How long is waited for others; milliseconds. */
export type ListeningLimits = {
  /** For a connection to bring the whole head of a request, from its beginning or from its first byte on. */
  head: number
  /** Between two looks for those that have not. */
  look: number
  /** For the next request over a kept connection. */
  kept: number
  /** For the next byte of a request, whose sender is then told so; or for its client to read on, who is then cut off. */
  silence: number
}

const standard: ListeningLimits = { head: 20_000, look: 5_000, kept: 10_000, silence: 120_000 }

/**
 * A server that waits for no one without end, and sets no limit on a whole request or answer: a gigabyte over
 * a slow line takes its time. It does not listen yet.
 */
export function makeListening({ head, look, kept, silence }: ListeningLimits = standard): Server {
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: head,
    keepAliveTimeout: kept,
    connectionsCheckingInterval: look,
  })
  // Of a request that is read `timeout` is met by its reader (guard, multipart), who answers; no one meets
  // another one, and its connection is cut.
  server.timeout = silence
  return server
}

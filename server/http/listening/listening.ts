import { createServer, type Server } from 'node:http'

/** How long to wait for clients; milliseconds. */
export type ListeningLimits = {
  /** For a connection to bring complete request headers, from its beginning or from its first byte on. */
  head: number
  /** Between two checks for those that have not. */
  look: number
  /** For the next request over a keep-alive connection. */
  kept: number
  /**
   * For the next byte of a request, whose sender then gets an answer; or for its client to read on, who is then cut
   * off.
   */
  silence: number
}

const standard: ListeningLimits = { head: 20_000, look: 5_000, kept: 10_000, silence: 120_000 }

/**
 * A server that waits for no one forever, and sets no limit on a whole request or response: a gigabyte over a slow
 * connection takes its time. It does not listen yet.
 */
export function makeListening({ head, look, kept, silence }: ListeningLimits = standard): Server {
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: head,
    keepAliveTimeout: kept,
    connectionsCheckingInterval: look,
  })
  // While a request is read, its reader (guard, multipart) handles `timeout` and answers; no one handles another one,
  // and its connection is cut.
  server.timeout = silence
  return server
}

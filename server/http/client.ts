import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TrustedProxies } from '#server/proxies.ts'

/** Who is at the other end of the connection, as far as the network shows. */
export type Client = {
  ip: string
  userAgent: string
  /** Whether a trusted proxy connected for it: then what it says about address, host and https is trusted. */
  isProxied?: boolean
  /** Identifies the browser until it is closed; a program has none. */
  browserId?: string
  /** By this an account recognises the browser for long; a new one if there was none. */
  browserSecret?: string
  /** Whether this request asks only for the headers of a response: nothing of it is recorded. */
  isHead?: boolean
  /**
   * Calls back once when the response was read to its end or the connection is gone; nothing if there is no connection.
   */
  whenOver?: (then: () => void) => void
}

const maxUserAgentLength = 512

/** Whether the one who connected is a proxy whose X-Forwarded-* headers count. */
export function isFromProxy(incoming: IncomingMessage, trusted: TrustedProxies): boolean {
  return trusted.has(connectedFrom(incoming))
}

/**
 * The client is the peer, or, if that is a trusted proxy, the address it reports: the last entry of X-Forwarded-For
 * that is not a trusted proxy itself. An unreadable entry ends the walk.
 */
export function clientOf(incoming: IncomingMessage, trusted: TrustedProxies): Client {
  const userAgent = (incoming.headers['user-agent'] ?? '')
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, maxUserAgentLength)
  return {
    ip: addressOf(incoming, trusted),
    userAgent,
    isProxied: isFromProxy(incoming, trusted),
  }
}

function addressOf(incoming: IncomingMessage, trusted: TrustedProxies): string {
  let address = connectedFrom(incoming)
  const entries = String(incoming.headers['x-forwarded-for'] ?? '').split(',')
  for (let hop = 0; hop < trusted.hops && trusted.has(address); hop++) {
    const entry = plainAddress(entries.pop() ?? '')
    if (!entry) break
    address = entry
  }
  return address
}

function connectedFrom(incoming: IncomingMessage): string {
  return plainAddress(incoming.socket.remoteAddress ?? '') ?? ''
}

/** The entry that the nearest proxy added to a list header; anyone may have sent those before it. */
export function lastHop(incoming: IncomingMessage, name: string): string | null {
  const values = incoming.headers[name]
  const last = String(values ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || null
}

/** An address as it is compared and stored: without the port, brackets and IPv4 prefix that some write around it. */
function plainAddress(text: string): string | null {
  const trimmed = text.trim()
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) ? plain : null
}

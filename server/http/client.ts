import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Who is at the other end of the connection, as far as the network shows. */
export type Client = { ip: string; userAgent: string }

const longestUserAgent = 512

/** Behind a trusted proxy the address is the one that this proxy saw: the last of X-Forwarded-For. */
export function clientOf(incoming: IncomingMessage, options: { trustProxy: boolean }): Client {
  const forwarded = options.trustProxy ? lastHop(incoming, 'x-forwarded-for') : null
  const ip = plainAddress(forwarded ?? '') ?? plainAddress(incoming.socket.remoteAddress ?? '') ?? ''
  const userAgent = (incoming.headers['user-agent'] ?? '')
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, longestUserAgent)
  return { ip, userAgent }
}

/** What the nearest proxy added to a list header; what stands before it anyone may have sent. */
export function lastHop(incoming: IncomingMessage, name: string): string | null {
  const values = incoming.headers[name]
  const last = String(values ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || null
}

function plainAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) ? plain : null
}

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; names: string[]; body: string }

/** A request as it is written here: the path is not tidied, and Host may lie. */
export async function rawRequest(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const sent = request(origin, { path, method, headers, servername: 'localhost' }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  return { status: answer.statusCode ?? 0, headers: answer.headers, names, body: await text(answer) }
}

import { once } from 'node:events'
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a server on which a request can be stopped in the middle, and which counts what went through. */
export class SlowWay {
  readonly origin: string
  readonly #target: string
  /** Which requests stop: of this method, at addresses that begin so, after so many bytes in the direction of most. */
  stop: { method: string; path: string; after: number } | null = null
  /** Bytes that went through of the request that stops. */
  passed = 0
  readonly ranges: (string | undefined)[] = []

  private constructor(server: Server, target: string) {
    this.#target = target
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      this.#pass(incoming, outgoing),
    )
  }

  static async start(target: string): Promise<SlowWay> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return new SlowWay(server, target)
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url = '' } = incoming
    const { host } = new URL(this.#target)
    const stop = this.stop?.method === method && url.startsWith(this.stop.path) ? this.stop : null
    if (url.startsWith('/v1/download/')) this.ranges.push(incoming.headers.range)
    const further = send(new URL(url, this.#target), { method, headers: { ...incoming.headers, host } })
    further.on('error', () => outgoing.destroy())
    further.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      if (stop && method === 'GET') this.#passSome(answer, outgoing, stop.after)
      else answer.pipe(outgoing)
    })
    incoming.on('error', () => further.destroy())
    incoming.on('close', () => incoming.complete || further.destroy())
    if (stop && method !== 'GET') this.#passSome(incoming, further, stop.after)
    else incoming.pipe(further)
  }

  #passSome(from: IncomingMessage, to: NodeJS.WritableStream, after: number): void {
    from.on('data', (chunk: Buffer) => {
      const some = chunk.subarray(0, Math.max(0, after - this.passed))
      this.passed += some.length
      if (some.length > 0) to.write(some)
    })
  }
}

import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Fault =
  /** The connection is cut at once. */
  | 'gone'
  /** Nothing is ever answered. */
  | 'hang'
  /** An answer of S3 that says so. */
  | { status: number; code: string }
  /** The connection is cut after so many bytes of the answer's body. */
  | { cutAfter: number }

export type ProxiedRequest = { method: string; url: string }

/**
 * A proxy before an S3 store that lets requests through as they are, signatures and all, until it is told to do
 * something else with them.
 */
export class FaultProxy {
  readonly origin: string
  /** What becomes of a request; null lets it pass. */
  rule: (incoming: ProxiedRequest) => Fault | null = () => null
  readonly #server: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, target: URL) {
    this.#server = server
    this.#target = target
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming, response) => this.#answer(incoming, response))
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer({ requestTimeout: 0 }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultProxy(server, new URL(target))
  }

  /** The same for all from now on; what is under way is cut where the store is gone. */
  always(fault: Fault | null): void {
    this.rule = () => fault
    if (fault === 'gone') for (const socket of this.#sockets) socket.destroy()
  }

  /** One fault for each of the next requests; then they pass again. */
  next(...faults: Fault[]): void {
    this.rule = () => faults.shift() ?? null
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #answer(incoming: IncomingMessage, response: ServerResponse): void {
    incoming.on('error', () => undefined)
    response.on('error', () => undefined)
    const fault = this.rule({ method: incoming.method ?? '', url: incoming.url ?? '' })
    if (fault === 'gone') return void incoming.socket.destroy()
    if (fault === 'hang') return void incoming.resume()
    if (fault && 'status' in fault) return refuse(incoming, response, fault)
    this.#forward(incoming, response, fault?.cutAfter ?? Infinity)
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, maxBytes: number): void {
    const { method, url: path, rawHeaders: headers } = incoming
    const { hostname: host, port } = this.#target
    const onward = request({ host, port, method, path, headers, setHost: false, agent: false })
    onward.on('error', () => incoming.socket.destroy())
    onward.on('response', (answer) => {
      answer.on('error', () => response.destroy())
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders))
      let left = maxBytes
      answer.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) response.destroy()
      })
      answer.pipe(response)
    })
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}

function refuse(
  incoming: IncomingMessage,
  response: ServerResponse,
  fault: { status: number; code: string },
) {
  incoming.resume().on('end', () => {
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${fault.code}</Code></Error>`
    response.writeHead(fault.status, { 'content-type': 'application/xml' }).end(body)
  })
}

function withoutConnection(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !/^connection$/i.test(rawHeaders[index - (index % 2)]!))
}

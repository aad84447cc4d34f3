import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy before several servers: each request goes to the next of them, even those of one connection. Nothing is
 * kept: bytes pass both ways as fast as the other side takes them. Nothing is tried twice.
 */
export class RoundRobin {
  readonly origin: string
  /** The server that got each request, in order. */
  readonly taken: string[] = []
  readonly #server: Server
  readonly #backends: readonly string[]
  readonly #out = new Set<string>()
  #next = 0

  private constructor(server: Server, backends: readonly string[]) {
    this.#server = server
    this.#backends = backends
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming, response) => this.#forward(incoming, response))
  }

  /** Listens on the loopback, at a free port unless one is given. `backends` are origins, `http://localhost:3001`. */
  static async start(backends: readonly string[], { port = 0 } = {}): Promise<RoundRobin> {
    const server = createServer({ requestTimeout: 0 }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new RoundRobin(server, backends)
  }

  /** From now on this server gets no request; those under way go on. */
  takeOut(backend: string): void {
    this.#out.add(backend)
  }

  putBack(backend: string): void {
    this.#out.delete(backend)
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #choose(): string | null {
    const ready = this.#backends.filter((backend) => !this.#out.has(backend))
    return ready[this.#next++ % ready.length] ?? null
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined)
    const backend = this.#choose()
    if (!backend) return refuse(response, 503, 'No server is in')
    this.taken.push(backend)
    const options = { method: incoming.method, headers: forwardedHeaders(incoming), agent: false }
    const onward = request(new URL(incoming.url ?? '/', backend), options)
    onward.on('error', () => {
      // A server may answer and close before it has read everything: the rest has nowhere to go.
      incoming.unpipe(onward).resume()
      if (!response.headersSent) refuse(response, 502, 'The server did not answer')
    })
    onward.on('response', (answer) => sendBack(answer, response))
    // A side that leaves takes the other along.
    incoming.on('error', () => onward.destroy())
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy()
    })
    incoming.pipe(onward)
  }
}

function sendBack(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, passable(answer.rawHeaders))
  answer.on('error', () => response.destroy())
  answer.pipe(response)
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`)
}

/** What a client says of itself in forwarding headers is replaced, as at the edge of a network. */
function forwardedHeaders({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  return [
    ...passable(rawHeaders, /^(forwarded|x-forwarded-.*)$/i),
    // A server that may close at once resets what it has not read, and its early answer is lost with it.
    'Connection',
    'keep-alive',
    'X-Forwarded-For',
    socket.remoteAddress ?? '',
    'X-Forwarded-Proto',
    'http',
    'X-Forwarded-Host',
    headers.host ?? '',
  ]
}

/** Names and values by turns, without those that concern one connection only. */
function passable(rawHeaders: string[], but = /^$/): string[] {
  const passed: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!]
    if (!/^(connection|keep-alive)$/i.test(name) && !but.test(name)) passed.push(name, value)
  }
  return passed
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

export type Patience = {
  /** How long a keep-alive connection can still bring the request that is on its way; milliseconds. */
  idle: number
  /** How long a response in progress can take; milliseconds. */
  busy: number
}

const standard: Patience = { idle: 300, busy: 10_000 }

/**
 * How a server stops without an error for anyone: it accepts no more connections, answers what comes over keep-alive
 * ones, once each, and is gone with the last of them.
 */
export class Ending {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #busy = new Set<Socket>()
  #isEnding = false

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#busy.add(socket)
      response.once('close', () => {
        this.#busy.delete(socket)
        // What was begun before the stop was told that its connection is kept.
        if (this.#isEnding) socket.end()
      })
    })
  }

  /** Says in a response that no other will come over its connection, if that is so. Before its headers are sent. */
  tell(response: ServerResponse): void {
    if (this.#isEnding && !response.headersSent) response.setHeader('Connection', 'close')
  }

  /** Stops the server; resolves when nothing of it is left. */
  async run(patience: Patience = standard): Promise<void> {
    this.#isEnding = true
    await this.#seen()
    // Not by the HTTP server's own close, which cuts kept connections with a request on its way.
    const closed = new Promise<void>(
      (resolve) => void NetServer.prototype.close.call(this.#server, () => resolve()),
    )
    const idle = setTimeout(() => void this.#closeIdle(), patience.idle)
    const busy = setTimeout(() => this.#server.closeAllConnections(), patience.busy)
    await closed
    clearTimeout(idle)
    clearTimeout(busy)
    // Ends what looks after connections.
    this.#server.close()
  }

  /** Accepts what has arrived so far and waits in the system: closing would reset it. */
  async #seen(): Promise<void> {
    // The first may still be of this turn of the loop, the second comes after another look at every connection.
    for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  async #closeIdle(): Promise<void> {
    await this.#seen()
    for (const socket of this.#sockets) if (!this.#busy.has(socket)) socket.destroy()
  }
}

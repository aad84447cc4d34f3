import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

type State = 'open' | 'cut' | 'silent'

/** A way to a server over TCP that can be cut, or swallow what is sent, and mended again. */
export class CutProxy {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<[near: Socket, far: Socket]>()
  #state: State = 'open'

  private constructor(server: Server, target: { host: string; port: number }) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (near) => this.#join(near, target))
  }

  static async start(target: { host: string; port: number }): Promise<CutProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new CutProxy(server, target)
  }

  /** The same address, by this way. */
  urlOf(address: string): string {
    const url = new URL(address)
    url.host = `127.0.0.1:${this.port}`
    return url.href
  }

  /** Ends every connection, and each new one at once. */
  cut(): void {
    this.#state = 'cut'
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  /** Connections stay and new ones are taken, but nothing comes through in either direction. */
  silence(): void {
    this.#state = 'silent'
    for (const [near, far] of this.#pairs) {
      near.unpipe(far)
      far.unpipe(near)
      // Read on and thrown away, as by a machine in between that has forgotten the connection.
      near.resume()
      far.resume()
    }
  }

  /** New connections come through again. Those that were silenced stay silent. */
  mend(): void {
    this.#state = 'open'
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cut()
    await closed
  }

  #join(near: Socket, target: { host: string; port: number }): void {
    near.on('error', () => undefined)
    if (this.#state === 'cut') return void near.destroy()
    if (this.#state === 'silent') near.resume()
    const far = connect(target.port, target.host)
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    far.on('error', () => undefined)
    for (const socket of pair) {
      socket.on('close', () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (this.#state === 'open') near.pipe(far).pipe(near)
    else far.resume()
  }
}

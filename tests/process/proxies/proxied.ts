import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { password } from '#tests/support/world/make.ts'
import { freePort } from '#tests/support/servers/ports.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { Proxy, type ProxyKind } from './proxy.ts'

/** The built server in a process of its own behind a proxy with TLS, as an operator sets it up. */
export class Proxied {
  readonly proxy: Proxy
  readonly outbox: Outbox
  readonly #dataDir: string
  #server: ServerProcess

  private constructor(proxy: Proxy, dataDir: string, server: ServerProcess) {
    this.proxy = proxy
    this.#dataDir = dataDir
    this.#server = server
    this.outbox = new Outbox(path.join(dataDir, 'outbox'))
  }

  static async start(kind: ProxyKind, program: string): Promise<Proxied> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-proxied-'))
    const port = await freePort()
    const server = await startServer(dataDir, { publicUrl: `https://localhost:${port}` })
    return new Proxied(await Proxy.start(kind, program, [server.port], { port }), dataDir, server)
  }

  async restartServer(): Promise<void> {
    const { port } = this.#server
    this.#server = await startServer(this.#dataDir, { publicUrl: this.proxy.origin, port })
  }

  async killServer(): Promise<void> {
    await this.#server.kill()
  }

  /** The operator, signed in. The first time makes the account. */
  async register(browser: Browser = this.proxy.browser()): Promise<Browser> {
    await browser.open('/access/register')
    const person = { email: 'olivia@example.org', firstName: 'Olivia', lastName: 'Ortega', password }
    return browser.send('register', person)
  }

  async signIn(browser: Browser = this.proxy.browser()): Promise<Browser> {
    await browser.open('/access/login')
    return browser.send('signIn', { email: 'olivia@example.org', password })
  }

  async stop(): Promise<void> {
    await this.proxy.stop()
    await this.killServer()
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}

function startServer(dataDir: string, options: { publicUrl: string; port?: number }): Promise<ServerProcess> {
  return ServerProcess.start(dataDir, { ...options, env: { TRUST_PROXY: 'on' } })
}

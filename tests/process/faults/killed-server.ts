import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { freePort } from '#tests/support/servers/ports.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import type { Place } from '#tests/support/world/app.ts'
import { Outbox } from '#tests/support/world/mail.ts'

/** The built server on SQLite, which is killed and started again over what it left, at the same address. */
export class KilledServer implements Place {
  readonly dataDir: string
  readonly outbox: Outbox
  readonly #port: number
  readonly #env: Record<string, string>
  #process: ServerProcess | null = null

  private constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir
    this.outbox = new Outbox(path.join(dataDir, 'outbox'))
    this.#port = port
    this.#env = env
  }

  /** Goes with the test. */
  static async start(env: Record<string, string> = {}): Promise<KilledServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-killed-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const server = new KilledServer(dataDir, await freePort(), env)
    onTestFinished(() => server.kill())
    await server.startAgain()
    return server
  }

  /** As by a power cut. */
  async kill(): Promise<void> {
    await this.#process?.kill()
    this.#process = null
  }

  async startAgain(): Promise<void> {
    const env = { DATABASE_URL: '', ...this.#env }
    this.#process = await ServerProcess.start(this.dataDir, { port: this.#port, env })
  }

  browser(): Browser {
    return this.#process!.browser()
  }

  /** Waits for nothing: what is under way when the process dies is what its tests are about. */
  async settle(): Promise<void> {}
}

import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase, type Database } from '#server/db/open.ts'
import { SmtpCounterpart } from '#server/mail/smtp-counterpart.ts'
import type { Place } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { storeEnv } from './bucket.ts'
import { makePostgresDatabase, postgresServer, type TemporaryPlace } from '#tests/support/world/postgres.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { freePort } from './ports.ts'
import { RoundRobin } from './round-robin.ts'
import { browserAt, ServerProcess } from './server-process.ts'

/** Several processes of the built server over one PostgreSQL and one S3 store, behind a proxy that goes round them. */
export class Cluster implements Place {
  readonly proxy: RoundRobin
  readonly servers: ServerProcess[]
  readonly outbox: Outbox
  readonly mail: SmtpCounterpart
  /** The common database, as a guest sees it. */
  readonly database: Database
  readonly #place: TemporaryPlace
  readonly #folder: string

  private constructor(parts: {
    proxy: RoundRobin
    servers: ServerProcess[]
    mail: SmtpCounterpart
    database: Database
    place: TemporaryPlace
    folder: string
  }) {
    this.proxy = parts.proxy
    this.servers = parts.servers
    this.mail = parts.mail
    this.database = parts.database
    this.#place = parts.place
    this.#folder = parts.folder
    const emails = async () => this.mail.received.map(({ data }) => Buffer.from(data, 'latin1'))
    this.outbox = new Outbox(emails, () => this.settle())
  }

  /** Starts so many processes together, each with a folder and a port of its own. */
  static async start(count: number): Promise<Cluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-cluster-'))
    const place = await makePostgresDatabase(postgresServer!)
    const mail = await SmtpCounterpart.start()
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const proxy = await RoundRobin.start(ports.map((port) => `http://localhost:${port}`))
    const env = {
      DATABASE_URL: place.url,
      ...storeEnv(),
      SECRET_KEY: randomBytes(32).toString('hex'),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      TRUST_PROXY: 'on',
    }
    const servers = await Promise.all(
      ports.map(async (port) => {
        const dataDir = path.join(folder, String(port))
        await mkdir(dataDir)
        return ServerProcess.start(dataDir, { port, env, publicUrl: proxy.origin })
      }),
    )
    const database = await openDatabase({ url: place.url, log: pino({ level: 'silent' }), as: 'guest' })
    return new Cluster({ proxy, servers, mail, database, place, folder })
  }

  /** A person whose requests go round the processes. */
  browser(): Browser {
    return browserAt(this.proxy.origin)
  }

  /** From now on requests go to this process alone, or round all again. */
  only(chosen: ServerProcess | null): void {
    for (const server of this.servers) {
      if (chosen && server !== chosen) this.proxy.takeOut(server.origin)
      else this.proxy.putBack(server.origin)
    }
  }

  /** Waits until no job is due any more, and none that failed waits for its next try. */
  async settle(): Promise<void> {
    for (;;) {
      const due = await this.database.kysely
        .selectFrom('job')
        .select('guid')
        .where('failed_at', 'is', null)
        .where((job) => job.or([job('run_at', '<=', Date.now()), job('tries', '>', 0)]))
        .limit(1)
        .execute()
      if (due.length === 0) return
      await setTimeout(50)
    }
  }

  /** Ends a process as a power cut would; the proxy sends no one there any more. */
  async kill(server: ServerProcess): Promise<void> {
    this.proxy.takeOut(server.origin)
    await server.kill()
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()))
    await this.proxy.close()
    await this.mail.stop()
    await this.database.close()
    await this.#place.remove()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

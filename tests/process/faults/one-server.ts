import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { openDatabase, type Database } from '#server/db/open.ts'
import type { Place } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { withSmallDisk } from '#tests/support/servers/small-disk.ts'
import { patience } from '#tests/support/world/patience.ts'

/** No one waits longer than this for an answer: what takes longer is a fault of its own. Milliseconds. */
const maxPatience = 60_000
const databaseFile = 'strongroom.db'

/** The built server in a process of its own, on a database and a store that a test may take away from it. */
export class OneServer implements Place {
  readonly dataDir: string
  readonly outbox: Outbox
  readonly process: ServerProcess

  readonly #address: string
  #database: Database | null = null

  private constructor(parts: { dataDir: string; address: string; process: ServerProcess }) {
    this.dataDir = parts.dataDir
    this.#address = parts.address
    this.process = parts.process
    this.outbox = new Outbox(path.join(parts.dataDir, 'outbox'), () => this.settle())
  }

  /**
   * Goes with the test. `database` is where the test reads what the server keeps, SQLite in the folder
   * otherwise; `bytes` are the size of the disk that the folder is on, which is no one else's then.
   */
  static async start(
    env: Record<string, string> = {},
    { database, bytes }: { database?: string; bytes?: number } = {},
  ): Promise<OneServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-faults-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const within = bytes ? withSmallDisk(folder, bytes) : []
    const process = await ServerProcess.start(folder, { env: { DATABASE_URL: '', ...env }, within })
    onTestFinished(() => process.kill())
    const dataDir = bytes ? process.pathOf(folder) : folder
    const address = database ?? (bytes ? '' : `sqlite:${path.join(folder, databaseFile)}`)
    return new OneServer({ dataDir, process, address })
  }

  /** What the server keeps, by a way of its own; a copy where the server alone sees its disk. */
  async database(): Promise<Database> {
    if (!this.#address) return openCopy(this.dataDir)
    if (this.#database) return this.#database
    const database = (this.#database = await asGuest(this.#address))
    onTestFinished(() => database.close())
    return database
  }

  browser(): Browser {
    return this.process.browser(maxPatience)
  }

  /**
   * Waits until nothing is left to do, also of what waits for another try; but for sums, which no one waits
   * for.
   */
  async settle(): Promise<void> {
    await vi.waitFor(async () => expectNoJob(await this.database()), patience)
  }
}

async function expectNoJob({ kysely }: Database): Promise<void> {
  const jobs = await kysely
    .selectFrom('job')
    .select(['kind', 'error'])
    .where('kind', '!=', 'object-hash')
    .execute()
  expect(jobs).toEqual([])
}

function asGuest(url: string): Promise<Database> {
  return openDatabase({ url, log: pino({ level: 'silent' }), as: 'guest' })
}

async function openCopy(dataDir: string): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of [databaseFile, `${databaseFile}-wal`]) {
    await copyFile(path.join(dataDir, name), path.join(folder, name))
  }
  const database = await asGuest(`sqlite:${path.join(folder, databaseFile)}`)
  onTestFinished(() => database.close())
  return database
}

/** That a page in words under this status was shown, with the product's look, and nothing of its insides. */
export function expectText(browser: Browser, status: number, words: string): void {
  expect([browser.status, browser.text()]).toEqual([status, expect.stringContaining(words)])
  expect(browser.page.root.querySelector('link[rel=stylesheet]')).not.toBeNull()
  expect(browser.page.root.querySelector('h1')).not.toBeNull()
  expect(browser.text()).not.toMatch(/\bat .+:\d+:\d+|node_modules|Something went wrong/)
}

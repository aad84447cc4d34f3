import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '#server/config.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { seed } from '#tests/support/world/budget.ts'
import { day, FakeClock, minute } from '#tests/support/world/clock.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { freePort } from '#tests/support/servers/ports.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { type Progress, Crowd, expectPath, expectSame, expectStatus, isOffered } from './crowd.ts'
import { Dice } from './dice.ts'
import type { AcknowledgedShare } from './ledger.ts'

/** Someone is let in on each ground: what is told of openings is looked at in the end. */
const kinds: Progress[] = ['done', 'opened', 'sent', 'opened']

/**
 * On which database and store the process runs, said in its environment and in settings of an own application, and with
 * which kind of progress its lives begin.
 */
export type Ground = { env: Record<string, string>; config: Partial<Config>; firstKind: number }

/** Two grounds go through all kinds between them, in two lives each; which has which changes from run to run. */
export function firstKindOf(ground: 0 | 1): number {
  return ((seed + ground) % 2) * 2
}

/** One installation whose process is killed again and again while people use it. */
export class KilledServer {
  readonly dataDir: string
  readonly crowd: Crowd
  readonly outbox: Outbox
  readonly #ground: Ground
  readonly #port: number
  readonly #dice: Dice
  #server: ServerProcess
  /** How much progress of a kind the process still lives to see. */
  #left: { what: Progress; count: number } | null = null
  #lives: number
  #isKilled = false

  private constructor(options: { dataDir: string; port: number; server: ServerProcess; ground: Ground }) {
    this.dataDir = options.dataDir
    this.#port = options.port
    this.#ground = options.ground
    this.#lives = options.ground.firstKind
    this.#server = options.server
    this.#dice = new Dice(seed)
    this.outbox = new Outbox(path.join(options.dataDir, 'outbox'))
    this.crowd = new Crowd({
      origin: options.server.origin,
      dice: this.#dice,
      outbox: this.outbox,
      onProgress: (what) => this.#onProgress(what),
      isOver: () => this.#isKilled,
    })
  }

  static async start(ground: Ground): Promise<KilledServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-killed-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const port = await freePort()
    const server = await startServer(dataDir, port, ground)
    const killed = new KilledServer({ dataDir, port, server, ground })
    onTestFinished(() => killed.#server.kill())
    return killed
  }

  /** Lets people act until the process is killed, at a moment that the dice name, and starts another one. */
  async live(): Promise<void> {
    this.#isKilled = false
    this.#left = this.#lifetime()
    await this.crowd.act().catch((error: unknown) => {
      const said = this.#server.log.join('\n')
      throw new Error(`${String(error)}\nThe server said:\n${said}`, { cause: error })
    })
    await this.#server.kill()
    this.#server = await startServer(this.dataDir, this.#port, this.#ground)
  }

  /** By turns after so many answers, so many pieces of uploads, and so many readers who were let in. */
  #lifetime(): { what: Progress; count: number } {
    const what = kinds[this.#lives++ % kinds.length]!
    return { what, count: 1 + this.#dice.below(what === 'done' ? 12 : what === 'sent' ? 40 : 2) }
  }

  /** That everything people were told is so, as far as they can see themselves. */
  async expectAcknowledged(shares: readonly AcknowledgedShare[]): Promise<void> {
    for (const browser of this.crowd.ledger.signedIn) await expectSignedIn(browser)
    for (const share of shares) {
      const { sender, guid, isUnshared } = share
      expectStatus(await sender.open(`/s/${guid}`), 200)
      if (isUnshared !== null) expectSecretState(share)
      // Now it is seen what became of a change that was not answered.
      else share.isUnshared = isOffered(sender, 'shareAgain')
      await this.#expectWhole(share)
    }
  }

  /** Everything that is listed, acknowledged or not, is whole; answers how much that is. */
  async expectListedWhole(): Promise<number> {
    let count = 0
    for (const sender of this.crowd.ledger.signedIn) {
      for (let page = 1; ; page++) {
        await sender.open(`/s?page=${page}`)
        const isLast = sender.page.links(/^Next/).length === 0
        for (const link of sender.page.links(/^file-\d+\.txt/)) {
          const [, fileName = ''] = /(file-\d+\.txt)/.exec((await sender.open(link)).text()) ?? []
          await this.#expectWhole({ sender, guid: link.slice('/s/'.length), fileName })
          count++
        }
        if (isLast) break
      }
    }
    return count
  }

  /**
   * The same installation in this process, after the last kill and two days later: no one is using it any
   * more. What the killed process had begun is done before: a code that is over then would not leave any
   * more.
   */
  async open(): Promise<App> {
    await this.#server.kill()
    const clock = new FakeClock(Date.now() + minute)
    const config = { dataDir: this.dataDir, databaseUrl: null, ...this.#ground.config }
    const app = await startApp({ clock, config })
    await app.settle()
    clock.advance(2 * day)
    return app
  }

  async storedFiles(): Promise<string[]> {
    const entries = await readdir(path.join(this.dataDir, 'objects'), {
      recursive: true,
      withFileTypes: true,
    })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  async #expectWhole({ sender, guid, fileName }: Pick<AcknowledgedShare, 'sender' | 'guid' | 'fileName'>) {
    const copy = await sender.fetch(`/view/${guid}/download`)
    expectSame(copy, Buffer.from(await copy.arrayBuffer()), this.crowd.ledger.files.get(fileName)!)
  }

  #onProgress(what: Progress): void {
    if (this.#left?.what !== what || --this.#left.count > 0) return
    this.#left = null
    this.#isKilled = true
    void this.#server.kill()
  }
}

function startServer(dataDir: string, port: number, { env }: Ground): Promise<ServerProcess> {
  return ServerProcess.start(dataDir, {
    port,
    env: { TRUST_PROXY: 'on', LOG_LEVEL: 'error', DATABASE_URL: '', ...env },
  })
}

async function expectSignedIn(browser: Browser): Promise<void> {
  expectStatus(await browser.open('/home'), 200)
  expectPath(browser, /^\/home$/)
}

/** That the page of a share, which its sender has opened, names its file and says whether it is unshared. */
function expectSecretState({ sender, fileName, isUnshared }: AcknowledgedShare): void {
  expect(sender.text()).toContain(fileName)
  expect(isOffered(sender, 'shareAgain')).toBe(isUnshared)
}

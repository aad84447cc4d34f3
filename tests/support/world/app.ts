import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { onTestFinished, TestRunner } from 'vitest'
import type { Config } from '#server/config.ts'
import type { createStrongroom, loadClient, RenderEngine, Strongroom } from '#server/main.ts'
import { Browser, type BrowserOptions } from '#tests/support/browser/browser.ts'
import { useQuickArgon2 } from '#tests/support/servers/quick-argon2.ts'
import { FakeClock } from './clock.ts'
import { copyPostgresTemplate, copySqliteTemplate, isOnPostgres } from './database.ts'
import { Outbox } from './mail.ts'
import { keptThreads } from './threads.ts'
import { root } from '#tests/support/sources/sources.ts'

/** What people need of a running server, whether it runs in this process or in several others. */
export type Place = {
  outbox: Outbox
  /** A new person at a new browser. */
  browser(options?: BrowserOptions): Browser
  /** Has every job that is due run: emails, pages, copies. */
  settle(): Promise<void>
}

export type App = Place & {
  strongroom: Strongroom
  clock: FakeClock
  dataDir: string
  close(): Promise<void>
}

type Built = {
  createStrongroom: typeof createStrongroom
  loadClient: typeof loadClient
  RenderEngine: typeof RenderEngine
}

/** Draws for every installation of this process: its threads are started once, and stay warm. */
let engine: RenderEngine | undefined
let files: ReturnType<typeof loadClient> | undefined

/** The built server over a data folder of its own; both go with the test. Outside a test the caller closes it. */
export async function startApp(options: { config?: Partial<Config>; clock?: FakeClock } = {}): Promise<App> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-test-'))
  const clock = options.clock ?? new FakeClock()
  const { createStrongroom, loadClient, RenderEngine } = await builtServer()
  const onPostgres = isOnPostgres ? await copyPostgresTemplate() : null
  if (!onPostgres) await copySqliteTemplate(dataDir)
  engine ??= new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
  const strongroom = await createStrongroom({
    config: {
      dataDir,
      databaseUrl: onPostgres?.url ?? null,
      publicUrl: new URL('http://localhost:3000'),
      logLevel: 'silent',
      reserveBytes: 0,
      ...options.config,
    },
    clock: clock.now,
    engine,
    threads: keptThreads,
    files: (files ??= loadClient()),
  })
  const app: App = {
    strongroom,
    clock,
    dataDir,
    outbox: new Outbox(path.join(dataDir, 'outbox'), settle),
    browser: (more) => new Browser({ handle: strongroom.handle, now: clock.now }, more),
    settle,
    close,
  }

  async function settle() {
    await strongroom.services.jobs.drain()
  }
  async function close() {
    await strongroom.close()
    await onPostgres?.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  return app
}

useQuickArgon2()

/** What `npm start` runs, not its sources: tests see what people get. */
async function builtServer(): Promise<Built> {
  const file = path.join(root, 'build/server/index.js')
  if (!existsSync(file)) throw new Error('There is no build. Run: node server/prepare.mjs')
  return (await import(pathToFileURL(file).href)) as Built
}

import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadEnvFile, readConfig } from './config.ts'
import { requireFreePort } from './http/listening/free-port.ts'
import type { RateLimit } from './http/limits/rate.ts'
import { makeLog } from './log.ts'
import { countHeldEmails } from './mail/held-emails.ts'
import { productName } from './rules/product/product.ts'
import type { Services } from './services.ts'
import { createStrongroom } from './strongroom.ts'

export { createStrongroom, loadClient, type Strongroom, type StrongroomOptions } from './strongroom.ts'
export { RenderEngine } from './rendering/engine.ts'

async function start(): Promise<void> {
  loadEnvFile()
  // A start that is bound to fail creates no data folder, no key and no database.
  await requireFreePort(readConfig())
  const strongroom = await createStrongroom()
  const { services } = strongroom
  // What no one waits for any more can fail, too: it is logged, and no reason to end what others wait for.
  process.on('unhandledRejection', (reason) => services.log.error({ err: reason }, 'unhandled failure'))
  await strongroom.listen()
  shrinkWhenQuiet()
  await tellOperator(services)
  const ending = new AbortController()
  every(10 * minute, { services, what: 'clearing up', work: services.sweep, until: ending.signal })
  every(day, { services, what: 'clearing the storage', work: services.sweepStorage, until: ending.signal })
  every(day, {
    services,
    what: 'signing the audit trail',
    work: () => services.audit.sign(),
    until: ending.signal,
  })
  copyHeads(services, ending.signal)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      ending.abort()
      void strongroom.close().then(() => process.exit(0))
    })
  }
  await tellConfinement(services)
}

/**
 * Loading the program leaves the young heap at its largest, 16 MB, and much that is used once. V8 gives that back when it
 * collects everything, which a server that no one asks for anything never does by itself. How small it becomes is set where
 * the server is started: at 1 MB, uploads took a quarter more of the processor.
 *
 * It takes a tenth of a second, so no one waits for it: it comes once the process had nothing to do for ten seconds.
 */
function shrinkWhenQuiet(): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isQuiet = performance.eventLoopUtilization(now, before).utilization < 0.01
    before = now
    if (!isQuiet) return
    clearInterval(timer)
    shrinkHeap()
  }, 10 * second).unref()
}

function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** In each of the processes: the heads that another has signed are on each machine within an hour. */
function copyHeads({ audit, log }: Services, until: AbortSignal): void {
  const copy = (): void =>
    void audit.copy().catch((error: unknown) => {
      if (!until.aborted) log.error({ err: error }, 'copying the signed heads failed')
    })
  const timer = setInterval(copy, hour).unref()
  until.addEventListener('abort', () => clearInterval(timer))
  copy()
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Care = { services: Services; what: string; work: () => Promise<unknown>; until: AbortSignal }

/** Periodically: in only one of the processes, if there are several. */
function every(interval: number, care: Care): void {
  // A little less, since timers are never quite on time.
  const once = { count: 1, per: interval * 0.9 }
  const turn = (): void => void takeTurn(care, once)
  const timer = setInterval(turn, interval).unref()
  care.until.addEventListener('abort', () => clearInterval(timer))
  turn()
}

/** Cleanup is never a reason to exit: a failure is logged, and the next time is another attempt. */
async function takeTurn({ services, what, work, until }: Care, once: RateLimit): Promise<void> {
  try {
    if (await services.rates.take(what, once)) await work()
  } catch (error) {
    // What the end of the process cuts short is not a failure.
    if (!until.aborted) services.log.error({ err: error }, `${what} failed`)
  }
}

/**
 * Says where the server is, and how to create the first account: in plain words at a terminal, as log lines everywhere
 * else, where programs read them. Logged at every LOG_LEVEL: the person who started it is waiting for them.
 */
async function tellOperator({
  config,
  database,
  accounts: { credentials: accounts },
}: Services): Promise<void> {
  const { publicUrl, smtpUrl, dataDir } = config
  const lines = [`${productName} is at ${publicUrl.origin}`]
  if (await accounts.isUnclaimed()) {
    lines.push(
      `Create the first account at ${publicUrl.origin}/access/register: it is active at once and is the operator's.`,
    )
  }
  if (!smtpUrl)
    lines.push(
      `Emails aren’t sent but written to ${path.join(dataDir, 'outbox')}; set SMTP_URL to send them.`,
    )
  const held = await countHeldEmails(database.kysely)
  if (held > 0)
    lines.push(
      `Emails held after a restore: ${held}. "strongroom mail send-waiting" sends them, "strongroom mail drop-waiting" drops them.`,
    )
  if (process.stdout.isTTY) process.stdout.write(`${lines.join('\n')}\n`)
  else for (const line of lines) makeLog('info').info(line)
}

/** Says what isolates LibreOffice and ffmpeg, which process documents of strangers, from the rest of this machine. */
async function tellConfinement({ config, log, files: { confining } }: Services): Promise<void> {
  if (!config.libreOffice && !config.ffmpeg) return
  const confinement = await confining.kind()
  if (confinement === 'unknown') log.warn('how LibreOffice and ffmpeg are confined is not known yet')
  else if (confinement !== 'none')
    log.info({ confinement }, 'LibreOffice and ffmpeg are confined to their own folders')
  else if (confining.isRequired) {
    log.error(
      { confinement },
      'LibreOffice and ffmpeg can’t be confined to their own folders: nothing is converted',
    )
  } else {
    log.warn(
      { confinement },
      'LibreOffice and ffmpeg aren’t confined to their own folders: docs/operating.md says what they need',
    )
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  start().catch((error: unknown) => {
    process.stderr.write(
      `${productName} did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  })
}

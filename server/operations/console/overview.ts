import type { Config } from '#server/config.ts'
import type { Check, CheckName, Health } from '#server/health.ts'
import { productVersion } from '#server/rules/product/product.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { KeptJobs } from './kept-jobs.ts'
import type { LostEmails } from './lost-emails.ts'
import type { OperationRun, OperationRuns } from './runs.ts'

const day = 86_400_000
const maxCounted = 1000

/** What shows office documents, and video and audio; null for what is not there. */
export type Converter = { program: string | null; isConfined: boolean | null }

/** How the installation is; times in epoch milliseconds. */
export type Overview = {
  version: string
  startedAt: number
  isReady: boolean
  checks: Record<CheckName, Check>
  database: 'sqlite' | 'postgres'
  store: 'disk' | 's3'
  /** The mail server, without its password; null for the outbox folder. */
  mailServer: string | null
  emails: { waiting: number; oldestSeconds: number; lostToday: number }
  failedJobs: number
  office: Converter
  media: Converter
  /** How they are confined; `unknown` if that could not be tried. */
  confinement: string
  /** Fingerprints of the keys, the first one wraps. */
  keys: string[]
  isKeyInFolder: boolean
  lastBackup: OperationRun | null
  lastCheck: OperationRun | null
}

type OverviewsDeps = {
  config: Config
  clock: () => number
  health: Health
  keyRing: KeyRing
  confinement: () => Promise<string>
  jobs: KeptJobs
  lostEmails: LostEmails
  runs: OperationRuns
}

/** What the first page of the operator says: what needs attention, without looking at what belongs to people. */
export class Overviews {
  readonly #deps: OverviewsDeps
  readonly #startedAt: number

  constructor(deps: OverviewsDeps) {
    this.#deps = deps
    this.#startedAt = deps.clock()
  }

  /** Never fails for what is down: that is what it says. Throws databaseAway. */
  async read(): Promise<Overview> {
    const { config, health, keyRing, jobs, lostEmails, runs, clock } = this.#deps
    const [report, confinement, emails, failedJobs, lostToday, [lastBackup], [lastCheck]] = await Promise.all(
      [
        health.report(),
        this.#deps.confinement(),
        jobs.waitingEmails(maxCounted),
        jobs.countFailed(maxCounted),
        lostEmails.count(clock() - day, maxCounted),
        runs.list('backup', 1),
        runs.list('verify', 1),
      ],
    )
    const isConfined = confinement === 'unknown' ? null : confinement !== 'none'
    const converter = (program: string | null): Converter => ({ program, isConfined })
    return {
      version: productVersion,
      startedAt: this.#startedAt,
      isReady: report.isReady,
      checks: report.checks,
      database: config.databaseUrl === null ? 'sqlite' : 'postgres',
      store: config.s3 === null ? 'disk' : 's3',
      mailServer: config.smtpUrl === null ? null : new URL(config.smtpUrl).host,
      emails: { ...emails, lostToday },
      failedJobs,
      office: converter(config.libreOffice),
      media: converter(config.ffmpeg),
      confinement,
      keys: keyRing.keys.map(({ fingerprint }) => fingerprint),
      isKeyInFolder: config.secretKeys.length === 0,
      lastBackup: lastBackup ?? null,
      lastCheck: lastCheck ?? null,
    }
  }
}

import { statfs } from 'node:fs/promises'
import type { Database } from './db/open.ts'
import type { Log } from './log.ts'
import type { Readings, Waiting } from './metrics.ts'
import type { Storage } from './storage/storage.ts'

/** `low` and `late` need an operator's attention; only `failed`, `slow` and `full` take the process out of service. */
export type State = 'good' | 'low' | 'late' | 'failed' | 'slow' | 'full'
export type CheckName = 'database' | 'storage' | 'disk' | 'queue'
export type Check = {
  state: State
  milliseconds: number
  freeBytes?: number
  totalBytes?: number
  oldestSeconds?: number
  /** The state of the reserve for a full disk; omitted if there is none. */
  reserve?: 'held' | 'given up'
}
export type HealthReport = { isReady: boolean; checks: Record<CheckName, Check> }

type Found = Omit<Check, 'milliseconds'>
type Room = { freeBytes: number; totalBytes: number }

export type HealthDeps = {
  database: Database
  storage: Storage
  waiting: () => Promise<Waiting[]>
  dataDir: string
  log: Log
  /** Milliseconds that only go forward. */
  elapsed?: () => number
  /** Milliseconds after which a check counts as slow. */
  patience?: number
  room?: (folder: string) => Promise<Room>
}

const mebibyte = 1024 * 1024
const fullBelow = 64 * mebibyte
const lowBelow = 256 * mebibyte
const lowShare = 0.01
const lateAfterSeconds = 300
const keptFor = 1_000
const standing: ReadonlySet<State> = new Set(['good', 'low', 'late'])

/**
 * Whether this process can do its work. One answer is shared by all requests within a second, and no check is started
 * while its last run is still in progress, so that polling costs nothing however often it happens.
 */
export class Health {
  readonly #deps: HealthDeps
  readonly #elapsed: () => number
  readonly #underWay = new Map<CheckName, Promise<Found>>()
  readonly #lastStates = new Map<CheckName, State>()
  #answer: Promise<HealthReport> | null = null
  #answeredAt: number | null = null

  constructor(deps: HealthDeps) {
    this.#deps = deps
    this.#elapsed = deps.elapsed ?? (() => performance.now())
  }

  /** Never rejects: an error is a state. */
  report(): Promise<HealthReport> {
    const isOld = this.#answeredAt !== null && this.#elapsed() - this.#answeredAt >= keptFor
    if (this.#answer && !isOld) return this.#answer
    this.#answeredAt = null
    this.#answer = this.#look().then((report) => {
      this.#answeredAt = this.#elapsed()
      return report
    })
    return this.#answer
  }

  /** The same for the metrics. */
  async readings(): Promise<Readings> {
    const { checks } = await this.report()
    const states = Object.entries(checks).map(([name, { state, milliseconds }]) => [
      name,
      { isGood: state === 'good', seconds: milliseconds / 1000 },
    ])
    const { freeBytes = null, reserve } = checks.disk
    return {
      checks: Object.fromEntries(states),
      freeBytes,
      isReserveHeld: reserve ? reserve === 'held' : null,
    }
  }

  async #look(): Promise<HealthReport> {
    const [database, storage, disk, queue] = await Promise.all([
      this.#check('database', () => this.#database()),
      this.#check('storage', () => this.#storage()),
      this.#check('disk', () => this.#disk()),
      this.#check('queue', () => this.#queue()),
    ])
    // The queue alone is no reason: a late one would take every process out of service at once.
    const isReady = [database, storage, disk].every(({ state }) => standing.has(state))
    return { isReady, checks: { database, storage, disk, queue } }
  }

  async #check(name: CheckName, look: () => Promise<Found>): Promise<Check> {
    const startedAt = this.#elapsed()
    const found = await withinPatience(this.#once(name, look), this.#deps.patience ?? 2_000)
    this.#tell(name, found.state)
    return { ...found, milliseconds: Math.round((this.#elapsed() - startedAt) * 10) / 10 }
  }

  /** The run that is still in progress, or a new one. */
  #once(name: CheckName, look: () => Promise<Found>): Promise<Found> {
    const underWay = this.#underWay.get(name)
    if (underWay) return underWay
    const run = look()
      .catch((error: unknown): Found => {
        // Once, not at each check: load balancers poll every few seconds.
        if (this.#lastStates.get(name) !== 'failed')
          this.#deps.log.error({ err: error, check: name }, 'a check failed')
        return { state: 'failed' }
      })
      .finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, run)
    return run
  }

  #tell(check: CheckName, state: State): void {
    const before = this.#lastStates.get(check) ?? 'good'
    this.#lastStates.set(check, state)
    if (before !== state) this.#deps.log.warn({ check, before, state }, 'a check has another state')
  }

  async #database(): Promise<Found> {
    await this.#deps.database.kysely.selectFrom('installation').select('id').executeTakeFirst()
    return { state: 'good' }
  }

  async #storage(): Promise<Found> {
    await this.#deps.storage.check()
    return { state: 'good' }
  }

  async #disk(): Promise<Found> {
    const { database, storage, dataDir, room = roomOf } = this.#deps
    const [stored, folder] = await Promise.all([storage.freeBytes(), room(dataDir)])
    const freeBytes = Math.min(stored ?? Infinity, folder.freeBytes)
    const isLow = freeBytes < Math.max(lowBelow, folder.totalBytes * lowShare)
    const reserve = database.reserve()
    const isFull = freeBytes < fullBelow || reserve === 'given up'
    const state = isFull ? 'full' : isLow ? 'low' : 'good'
    return {
      state,
      freeBytes,
      totalBytes: folder.totalBytes,
      ...(reserve === 'none' ? {} : { reserve }),
    }
  }

  async #queue(): Promise<Found> {
    const waiting = await this.#deps.waiting()
    const oldestSeconds = Math.max(0, ...waiting.map((one) => one.oldestSeconds))
    return { state: oldestSeconds > lateAfterSeconds ? 'late' : 'good', oldestSeconds }
  }
}

async function roomOf(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

async function withinPatience(run: Promise<Found>, milliseconds: number): Promise<Found> {
  const { promise: isSlow, resolve } = Promise.withResolvers<Found>()
  const timer = setTimeout(() => resolve({ state: 'slow' }), milliseconds)
  try {
    return await Promise.race([run, isSlow])
  } finally {
    clearTimeout(timer)
  }
}

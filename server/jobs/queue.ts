import { createHash } from 'node:crypto'
import { newGuid } from '#server/db/open.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { withLogContext, type Log } from '#server/log.ts'
import type { Metrics, Waiting } from '#server/metrics.ts'
import { tracedAlone } from '#server/tracing.ts'
import { isOfProgram } from './program-errors.ts'
import { JobRows, leaseTime, smallestJump } from './rows.ts'
import type { Job } from './rows.ts'

export type Payload = Record<string, string>
export type JobOptions = {
  /** How many of the kind run at once in this process; 1 by default. */
  concurrency?: number
  /** How often a job is attempted in total before it counts as failed. */
  tries?: number
  /** The same after an error of the program itself, which no waiting mends; as many as of others by default. */
  triesOfFaults?: number
  /** Runs when a job has finally failed; at least once, so it must tolerate being repeated. */
  onFailed?: (payload: Payload, error: Error) => Promise<void>
}

/** Thrown by a handler to say that a retry is pointless. */
export class FinalFailure extends Error {}

type JobsDeps = { database: Database; clock: () => number; log: Log; metrics?: Metrics }

type Kind = { work: (payload: Payload) => Promise<void>; options: Required<JobOptions>; running: number }

// Milliseconds before the second, third … attempt; the last one applies to all later ones.
const backOff = [5_000, 30_000, 120_000, 600_000, 3_600_000]
const failedKept = 7 * 86_400_000
const shortestLook = 1000
const idleLook = 5000

/** Work that outlives the request and the process: rows in the `job` table, each run by one instance at a time. */
export class Jobs {
  #rows: JobRows
  /** Whether no other process can have the database open. */
  #isAlone: boolean
  #clock: () => number
  #log: Log
  #metrics: Metrics | undefined
  #kinds = new Map<string, Kind>()
  #running = new Map<string, Promise<void>>()
  #started = 0
  #isStarted = false
  /**
   * The time of the latest poll; infinite before the first, since the clock may have been set back while no process
   * ran.
   */
  #lookedAt = Infinity
  #looking: Promise<unknown> = Promise.resolve()
  #isWoken = false
  #timer: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor({ database, clock, log, metrics }: JobsDeps) {
    this.#rows = new JobRows(database, newGuid())
    this.#isAlone = database.kind === 'sqlite'
    this.#clock = clock
    this.#log = log
    this.#metrics = metrics
  }

  /** Registers the handler of a kind of job. A kind without a handler waits until there is one. */
  handle<K extends string>(
    kind: K,
    work: (payload: Payload) => Promise<void>,
    options: JobOptions = {},
  ): void {
    if (this.#kinds.has(kind)) throw new Error(`Jobs of kind ${kind} have a handler already`)
    const { tries = backOff.length + 1 } = options
    const standard = { concurrency: 1, tries, triesOfFaults: tries, onFailed: async () => {} }
    this.#kinds.set(kind, { work, options: { ...standard, ...options }, running: 0 })
  }

  /** When a job is tried again that has failed at least once, in epoch milliseconds; null if none waits for that. */
  nextTry(kinds: readonly string[], payload: Payload): Promise<number | null> {
    return this.#rows.nextTry(kinds, JSON.stringify(payload))
  }

  /**
   * Adds a job in the caller's transaction: it runs if that commits, at `runAt` (epoch milliseconds) or immediately.
   * With `isOnce` it is not added while one with the same payload exists, even in another uncommitted transaction.
   */
  async add(
    tx: Transaction,
    kind: string,
    payload: Payload,
    options: { runAt?: number; isOnce?: boolean } = {},
  ): Promise<void> {
    const now = this.#clock()
    const { runAt = now, isOnce = false } = options
    const text = JSON.stringify(payload)
    const guid = isOnce ? guidOf(kind, text) : newGuid()
    await tx
      .insertInto('job')
      .values({ guid, kind, payload: text, run_at: runAt, created_at: now })
      .$if(isOnce, (query) => query.onConflict((conflict) => conflict.column('guid').doNothing()))
      .execute()
    tx.onCommit(() => this.#wake())
  }

  /**
   * Starts polling for jobs. On SQLite, whose file belongs to one process, jobs of a dead process continue immediately.
   */
  start(): void {
    this.#isStarted = true
    if (this.#isAlone) this.#looking = this.#releaseLeft()
    this.#wake()
  }

  async #releaseLeft(): Promise<void> {
    try {
      await this.#rows.release([...this.#running.keys()])
    } catch (error) {
      // They are claimed again when their leases end.
      this.#log.error({ err: error }, 'Releasing the jobs of an earlier process failed')
    }
  }

  /** Claims no more, and waits for running jobs. */
  async stop(): Promise<void> {
    this.#isStarted = false
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#running.values())
  }

  /**
   * Ends a job as if it had finally failed, and removes it. Returns false, and changes nothing, while it runs, or if it is
   * gone.
   */
  async drop(guid: string, reason: string): Promise<boolean> {
    const job = await this.#rows.take(guid, this.#clock())
    if (!job) return false
    const onFailed = this.#kinds.get(job.kind)?.options.onFailed
    if (job.failed_at === null) await onFailed?.(JSON.parse(job.payload) as Payload, new Error(reason))
    await this.#rows.finish(guid)
    return true
  }

  /** Removes jobs that finally failed a week ago, and returns how many. */
  async sweep(): Promise<number> {
    return this.#rows.removeFailed(this.#clock() - failedKept)
  }

  /** For monitoring: the jobs that are due and still waiting, by kind; not those without a handler. */
  async waiting(): Promise<Waiting[]> {
    const now = this.#clock()
    const rows = (await this.#rows.waiting(now)).filter(({ kind }) => this.#kinds.has(kind))
    return rows.map(({ kind, count, since }) => ({ kind, count, oldestSeconds: (now - since) / 1000 }))
  }

  /** For tests: runs everything that is due by the clock until nothing is left. */
  async drain(): Promise<void> {
    for (;;) {
      const before = this.#running.size === 0 ? this.#started : -1
      await this.#look()
      if (this.#running.size > 0) await Promise.race(this.#running.values())
      else if (this.#started === before) return
    }
  }

  // Several wake-ups in one turn are one poll.
  #wake(): void {
    if (!this.#isStarted || this.#isWoken) return
    this.#isWoken = true
    clearTimeout(this.#timer)
    // Polling for jobs does not belong to the request or job that triggered it.
    setImmediate(() => void withLogContext({}, () => this.#lookAndWait()))
  }

  async #lookAndWait(): Promise<void> {
    this.#isWoken = false
    if (!this.#isStarted) return
    let delay = idleLook
    try {
      delay = await this.#look()
    } catch (error) {
      this.#log.error({ err: error }, 'Looking for jobs failed')
    }
    if (!this.#isStarted || this.#isWoken) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), delay).unref()
  }

  /** Starts what is due while there is capacity, and returns in how many milliseconds to poll again. */
  #look(): Promise<number> {
    const look = this.#looking.then(() => this.#claimDue())
    this.#looking = look.catch(() => {})
    return look
  }

  async #claimDue(): Promise<number> {
    const withRoom = [...this.#kinds].filter(([, kind]) => kind.running < kind.options.concurrency)
    if (withRoom.length === 0) return idleLook
    const now = this.#clock()
    if (now < this.#lookedAt - smallestJump) await this.#rows.pullBack(now)
    this.#lookedAt = now
    const waiting = await this.#rows.due(
      withRoom.map(([name]) => name),
      now,
    )
    let nextAt = Infinity
    for (const { kind: name, nextAt: kindNextAt } of waiting) {
      if (kindNextAt > now) nextAt = Math.min(nextAt, kindNextAt)
      else await this.#claim(name, now)
    }
    return Math.min(Math.max(nextAt - now, shortestLook), idleLook)
  }

  async #claim(name: string, now: number): Promise<void> {
    const kind = this.#kinds.get(name)!
    const room = kind.options.concurrency - kind.running
    const jobs = await this.#rows.claim(name, room, now, [...this.#running.keys()])
    for (const job of jobs) {
      kind.running++
      this.#started++
      this.#running.set(
        job.guid,
        withLogContext({ job: job.guid }, () => this.#runAndSettle(job, kind)),
      )
    }
    this.#watchLeases()
  }

  async #runAndSettle(job: Job, kind: Kind): Promise<void> {
    try {
      await this.#run(job, kind)
    } catch (error) {
      // The row keeps its lease; when that ends, the job is claimed again.
      this.#log.error({ err: error, job: job.guid, kind: job.kind }, 'A job could not be settled')
    } finally {
      kind.running--
      this.#running.delete(job.guid)
      this.#watchLeases()
      this.#wake()
    }
  }

  async #run(job: Job, kind: Kind): Promise<void> {
    const payload = JSON.parse(job.payload) as Payload
    try {
      // An attempt that never reported back counts: a job that kills the process is not repeated forever.
      if (job.tries > kind.options.tries)
        throw new FinalFailure(job.error ?? 'The process ended while the job ran')
      await tracedAlone(`job ${job.kind}`, { 'job.kind': job.kind, 'job.guid': job.guid }, () =>
        kind.work(payload),
      )
    } catch (error) {
      await this.#settleFailure(job, kind, payload, error instanceof Error ? error : new Error(String(error)))
      return
    }
    this.#metrics?.worked(job.kind, 'done')
    await this.#rows.finish(job.guid)
  }

  async #settleFailure(job: Job, kind: Kind, payload: Payload, error: Error): Promise<void> {
    const about = { err: error, job: job.guid, kind: job.kind, tries: job.tries }
    const message = error.message.slice(0, 500)
    const most = isOfProgram(error) ? kind.options.triesOfFaults : kind.options.tries
    if (job.tries < most && !(error instanceof FinalFailure)) {
      this.#metrics?.worked(job.kind, 'again')
      this.#log.warn(about, 'A job failed and will be tried again')
      const delay = backOff[Math.min(job.tries, backOff.length) - 1]!
      await this.#rows.retry(job.guid, this.#clock() + delay, message)
      return
    }
    this.#metrics?.worked(job.kind, 'failed')
    this.#log.error(about, 'A job failed and will not be tried again')
    // Before the row is marked: a process that dies in between repeats this instead of forgetting it.
    await kind.options.onFailed(payload, error).catch((failure: unknown) => {
      this.#log.error({ ...about, err: failure }, 'What follows a failed job failed too')
    })
    await this.#rows.fail(job.guid, this.#clock(), message)
  }

  // One timer for everything that runs here, only while something runs.
  #watchLeases(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#renewal)
      this.#renewal = undefined
      return
    }
    this.#renewal ??= setInterval(() => this.#renewLeases(), leaseTime / 3).unref()
  }

  #renewLeases(): void {
    this.#rows.renew([...this.#running.keys()], this.#clock()).catch((error: unknown) => {
      this.#log.error({ err: error }, 'Renewing the leases of running jobs failed')
    })
  }
}

/** The same guid for all jobs with the same payload. */
function guidOf(kind: string, payload: string): string {
  return createHash('sha256').update(`${kind} ${payload}`).digest('hex').slice(0, 32)
}

import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ProcessMetrics } from './metrics/process.ts'

export type RenderingState = 'rendered' | 'refused' | 'failed'
export type MailOutcome = 'sent' | 'delayed' | 'failed'
export type JobOutcome = 'done' | 'again' | 'failed'

/** Jobs of one kind that are due and waiting. */
export type Waiting = { kind: string; count: number; oldestSeconds: number }
export type CheckState = { isGood: boolean; seconds: number }

export type Readings = {
  checks: Record<string, CheckState>
  freeBytes: number | null
  isReserveHeld: boolean | null
}

/** What is measured when someone reads the metrics. What cannot be measured is left out. */
export type Sampled = {
  waiting(): Promise<Waiting[]>
  activeSessions(): Promise<number>
  health(): Promise<Readings>
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const renderingSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const methods = new Set(['GET', 'HEAD', 'POST'])

/**
 * What an operator counts, in the product's words. Every label comes from a short list, never from what a stranger
 * sent. Each installation has its own registry.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]
  readonly #process = new ProcessMetrics(this.#registry)
  #lastSample: Sampled | null = null

  readonly #requests = new Counter({
    name: 'strongroom_http_requests_total',
    help: 'Requests answered, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: this.#registers,
  })
  readonly #requestSeconds = new Histogram({
    name: 'strongroom_http_request_seconds',
    help: 'From the headers of a request to the last byte of its response',
    labelNames: ['route'],
    buckets: requestSeconds,
    registers: this.#registers,
  })
  readonly #uploaded = new Counter({
    name: 'strongroom_uploaded_bytes_total',
    help: 'Bytes of files uploaded completely',
    registers: this.#registers,
  })
  readonly #downloaded = new Counter({
    name: 'strongroom_downloaded_bytes_total',
    help: 'Bytes of downloads sent, including interrupted ones',
    registers: this.#registers,
  })
  readonly #renderings = new Histogram({
    name: 'strongroom_rendering_seconds',
    help: 'Files rendered: opening, counting pages, rendering the first',
    labelNames: ['kind', 'state'],
    buckets: renderingSeconds,
    registers: this.#registers,
  })
  readonly #mail = new Counter({
    name: 'strongroom_mail_total',
    help: 'Attempts to send an email, by outcome',
    labelNames: ['outcome'],
    registers: this.#registers,
  })
  readonly #jobs = new Counter({
    name: 'strongroom_jobs_total',
    help: 'Runs of jobs, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: this.#registers,
  })
  readonly #waiting = new Gauge({
    name: 'strongroom_queue_jobs',
    help: 'Jobs that are due and still waiting',
    labelNames: ['kind'],
    registers: this.#registers,
  })
  readonly #waitingSeconds = new Gauge({
    name: 'strongroom_queue_oldest_seconds',
    help: 'How long the oldest of them has been due',
    labelNames: ['kind'],
    registers: this.#registers,
  })
  readonly #sessions = new Gauge({
    name: 'strongroom_sessions',
    help: 'Sessions of signed-in browsers that haven’t ended',
    registers: this.#registers,
  })
  readonly #checks = new Gauge({
    name: 'strongroom_check_good',
    help: '1 if a check of /health/ready found no problem, otherwise 0',
    labelNames: ['check'],
    registers: this.#registers,
  })
  readonly #checkSeconds = new Gauge({
    name: 'strongroom_check_seconds',
    help: 'How long the check took',
    labelNames: ['check'],
    registers: this.#registers,
  })
  readonly #freeBytes = new Gauge({
    name: 'strongroom_disk_free_bytes',
    help: 'Bytes that can still be written where files are stored',
    registers: this.#registers,
  })

  readonly #reserveHeld = new Gauge({
    name: 'strongroom_disk_reserve_held',
    help: '1 while the disk reserve is intact, 0 once it has been released',
    registers: this.#registers,
  })

  constructor() {
    // There from the start, so that the first failure is an increase.
    for (const outcome of ['sent', 'delayed', 'failed']) this.#mail.inc({ outcome }, 0)
  }

  /** One request has ended. `status` is null if the client disconnected before there was one. */
  answered(route: string, method: string, status: number | null, seconds: number): void {
    const labels = { route, method: methods.has(method) ? method : 'other', status: String(status ?? 'none') }
    this.#requests.inc(labels)
    this.#requestSeconds.observe({ route }, seconds)
  }

  uploaded(bytes: number): void {
    this.#uploaded.inc(bytes)
  }

  downloaded(bytes: number): void {
    this.#downloaded.inc(bytes)
  }

  rendered(kind: string, state: RenderingState, seconds: number): void {
    this.#renderings.observe({ kind, state }, seconds)
  }

  mailed(outcome: MailOutcome): void {
    this.#mail.inc({ outcome })
  }

  worked(kind: string, outcome: JobOutcome): void {
    this.#jobs.inc({ kind, outcome })
  }

  /** Registers what measures at each reading. */
  ask(sample: Sampled): void {
    this.#lastSample = sample
  }

  /** The text that Prometheus reads, and its media type. */
  async read(): Promise<{ text: string; mediaType: string }> {
    if (this.#lastSample) await this.#fill(this.#lastSample)
    return { text: await this.#registry.metrics(), mediaType: this.#registry.contentType }
  }

  close(): void {
    this.#process.close()
  }

  async #fill(sample: Sampled): Promise<void> {
    const health = await sample.health()
    // A database that is down would block the reading, too.
    const mayAsk = health.checks['database']?.isGood === true
    const [waiting, sessions] = await Promise.all([
      mayAsk ? sample.waiting().catch(() => null) : null,
      mayAsk ? sample.activeSessions().catch(() => null) : null,
    ])
    this.#waiting.reset()
    this.#waitingSeconds.reset()
    for (const { kind, count, oldestSeconds } of waiting ?? []) {
      this.#waiting.set({ kind }, count)
      this.#waitingSeconds.set({ kind }, oldestSeconds)
    }
    set(this.#sessions, sessions)
    set(this.#freeBytes, health.freeBytes)
    set(this.#reserveHeld, health.isReserveHeld === null ? null : Number(health.isReserveHeld))
    for (const [check, { isGood, seconds }] of Object.entries(health.checks)) {
      this.#checks.set({ check }, isGood ? 1 : 0)
      this.#checkSeconds.set({ check }, seconds)
    }
  }
}

/** What is unknown is omitted: 0 would be an answer. */
function set(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

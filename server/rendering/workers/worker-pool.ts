import type { Log } from '#server/log.ts'
import { RenderError } from '#server/rendering/types.ts'
import { WorkerLost, WorkerThread, type Place } from './worker-thread.ts'

// A heap above this, kept after a document was closed, makes the next document fail.
const BLOATED_HEAP_BYTES = 160 * 1024 * 1024
// A task may be overtaken this often by tasks whose document a worker has open.
const MAX_OVERTAKEN = 4

const CLOSED = 'the render engine is closed'

type Work<T> = (thread: WorkerThread) => Promise<T>
type Task = {
  key: string | null
  pdfium: WebAssembly.Module | null
  overtaken: number
  isRetry: boolean
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export type PoolOptions = {
  entry: string
  place?: Place
  size: number
  log: Log
  /** Milliseconds without work after which the workers end; null = never. */
  idleLimit: number | null
  /** The compiled module for the workers; requested once. */
  pdfium: () => Promise<WebAssembly.Module | null>
}

/**
 * Workers that each do one task at a time. They start when needed and end after some idle minutes. A task whose worker
 * is lost is repeated in a fresh one.
 */
export class WorkerPool {
  private readonly options: PoolOptions
  private readonly threads = new Set<WorkerThread>()
  private readonly busy = new Set<WorkerThread>()
  private readonly idleTimer: NodeJS.Timeout | null
  private queue: Task[] = []
  private compiled: Promise<WebAssembly.Module | null> | null = null
  private isClosed = false

  constructor(options: PoolOptions) {
    this.options = options
    const { idleLimit } = options
    this.idleTimer = idleLimit === null ? null : setTimeout(() => this.endIdle(), idleLimit).unref()
  }

  /**
   * Does work in a worker: in one that has the document `key` open, unless only others are free. Throws what the work
   * throws, and RenderError if it cost two workers.
   */
  async run<T>(key: string | null, work: Work<T>): Promise<T> {
    this.compiled ??= this.options.pdfium()
    const pdfium = await this.compiled
    return new Promise<T>((resolve, reject) => {
      if (this.isClosed) return reject(new Error(CLOSED))
      const task = { key, pdfium, overtaken: 0, isRetry: false, work, resolve, reject }
      this.queue.push(task as Task)
      this.dispatch()
    })
  }

  /** Starts all workers and does work in each. */
  async warm(work: Work<unknown>): Promise<void> {
    await Promise.all(
      Array.from({ length: this.options.size - this.threads.size }, () => this.run(null, work)),
    )
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.idleTimer) clearTimeout(this.idleTimer)
    const waiting = this.queue
    this.queue = []
    for (const task of waiting) task.reject(new Error(CLOSED))
    await Promise.all([...this.threads].map((thread) => thread.end()))
  }

  private dispatch(): void {
    if (this.isClosed) return
    for (let next = this.nextTask(); next; next = this.nextTask()) {
      const { task, thread } = next
      this.queue.splice(this.queue.indexOf(task), 1)
      this.busy.add(thread)
      void this.perform(task, thread)
    }
  }

  private nextTask(): { task: Task; thread: WorkerThread } | null {
    const first = this.queue[0]
    if (!first) return null
    const idle = [...this.threads].filter((thread) => !this.busy.has(thread))
    if (first.isRetry) {
      const fresh = this.freshThread(idle, first)
      return fresh && { task: first, thread: fresh }
    }
    for (const thread of idle) {
      const index = this.queue.findIndex((task) => task.key !== null && thread.state.open.includes(task.key))
      if (index < 0 || (index > 0 && first.overtaken >= MAX_OVERTAKEN)) continue
      for (const task of this.queue.slice(0, index)) task.overtaken++
      return { task: this.queue[index]!, thread }
    }
    const thread = this.freeThread(idle, first)
    return thread && { task: first, thread }
  }

  // An empty worker, then a new one, then the one that loses least.
  private freeThread(idle: WorkerThread[], task: Task): WorkerThread | null {
    const usable = idle.filter((thread) => thread.state.heapBytes <= BLOATED_HEAP_BYTES)
    const empty = usable.find((thread) => thread.state.open.length === 0)
    if (empty) return empty
    if (this.threads.size < this.options.size) return this.start(task)
    return leastOpen(usable) ?? this.freshThread(idle, task)
  }

  private freshThread(idle: WorkerThread[], task: Task): WorkerThread | null {
    if (this.threads.size >= this.options.size) {
      const given = leastOpen(idle)
      if (!given) return null
      this.drop(given)
    }
    return this.start(task)
  }

  private async perform(task: Task, thread: WorkerThread): Promise<void> {
    try {
      task.resolve(await task.work(thread))
    } catch (error) {
      if (!(error instanceof WorkerLost)) task.reject(error)
      else this.giveUpOrRetry(task, error)
    } finally {
      this.busy.delete(thread)
      this.idleTimer?.refresh()
      this.tidy(thread)
      this.dispatch()
    }
  }

  private giveUpOrRetry(task: Task, lost: WorkerLost): void {
    const { reason, message } = lost
    this.options.log.warn(
      { reason, message, document: task.key, again: !task.isRetry },
      'a render worker was replaced',
    )
    if (this.isClosed) task.reject(new Error(CLOSED))
    else if (task.isRetry) task.reject(reason ? new RenderError(reason, message) : lost)
    else this.queue.unshift({ ...task, isRetry: true })
  }

  private start({ pdfium }: Task): WorkerThread {
    const { entry, place = 'thread' } = this.options
    const thread = new WorkerThread(entry, { place, pdfium }, () => this.tidy(thread))
    this.threads.add(thread)
    return thread
  }

  /** Forgets a thread that ended, and ends an idle one that is bloated and has nothing open. */
  private tidy(thread: WorkerThread): void {
    if (thread.hasEnded) {
      this.threads.delete(thread)
      return
    }
    const isBloated = thread.state.heapBytes > BLOATED_HEAP_BYTES && thread.state.open.length === 0
    if (isBloated && !this.busy.has(thread)) this.drop(thread)
  }

  private endIdle(): void {
    if (this.busy.size > 0 || this.queue.length > 0) return
    for (const thread of this.threads) this.drop(thread)
  }

  private drop(thread: WorkerThread): void {
    this.threads.delete(thread)
    thread
      .end()
      .catch((error: unknown) => this.options.log.warn({ err: error }, 'a render worker did not end'))
  }
}

function leastOpen(threads: readonly WorkerThread[]): WorkerThread | null {
  const [least] = threads.toSorted((one, other) => one.state.open.length - other.state.open.length)
  return least ?? null
}

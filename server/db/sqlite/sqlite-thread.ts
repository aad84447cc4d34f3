import type { Worker } from 'node:worker_threads'
import { databaseFailure } from '#server/db/errors.ts'
import type { ReserveState } from './reserve.ts'
import type {
  Outcome,
  Reply,
  Request,
  Rows,
  Statement,
  WorkerNotice,
  WorkerOptions,
} from './sqlite-messages.ts'
import { ownThreads, type ThreadSource } from './thread-source.ts'

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

export type OpenThreadOptions = { onReserve?: (state: ReserveState) => void; threads?: ThreadSource }

/** The main thread's side of one worker. A worker that exits unexpectedly calls `onCrash`. */
export class SqliteThread {
  #worker: Worker
  #waiting: Waiting[] = []
  /** Reads of this turn, which leave together: each message wakes the worker. */
  #reads: Statement[] = []
  #isOpen = false
  #isClosing = false
  #onCrash: (error: Error) => void
  readonly #end: () => Promise<void>

  /** Starts the worker and waits until its connection is open. Throws what opening threw. */
  static async open(
    entry: URL,
    options: WorkerOptions,
    onCrash: (error: Error) => void,
    { onReserve = () => undefined, threads = ownThreads }: OpenThreadOptions = {},
  ): Promise<SqliteThread> {
    const thread = new SqliteThread(entry, threads, { onCrash, onReserve })
    try {
      await thread.request({ kind: 'open', options })
      thread.#isOpen = true
    } catch (error) {
      await thread.#end()
      throw error
    }
    return thread
  }

  private constructor(
    entry: URL,
    threads: ThreadSource,
    { onCrash, onReserve }: { onCrash: (error: Error) => void; onReserve: (state: ReserveState) => void },
  ) {
    this.#onCrash = onCrash
    const worker = threads.take(entry)
    this.#worker = worker
    const listeners = {
      message: (message: Reply | WorkerNotice) => {
        if ('reserve' in message) onReserve(message.reserve)
        else if ('reads' in message) for (const read of message.reads) this.#waiting.shift()?.resolve(read)
        else this.#waiting.shift()?.resolve(message)
      },
      messageerror: (error: Error) => this.#crash(error),
      error: (error: Error) => this.#crash(error),
      exit: (code: number) => {
        if (!this.#isClosing) this.#crash(new Error(`The database worker ended with code ${code}`))
      },
    }
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
    this.#end = async () => {
      this.#isClosing = true
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
      await threads.release(entry, worker)
    }
  }

  async read(statement: Statement): Promise<Rows> {
    if (this.#isClosing) throw closed()
    if (this.#reads.push(statement) === 1) process.nextTick(() => this.#sendReads())
    return rowsOf((await this.#reply()) as Outcome)
  }

  async request(request: Request): Promise<Rows> {
    return rowsOf((await this.#send(request)) as Outcome)
  }

  async requestGroup(request: Request & { kind: 'group' }): Promise<Outcome[]> {
    return (await this.#send(request)) as Outcome[]
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    const closed = this.request({ kind: 'close' })
    this.#isClosing = true
    await closed.finally(() => this.#end())
  }

  #send(request: Request): Promise<Reply> {
    if (this.#isClosing) return Promise.reject(closed())
    this.#sendReads()
    this.#worker.postMessage(request, [])
    return this.#reply()
  }

  #sendReads(): void {
    if (this.#reads.length === 0) return
    const statements = this.#reads
    this.#reads = []
    try {
      this.#worker.postMessage({ kind: 'reads', statements } satisfies Request, [])
    } catch (error) {
      // A parameter that cannot be sent: no one waits here whom the failure would reach.
      for (const waiting of this.#waiting.splice(-statements.length)) waiting.reject(error as Error)
    }
  }

  #reply(): Promise<Reply> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #crash(error: Error): void {
    if (this.#isClosing && this.#waiting.length === 0) return
    this.#isClosing = true
    if (this.#isOpen) this.#onCrash(error)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

function closed(): Error {
  return new Error('The database is closed')
}

/** The rows of a reply, or the failure in it thrown. */
export function rowsOf(outcome: Outcome): Rows {
  if ('rows' in outcome) return outcome
  throw databaseFailure(outcome.message, outcome.code)
}

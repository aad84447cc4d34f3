import type { Outcome, Rows, Statement } from './sqlite-messages.ts'
import { rowsOf } from './sqlite-thread.ts'
import type { SqliteThread } from './sqlite-thread.ts'

type Waiting = { statement: Statement; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

const largestGroup = 500
const idleBeforeCheckpoint = 2000

/**
 * Shares the one writer between single statements, which commit in groups, and explicit transactions. If both wait they
 * take turns, so that neither starves.
 */
export class SqliteWriter {
  #thread: SqliteThread
  #singles: Waiting[] = []
  #transactions: (() => void)[] = []
  #isTaken = false
  #isScheduled = false
  #isClosed = false
  #groupWasLast = false
  #idle: NodeJS.Timeout

  constructor(thread: SqliteThread) {
    this.#thread = thread
    this.#idle = setTimeout(() => this.#checkpoint(), idleBeforeCheckpoint).unref()
  }

  /** One statement by itself; answered when it is on the disk. */
  async write(statement: Statement): Promise<Rows> {
    this.#requireOpen()
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      this.#singles.push({ statement, resolve, reject })
      this.#schedule()
    })
    return rowsOf(outcome)
  }

  /** Opens a transaction when the writer is free; it is the caller's until `end`. */
  async begin(): Promise<void> {
    await this.#take()
    try {
      await this.#thread.request({ kind: 'begin' })
    } catch (error) {
      this.#release()
      throw error
    }
  }

  inside(statement: Statement): Promise<Rows> {
    return this.#thread.request({ kind: 'inside', statement })
  }

  /** After a failure the transaction is still open, and must be rolled back. */
  async commit(): Promise<void> {
    await this.#thread.request({ kind: 'commit' })
    this.#release()
  }

  async rollback(): Promise<void> {
    try {
      await this.#thread.request({ kind: 'rollback' })
    } finally {
      this.#release()
    }
  }

  /** Waits for everything that is already pending, then closes. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    while (this.#isTaken || this.#singles.length > 0) {
      await this.#take()
      this.#release()
    }
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#thread.close()
  }

  async #take(): Promise<void> {
    this.#requireOpen()
    await new Promise<void>((resolve) => {
      this.#transactions.push(resolve)
      this.#schedule()
    })
  }

  #release(): void {
    this.#isTaken = false
    this.#idle.refresh()
    this.#next()
  }

  // Waits for the end of the turn, so that statements of the same turn share a group.
  #schedule(): void {
    if (this.#isScheduled || this.#isTaken) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#next()
    })
  }

  #next(): void {
    if (this.#isTaken) return
    const transaction =
      this.#groupWasLast || this.#singles.length === 0 ? this.#transactions.shift() : undefined
    if (transaction) {
      this.#groupWasLast = false
      this.#isTaken = true
      transaction()
    } else if (this.#singles.length > 0) {
      this.#groupWasLast = true
      this.#isTaken = true
      void this.#runGroup(this.#singles.splice(0, largestGroup))
    }
  }

  async #runGroup(group: Waiting[]): Promise<void> {
    try {
      const statements = group.map((waiting) => waiting.statement)
      const outcomes = await this.#thread.requestGroup({ kind: 'group', statements })
      group.forEach((waiting, index) => waiting.resolve(outcomes[index]!))
    } catch (error) {
      for (const waiting of group) waiting.reject(error)
    } finally {
      this.#release()
    }
  }

  // Best effort: a checkpoint that finds an active reader is repeated at the next idle moment.
  #checkpoint(): void {
    if (this.#isTaken || this.#isClosed) return
    this.#thread.request({ kind: 'checkpoint' }).catch(() => {})
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new Error('The database is closed')
  }
}

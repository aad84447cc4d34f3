import type { ReserveState } from './reserve.ts'

/** The messages between the main thread and a SQLite worker. Requests are answered in order. */
export type Statement = { sql: string; parameters: readonly unknown[] }

export type Request =
  /** Comes first, and again after `close`: a thread serves one connection after another. */
  | { kind: 'open'; options: WorkerOptions }
  /** Asked in one turn, each by itself. */
  | { kind: 'reads'; statements: Statement[] }
  /** Statements that share one transaction, each in its own savepoint. */
  | { kind: 'group'; statements: Statement[] }
  | { kind: 'begin' | 'commit' | 'rollback' | 'checkpoint' | 'close' }
  /** A statement inside the transaction that `begin` opened. */
  | { kind: 'inside'; statement: Statement }
  | { kind: 'backup'; file: string }

export type Rows = { rows: unknown[]; changes: number | null }
export type Failure = { message: string; code: string }
export type Outcome = Rows | Failure
/** Of reads that were asked together: what the first that wait for an answer come to. */
export type ReadsReply = { reads: Outcome[] }
export type Reply = Outcome | Outcome[] | ReadsReply

/** What a worker sends unasked. */
export type WorkerNotice = { reserve: ReserveState }

/**
 * `writer` also holds the lock of the data folder, `guest` writes beside it; the others change nothing. `lookup` is in
 * the main thread, and waits for no one.
 */
export type Role = 'writer' | 'guest' | 'reader' | 'backup' | 'lookup'
/** `reserveBytes`: how much room is held beside the file for when the disk is full; none without it. */
export type WorkerOptions = { file: string; role: Role; reserveBytes?: number }

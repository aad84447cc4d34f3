import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Statement as PreparedStatement } from 'better-sqlite3'
import { plannedOnce } from './planned-once.ts'
import { Reserve, type ReserveState } from './reserve.ts'
import { lockDataFile } from './sqlite-lock.ts'
import type { Outcome, Rows, Statement, WorkerOptions } from './sqlite-messages.ts'

const cachedStatements = 500
/** Milliseconds between checks of the disk while no one writes. */
const lookInterval = 2_000

/** One connection to the SQLite file, as a worker thread uses it. */
export class SqliteConnection {
  #database: Sqlite
  #lock: Sqlite | null = null
  #prepared = new Map<string, PreparedStatement>()
  readonly #isForReading: boolean
  readonly #reserve: Reserve
  #looking: NodeJS.Timeout | null = null

  constructor(
    { file, role, reserveBytes = 0 }: WorkerOptions,
    tell: (state: ReserveState) => void = () => {},
  ) {
    const isWriting = role === 'writer' || role === 'guest'
    const bytes = isWriting ? reserveBytes : 0
    this.#reserve = new Reserve({ database: file, bytes, isOwner: role === 'writer', tell })
    if (role === 'writer') {
      this.#lock = lockDataFile(file)
      // Only its owner may read the file; SQLite gives the files beside it the same mode.
      if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    }
    // Opening takes room for the files beside the database.
    this.#reserve.begin()
    this.#database = new Sqlite(file, { fileMustExist: true })
    // On every open: without it, a reopened WAL falls back to synchronous=NORMAL, which loses commits.
    for (const pragma of ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
      this.#database.pragma(pragma)
    }
    this.#database.pragma(role === 'lookup' ? 'cache_size=-2048' : 'cache_size=-32768')
    this.#isForReading = role === 'reader' || role === 'lookup'
    if (this.#isForReading) this.#database.pragma('query_only=ON')
    if (role === 'lookup') this.#database.pragma('busy_timeout=0')
    if (bytes > 0) this.#looking = setInterval(() => this.#reserve.look(), lookInterval).unref()
  }

  read(statement: Statement): Rows {
    const prepared = this.#prepare(statement.sql)
    if (prepared.reader) return { rows: prepared.all(...statement.parameters), changes: null }
    return { rows: [], changes: prepared.run(...statement.parameters).changes }
  }

  /** All in one transaction and one fsync; a statement that fails reverts only itself. */
  group(statements: Statement[]): Outcome[] {
    try {
      return this.#withRoom(() => this.#grouped(statements))
    } catch (error) {
      return statements.map(() => failure(error))
    }
  }

  #grouped(statements: Statement[]): Outcome[] {
    try {
      this.#database.exec('begin immediate')
      const outcomes = statements.map((statement) => this.#inSavepoint(statement))
      this.#database.exec('commit')
      return outcomes
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  /** Makes space before a write; if there was none anyway, releases the reserve and writes again, if possible. */
  #withRoom<Result>(write: () => Result, mayAgain = () => true): Result {
    this.#reserve.makeRoom()
    try {
      return write()
    } catch (error) {
      if (!isWithoutRoom(error) || !this.#reserve.giveUp() || !mayAgain()) throw error
      return write()
    }
  }

  #inSavepoint(statement: Statement): Outcome {
    this.#database.exec('savepoint one')
    try {
      return this.read(statement)
    } catch (error) {
      // A full disk ends the whole transaction by itself: then nothing of the group was stored. Others may still fit.
      if (!this.#database.inTransaction || isWithoutRoom(error)) throw error
      this.#database.exec('rollback to one')
      return failure(error)
    } finally {
      if (this.#database.inTransaction) this.#database.exec('release one')
    }
  }

  begin(): void {
    this.#withRoom(() => this.#database.exec('begin immediate'))
  }

  inside(statement: Statement): Rows {
    this.#requireTransaction()
    return this.read(statement)
  }

  commit(): void {
    this.#requireTransaction()
    // Of a transaction that the engine has taken back there is nothing to write again.
    this.#withRoom(
      () => this.#database.exec('commit'),
      () => this.#database.inTransaction,
    )
  }

  rollback(): void {
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  checkpoint(): void {
    this.#reserve.makeRoom()
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** A whole, consistent copy; it gets its name only when it is complete and on the disk. */
  backup(file: string): void {
    if (existsSync(file)) throw new Error(`${file} exists already`)
    const part = `${file}.part`
    rmSync(part, { force: true })
    this.#prepare('vacuum into ?').run(part)
    flush(part)
    renameSync(part, file)
    flush(dirname(file))
  }

  close(): void {
    if (this.#looking) clearInterval(this.#looking)
    this.#database.close()
    this.#lock?.close()
  }

  // SQLite ends a transaction by itself on some failures; what follows must not be committed one by one.
  #requireTransaction(): void {
    if (!this.#database.inTransaction) throw new Error('The transaction was ended by an earlier failure')
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    if (this.#prepared.size >= cachedStatements) this.#prepared.clear()
    const prepared = this.#database.prepare(this.#isForReading ? plannedOnce(sql) : sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** Whether a write failed for lack of space, or because of a quota, which SQLite does not tell from a broken disk. */
function isWithoutRoom(error: unknown): boolean {
  const { code } = failure(error)
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE'
}

export function failure(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' }
  return { message: error.message, code: 'code' in error ? String(error.code) : '' }
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

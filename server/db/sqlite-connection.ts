import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Statement as PreparedStatement } from 'better-sqlite3'
import { lockDataFile } from './sqlite-lock.ts'
import type { Outcome, Rows, Statement, WorkerOptions } from './sqlite-messages.ts'

const cachedStatements = 500

/** One connection to the SQLite file, as a worker thread uses it. */
export class SqliteConnection {
  #database: Sqlite
  #lock: Sqlite | null = null
  #prepared = new Map<string, PreparedStatement>()

  constructor({ file, role }: WorkerOptions) {
    if (role === 'writer') {
      this.#lock = lockDataFile(file)
      // Only its owner may read the file; SQLite gives the files beside it the same mode.
      if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    }
    this.#database = new Sqlite(file, { fileMustExist: true })
    // On every open: without it, a reopened WAL falls back to synchronous=NORMAL, which loses commits.
    for (const pragma of ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
      this.#database.pragma(pragma)
    }
    this.#database.pragma('cache_size=-32768')
    if (role === 'reader') this.#database.pragma('query_only=ON')
  }

  read(statement: Statement): Rows {
    const prepared = this.#prepare(statement.sql)
    if (prepared.reader) return { rows: prepared.all(...statement.parameters), changes: null }
    return { rows: [], changes: prepared.run(...statement.parameters).changes }
  }

  /** All in one transaction and one fsync; a statement that fails takes only itself back. */
  group(statements: Statement[]): Outcome[] {
    try {
      this.#database.exec('begin immediate')
      const outcomes = statements.map((statement) => this.#inSavepoint(statement))
      this.#database.exec('commit')
      return outcomes
    } catch (error) {
      this.rollback()
      return statements.map(() => failure(error))
    }
  }

  #inSavepoint(statement: Statement): Outcome {
    this.#database.exec('savepoint one')
    try {
      return this.read(statement)
    } catch (error) {
      // A full disk ends the whole transaction by itself: then nothing of the group was kept.
      if (!this.#database.inTransaction) throw error
      this.#database.exec('rollback to one')
      return failure(error)
    } finally {
      if (this.#database.inTransaction) this.#database.exec('release one')
    }
  }

  begin(): void {
    this.#database.exec('begin immediate')
  }

  inside(statement: Statement): Rows {
    this.#requireTransaction()
    return this.read(statement)
  }

  commit(): void {
    this.#requireTransaction()
    this.#database.exec('commit')
  }

  rollback(): void {
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  checkpoint(): void {
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** A whole, consistent copy; it stands under its name only when it is complete and on the disk. */
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
    this.#database.close()
    this.#lock?.close()
  }

  // SQLite ends a transaction by itself on some failures; what follows must not be kept one by one.
  #requireTransaction(): void {
    if (!this.#database.inTransaction) throw new Error('The transaction was ended by an earlier failure')
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    if (this.#prepared.size >= cachedStatements) this.#prepared.clear()
    const prepared = this.#database.prepare(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }
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

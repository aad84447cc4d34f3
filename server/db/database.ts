import type { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import type { Engine } from './engine.ts'
import type { ReserveState } from './sqlite/reserve.ts'
import type { Schema } from './schema.ts'
import type { ThreadSource } from './sqlite/thread-source.ts'
import type { Transaction } from './transaction.ts'

export type Database = {
  kysely: Kysely<Schema>
  /**
   * For reads by key that nearly every request makes: a few rows, found by an index, however large the installation.
   * SQLite reads them at once, where anything longer would hold everyone up. Only single selects, never within a
   * transaction.
   */
  lookups: Kysely<Schema>
  kind: Engine
  /** The state of the disk space that is reserved for a full disk. */
  reserve(): ReserveState
  /**
   * One transaction; `tx.onCommit` registers effects that run once, after COMMIT. A statement that fails inside ends
   * it: never catch and continue. Throws what `work` threw, Problem storageFull, serverBusy, databaseAway.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Writes a complete, consistent copy of a SQLite database while the server runs. The file must not exist. PostgreSQL
   * has its own tools and throws.
   */
  backup(file: string): Promise<void>
  /** Waits for pending work, then closes. */
  close(): Promise<void>
}

export type OpenOptions = {
  /** `sqlite:` and the path of the file, whose folder must exist; or `postgres://…`. */
  url: string
  log: Log
  /**
   * The server brings the tables up to date and locks a SQLite file for this process alone. A guest works beside a
   * server and changes no tables: what it finds must be of this version. By default it is the server.
   */
  as?: 'server' | 'guest'
  /**
   * Whether statements and transactions can take as long as they need: for commands, for which no one waits at a
   * screen.
   */
  isPatient?: boolean
  /** How much space is reserved beside a SQLite file for when its disk is full; none by default. */
  reserveBytes?: number
  /** Where the threads of SQLite come from; by default each connection has its own, which ends with it. */
  threads?: ThreadSource | undefined
  /** What happens when a SQLite worker exits unexpectedly. By default the process exits. */
  onCrash?: (error: Error) => void
}

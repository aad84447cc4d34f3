import type { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import type { Engine } from './engine.ts'
import type { ReserveState } from './sqlite/reserve.ts'
import type { Schema } from './schema.ts'
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
  /** What became of the room that is held on the disk for when it is full. */
  reserve(): ReserveState
  /**
   * One transaction; `tx.onCommit` registers effects that run once, after COMMIT. A statement that fails inside
   * ends it: never catch and go on. Throws what `work` threw, Problem storageFull, serverBusy, databaseAway.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Writes a whole, consistent copy of a SQLite database while the server runs. The file must not exist.
   * PostgreSQL has its own tools and throws.
   */
  backup(file: string): Promise<void>
  /** Lets what waits come to its end, then closes. */
  close(): Promise<void>
}

export type OpenOptions = {
  /** `sqlite:` and the path of the file, whose folder must exist; or `postgres://…`. */
  url: string
  log: Log
  /**
   * The server brings the tables up to date and holds a SQLite file for this process alone. A guest works beside a
   * server and changes no tables: what it finds must be of this version. The server is meant unless said otherwise.
   */
  as?: 'server' | 'guest'
  /**
   * Whether statements and transactions may take as long as they need: for commands, which no one waits for
   * at a screen.
   */
  isPatient?: boolean
  /** How much room is held beside a SQLite file for when its disk is full; none unless said. */
  reserveBytes?: number
  /** What happens when a SQLite worker ends unasked. By default the process ends. */
  onCrash?: (error: Error) => void
}

import {
  Kysely,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { databaseFailure } from '#server/db/errors.ts'
import type { Schema } from '#server/db/schema.ts'
import { statements } from '#server/db/statements.ts'
import { SqliteConnection, failure } from './sqlite-connection.ts'
import { SqliteDialect, refuseNul } from './sqlite-dialect.ts'
import type { Rows } from './sqlite-messages.ts'
import type { SqliteThread } from './sqlite-thread.ts'

/**
 * Reads by key in this thread: waking another one and being woken by it costs ten times what they take. Nothing waits
 * here for a lock: what meets one goes to the thread that reads everything else.
 */
export class Lookups extends Kysely<Schema> {
  readonly #connection: LookupConnection

  constructor(here: SqliteConnection, reader: SqliteThread) {
    const connection = new LookupConnection(here, reader)
    super({ dialect: new SqliteDialect(() => new LookupDriver(connection)) })
    this.#connection = connection
  }

  /** Without a turn for the connection, which no one ever has to themselves. */
  override executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    return this.#connection.executeQuery('compile' in query ? query.compile() : query)
  }
}

class LookupDriver implements Driver {
  readonly #connection: LookupConnection

  constructor(connection: LookupConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LookupConnection> {
    return this.#connection
  }

  beginTransaction(): Promise<void> {
    return refuseChange()
  }

  commitTransaction(): Promise<void> {
    return refuseChange()
  }

  rollbackTransaction(): Promise<void> {
    return refuseChange()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class LookupConnection implements DatabaseConnection {
  readonly #here: SqliteConnection
  readonly #reader: SqliteThread

  constructor(here: SqliteConnection, reader: SqliteThread) {
    this.#here = here
    this.#reader = reader
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    refuseNul(query.parameters)
    if (query.query.kind !== 'SelectQueryNode') return refuseChange()
    statements.publish(query)
    const { rows } = await this.#read(query)
    return { rows: rows as R[] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Lookups are a few rows')
  }

  #read({ sql, parameters }: CompiledQuery): Rows | Promise<Rows> {
    const statement = { sql, parameters }
    try {
      return this.#here.read(statement)
    } catch (error) {
      const { message, code } = failure(error)
      if (code.startsWith('SQLITE_BUSY')) return this.#reader.read(statement)
      throw databaseFailure(message, code)
    }
  }
}

/** Opens the file for lookups; throws what the threads throw of one that cannot be opened. */
export function openForLookups(file: string): SqliteConnection {
  try {
    return new SqliteConnection({ file, role: 'lookup' })
  } catch (error) {
    const { message, code } = failure(error)
    throw databaseFailure(message, code)
  }
}

function refuseChange(): Promise<never> {
  return Promise.reject(new Error('Lookups change nothing'))
}

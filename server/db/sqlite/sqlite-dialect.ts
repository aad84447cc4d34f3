import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely'
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  LimitNode,
  QueryResult,
} from 'kysely'
import { Problem } from '#server/rules/problems.ts'
import { refuseInsideTransaction } from '#server/db/inside-transaction.ts'
import type { Rows } from './sqlite-messages.ts'
import type { SqliteThread } from './sqlite-thread.ts'
import type { SqliteWriter } from './sqlite-writer.ts'
import { statements } from '#server/db/statements.ts'

type Threads = { reader: SqliteThread; writer: SqliteWriter }

/** Kysely over what `driver` makes: the two worker threads, or lookups. */
export class SqliteDialect implements Dialect {
  readonly createDriver: () => Driver

  constructor(driver: () => Driver) {
    this.createDriver = driver
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler()
  }

  createAdapter(): SqliteAdapter {
    return new ThreadsAdapter()
  }

  createIntrospector(database: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(database)
  }
}

class Compiler extends SqliteQueryCompiler {
  // How many rows are wanted decides between ways to find them: the planner has to see it (see planned-once.ts).
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    const isNumber = ValueNode.is(limit) && Number.isSafeInteger(limit.value)
    super.visitLimit(isNumber ? { ...node, limit: ValueNode.createImmediate(limit.value) } : node)
  }
}

class ThreadsAdapter extends SqliteAdapter {
  // Kysely would let one query through at a time; the writer keeps the order here.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export class ThreadsDriver implements Driver {
  #threads: Threads

  constructor(threads: Threads) {
    this.#threads = threads
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadsConnection> {
    return new ThreadsConnection(this.#threads)
  }

  beginTransaction(connection: ThreadsConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: ThreadsConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: ThreadsConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class ThreadsConnection implements DatabaseConnection {
  #threads: Threads
  #transaction: 'none' | 'open' | 'failed' = 'none'

  constructor(threads: Threads) {
    this.#threads = threads
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    refuseNul(query.parameters)
    statements.publish(query)
    const { rows, changes } = await this.#run(query)
    return { rows: rows as R[], ...(changes === null ? {} : { numAffectedRows: BigInt(changes) }) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read in pages by key instead of streaming a query')
  }

  async begin(): Promise<void> {
    refuseInsideTransaction()
    await this.#threads.writer.begin()
    this.#transaction = 'open'
  }

  async commit(): Promise<void> {
    this.#requireOpen()
    await this.#threads.writer.commit()
  }

  rollback(): Promise<void> {
    return this.#threads.writer.rollback()
  }

  async #run({ sql, parameters, query }: CompiledQuery): Promise<Rows> {
    const statement = { sql, parameters }
    if (this.#transaction === 'none') {
      const isRead = query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && isSelect(sql))
      if (isRead) return this.#threads.reader.read(statement)
      refuseInsideTransaction()
      return this.#threads.writer.write(statement)
    }
    this.#requireOpen()
    try {
      return await this.#threads.writer.inside(statement)
    } catch (error) {
      // As in PostgreSQL: after a failure nothing of the transaction can be kept.
      this.#transaction = 'failed'
      throw error
    }
  }

  #requireOpen(): void {
    if (this.#transaction !== 'failed') return
    throw new Error('A statement of this transaction failed; it can only roll back')
  }
}

function isSelect(sql: string): boolean {
  if (/^\s*(explain\b.*)?select\b/i.test(sql)) return true
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}

// PostgreSQL cannot store the character, and SQLite easily loses what follows it.
export function refuseNul(parameters: readonly unknown[]): void {
  if (parameters.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Problem('badForm')
}

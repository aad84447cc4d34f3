import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, types, type PoolConfig } from 'pg'
import type { Log } from '#server/log.ts'
import { Problem } from '#server/rules/problems.ts'
import { DatabaseError, databaseFailure } from './errors.ts'
import { migrate, requireCurrent } from './migrate.ts'
import type { Database, OpenOptions } from './database.ts'
import type { Schema } from './schema.ts'
import { runTransaction } from './transaction.ts'

const connections = 10
const connectMilliseconds = 5_000
// As long as a person waits. The server ends a statement first; the client's limit is for a server that does not answer
// at all.
const statementMilliseconds = 8_000
const silenceMilliseconds = 10_000
const bigint = types.builtins.INT8

/** Opens the database of a `postgres:` address for one of any number of processes. */
export async function openPostgres({ url, log, as, isPatient }: OpenOptions): Promise<Database> {
  await prepare(url, log, as === 'guest')
  const limits = {
    statement_timeout: statementMilliseconds,
    query_timeout: silenceMilliseconds,
    idle_in_transaction_session_timeout: 2 * silenceMilliseconds,
  }
  const kysely = connect(url, log, { max: connections, ...(isPatient ? {} : limits) })
  return {
    kysely,
    lookups: kysely,
    kind: 'postgres',
    reserve: () => 'none',
    transaction: (work) => runTransaction(kysely, log, work),
    backup: async () => {
      throw new Error('A PostgreSQL database is not copied as a file')
    },
    close: () => kysely.destroy(),
  }
}

/** Brings the tables up to date over a separate connection, whose statements can take as long as they need. */
async function prepare(url: string, log: Log, isGuest: boolean): Promise<void> {
  const kysely = connect(url, log, { max: 1 })
  try {
    await (isGuest ? requireCurrent(kysely) : migrate(kysely, 'postgres'))
  } catch (error) {
    throw forOperator(error)
  } finally {
    await kysely.destroy()
  }
}

function connect(url: string, log: Log, settings: PoolConfig): Kysely<Schema> {
  const pool = new DatabasePool({
    connectionString: url,
    application_name: 'strongroom',
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    Client: DatabaseClient,
    types: { getTypeParser: parserOf },
    ...settings,
  })
  // A connection that breaks while idle is replaced by the next; without a listener the process would exit.
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to the database broke'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** 64-bit integers become numbers: times, sizes and counts fit into 53 bits. */
function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === bigint && format !== 'binary') return Number
  return types.getTypeParser(type, format as 'text') as (text: string) => unknown
}

// Failures become what the rest of the program handles where they arise: at the pool, and at each statement. Both
// methods have a dozen overloads in the driver's types; only their promises are used here.

class DatabasePool extends Pool {
  override connect = ((...request: []) =>
    mapped(super.connect(...request), failAtEntry)) as unknown as Pool['connect']
}

class DatabaseClient extends Client {
  override query = ((...request: [string, unknown[]]) => {
    const answer: unknown = super.query(...request)
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#leaveIfSilent(error))
    return mapped(answer, fail)
  }) as unknown as Client['query']

  /** A connection with an outstanding answer is useless: the next one who got it would wait, too. */
  #leaveIfSilent(error: unknown): void {
    if ((error as Error).message === 'Query read timeout') void this.end()
  }
}

function mapped(answer: unknown, onFailure: (error: unknown) => never): unknown {
  return answer instanceof Promise ? answer.catch(onFailure) : answer
}

/** A refused login means the database is unreachable, whatever the reason: a changed password, say. */
function failAtEntry(error: unknown): never {
  const failure = failureOf(error)
  if (!(failure instanceof DatabaseError)) throw failure
  throw Object.assign(new Problem('databaseAway'), { cause: failure })
}

function fail(error: unknown): never {
  throw failureOf(error)
}

function failureOf(error: unknown): Error {
  const { message, code } = error as { message?: string; code?: string }
  return databaseFailure(message ?? String(error), code ?? '')
}

function forOperator(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error))
  const cause = failure.cause instanceof DatabaseError ? failure.cause : failure
  if (cause instanceof DatabaseError) {
    return new Error(`The database in DATABASE_URL refused: ${cause.message}.`, { cause })
  }
  if (!(cause instanceof Problem)) return cause
  return new Error('The database in DATABASE_URL isn’t responding.', { cause })
}

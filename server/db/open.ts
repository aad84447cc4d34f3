import { isAbsolute, resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { workerEntry } from '#server/packaged.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { SqliteThreadsDialect } from './sqlite-dialect.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { runTransaction } from './transaction.ts'
import type { Transaction } from './transaction.ts'

export { newGuid } from './guid.ts'
export type { Transaction } from './transaction.ts'

export type Database = {
  kysely: Kysely<Schema>
  kind: 'sqlite' | 'postgres'
  /**
   * One transaction; `tx.onCommit` registers effects that run once, after COMMIT. A statement that fails inside
   * ends it: never catch and go on. Throws what `work` threw, Problem storageFull, Problem serverBusy.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Writes a whole, consistent copy while the server runs. The file must not exist. */
  backup(file: string): Promise<void>
  /** Lets what waits come to its end, then closes. */
  close(): Promise<void>
}

export type OpenOptions = {
  /** `sqlite:` and the path of the file; its folder must exist. */
  url: string
  log: Log
  /** What happens when a database worker ends unasked. By default the process ends. */
  onCrash?: (error: Error) => void
}

/**
 * Opens the database, brings its tables up to date, and holds it for this process alone. Throws an error with
 * words for the operator when another process holds it, or a newer version wrote it.
 */
export async function openDatabase({ url, log, onCrash = endProcess(log) }: OpenOptions): Promise<Database> {
  const file = sqliteFile(url)
  const entry = workerEntry('db/sqlite-worker')
  const writer = new SqliteWriter(await SqliteThread.open(entry, { file, role: 'writer' }, onCrash))
  try {
    const reader = await SqliteThread.open(entry, { file, role: 'reader' }, onCrash)
    const kysely = new Kysely<Schema>({ dialect: new SqliteThreadsDialect({ reader, writer }) })
    const database: Database = {
      kysely,
      kind: 'sqlite',
      transaction: (work) => runTransaction(kysely, log, work),
      backup: async (copy) => {
        // A connection of its own: reads and writes go on meanwhile.
        const thread = await SqliteThread.open(entry, { file, role: 'backup' }, onCrash)
        try {
          await thread.request({ kind: 'backup', file: resolve(copy) })
        } finally {
          await thread.close()
        }
      },
      close: async () => {
        await reader.close()
        await writer.close()
        await kysely.destroy()
      },
    }
    try {
      await migrate(database)
    } catch (error) {
      await reader.close()
      throw error
    }
    return database
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** The default for a crashed worker: what it had acknowledged is safe, what it has in hand is unknown. */
export function endProcess(log: Log): (error: Error) => void {
  return (error) => {
    log.fatal({ err: error }, 'A database worker crashed; the process ends')
    process.exit(1)
  }
}

function sqliteFile(url: string): string {
  if (!url.startsWith('sqlite:')) {
    throw new Error(
      'DATABASE_URL names an engine that this version does not have. Use sqlite: and a file path.',
    )
  }
  const file = url.slice('sqlite:'.length)
  if (file === '' || file.startsWith(':')) throw new Error('A SQLite database needs a file')
  return isAbsolute(file) ? file : resolve(file)
}

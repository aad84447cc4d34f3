import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { workerEntry } from '#server/packaged.ts'
import { migrate, requireCurrent } from './migrate.ts'
import type { Database, OpenOptions } from './open.ts'
import type { Schema } from './schema.ts'
import { SqliteThreadsDialect } from './sqlite-dialect.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { runTransaction } from './transaction.ts'

/** Opens the file of a `sqlite:` address: one thread writes, one reads. */
export async function openSqlite({
  url,
  log,
  as,
  onCrash = endProcess(log),
}: OpenOptions): Promise<Database> {
  const file = sqliteFile(url)
  if (as === 'guest' && !existsSync(file)) throw new Error(`There is no installation: ${file} is missing.`)
  const entry = workerEntry('db/sqlite-worker')
  const role = as === 'guest' ? 'guest' : 'writer'
  const writer = new SqliteWriter(await SqliteThread.open(entry, { file, role }, onCrash))
  try {
    const reader = await SqliteThread.open(entry, { file, role: 'reader' }, onCrash)
    const kysely = new Kysely<Schema>({ dialect: new SqliteThreadsDialect({ reader, writer }) })
    try {
      await (as === 'guest' ? requireCurrent(kysely) : migrate(kysely, 'sqlite'))
    } catch (error) {
      await reader.close()
      throw error
    }
    return {
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
  const file = url.slice('sqlite:'.length)
  if (file === '' || file.startsWith(':')) throw new Error('A SQLite database needs a file')
  return isAbsolute(file) ? file : resolve(file)
}

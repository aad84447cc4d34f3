import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { workerEntry } from '#server/packaged.ts'
import { migrate, requireCurrent } from '#server/db/migrate.ts'
import type { Database, OpenOptions } from '#server/db/database.ts'
import type { ReserveState } from './reserve.ts'
import type { Schema } from '#server/db/schema.ts'
import { SqliteDialect, ThreadsDriver } from './sqlite-dialect.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { Lookups, openForLookups } from './sqlite-lookups.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { runTransaction } from '#server/db/transaction.ts'

/** Opens the file of a `sqlite:` address: one thread writes, one reads, and lookups are read here. */
export async function openSqlite({
  url,
  log,
  as,
  reserveBytes = 0,
  onCrash = endProcess(log),
  threads,
}: OpenOptions): Promise<Database> {
  const file = sqliteFile(url)
  if (as === 'guest' && !existsSync(file)) throw new Error(`There is no installation: ${file} is missing.`)
  const entry = workerEntry('db/sqlite/sqlite-worker')
  const role = as === 'guest' ? 'guest' : 'writer'
  let reserve: ReserveState = 'none'
  const onReserve = (state: ReserveState): void => {
    if (as !== 'guest') tellReserve(log, reserve, state)
    reserve = state
  }
  const options = { file, role, reserveBytes } as const
  const writer = new SqliteWriter(await SqliteThread.open(entry, options, onCrash, { onReserve, threads }))
  try {
    const reader = await SqliteThread.open(entry, { file, role: 'reader' }, onCrash, { threads })
    const kysely = new Kysely<Schema>({
      dialect: new SqliteDialect(() => new ThreadsDriver({ reader, writer })),
    })
    let here: SqliteConnection
    try {
      await (as === 'guest' ? requireCurrent(kysely) : migrate(kysely, 'sqlite'))
      here = openForLookups(file)
    } catch (error) {
      await reader.close()
      throw error
    }
    const lookups = new Lookups(here, reader)
    return {
      kysely,
      lookups,
      kind: 'sqlite',
      reserve: () => reserve,
      transaction: (work) => runTransaction(kysely, log, work),
      backup: async (copy) => {
        // A separate connection: reads and writes continue meanwhile.
        const thread = await SqliteThread.open(entry, { file, role: 'backup' }, onCrash, { threads })
        try {
          await thread.request({ kind: 'backup', file: resolve(copy) })
        } finally {
          await thread.close()
        }
      },
      close: async () => {
        await lookups.destroy()
        here.close()
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

/** The default for a crashed worker: what it had acknowledged is safe, what was in progress is unknown. */
export function endProcess(log: Log): (error: Error) => void {
  return (error) => {
    log.fatal({ err: error }, 'A database worker crashed; the process ends')
    process.exit(1)
  }
}

/** Once for each change, since the operator has to do something about it. */
function tellReserve(log: Log, before: ReserveState, now: ReserveState): void {
  if (now === 'given up')
    log.error('the disk is full: its reserve is given up, and nothing is uploaded until there is room again')
  else if (now === 'held' && before === 'given up')
    log.warn('the disk has room again: its reserve is taken back')
}

function sqliteFile(url: string): string {
  const file = url.slice('sqlite:'.length)
  if (file === '' || file.startsWith(':')) throw new Error('A SQLite database needs a file')
  return isAbsolute(file) ? file : resolve(file)
}

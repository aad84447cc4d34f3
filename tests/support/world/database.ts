import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { keptThreads } from './threads.ts'
import {
  borrowPostgresDatabase,
  makePostgresDatabase,
  postgresServer,
  type TemporaryPlace,
} from './postgres.ts'

/** Whether the tests of this process run on PostgreSQL. */
export const isOnPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** An empty database for a test, on the engine that the tests run on, in a place of its own. */
export async function openTemporaryDatabase(): Promise<Database> {
  const { postgresName } = inject('templates')
  return openAt(
    isOnPostgres ? await borrowPostgresDatabase(postgresServer!, postgresName!) : await makeFolder(),
  )
}

/** One that no test has used: PostgreSQL plans its queries by what tables have held. */
export async function openUnusedDatabase(): Promise<Database> {
  return openAt(isOnPostgres ? await copyPostgresTemplate() : await makeFolder())
}

async function openAt(place: TemporaryPlace): Promise<Database> {
  const database = await openDatabase({
    url: place.url,
    log: pino({ level: 'silent' }),
    threads: keptThreads,
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await place.remove()
    },
  }
}

/** The same database on a disk that has no room for any change of a row. */
export function withoutRoom(database: Database): Database {
  const full = new Proxy(
    { execute: () => Promise.reject(new Problem('storageFull')) },
    {
      get: (refused, name) => (name === 'execute' ? refused.execute : () => full),
    },
  )
  const kysely = new Proxy(database.kysely, {
    get(target, name) {
      if (name === 'updateTable') return () => full
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, kysely }
}

/** A PostgreSQL database with all tables and no rows. */
export function copyPostgresTemplate(): Promise<TemporaryPlace> {
  return makePostgresDatabase(postgresServer!, inject('templates').postgresName!)
}

/** Puts a SQLite database with all tables and no rows into a data folder. */
export function copySqliteTemplate(folder: string): Promise<void> {
  return copyFile(inject('templates').sqliteFile, path.join(folder, 'strongroom.db'))
}

/** The same as an installation of its own: one is told from another by when its tables were made. */
export async function installSqlite(folder: string): Promise<void> {
  await copySqliteTemplate(folder)
  const database = new Sqlite(path.join(folder, 'strongroom.db'))
  database.prepare('update migration set applied_at = ?').run(Date.now())
  database.close()
}

async function makeFolder(): Promise<TemporaryPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-database-'))
  await copySqliteTemplate(folder)
  const url = `sqlite:${path.join(folder, 'strongroom.db')}`
  return { url, remove: () => rm(folder, { recursive: true, force: true }) }
}

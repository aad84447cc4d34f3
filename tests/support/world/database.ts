import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { openDatabase, type Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'

/** The PostgreSQL server on which tests make their databases, where they are to run on one. */
export const postgresServer = process.env['TEST_DATABASE_URL'] || null

export type TemporaryPlace = { url: string; remove(): Promise<void> }

/** An empty database for a test, on the engine that the tests run on, in a place of its own. */
export async function openTemporaryDatabase(): Promise<Database> {
  const place = postgresServer ? await makePostgresDatabase(postgresServer) : await makeFolder()
  const database = await openDatabase({ url: place.url, log: pino({ level: 'silent' }) })
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

async function makeFolder(): Promise<TemporaryPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-database-'))
  const url = `sqlite:${path.join(folder, 'strongroom.db')}`
  return { url, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Databases of this test file that wait for its next test: emptying one is far quicker than making one. */
const waiting: string[] = []
const made: string[] = []

/** An empty database on a PostgreSQL server; `remove` also ends whoever still uses it. */
export async function makePostgresDatabase(server: string): Promise<TemporaryPlace> {
  const name = waiting.pop() ?? (await create(server))
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, remove: () => empty(url.href, name) }
}

/** Drops what the tests of this file used. */
export async function dropPostgresDatabases(): Promise<void> {
  for (const name of made) await ask(postgresServer!, `drop database if exists ${name} with (force)`)
}

async function create(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await ask(server, `create database ${name} template template0`)
  made.push(name)
  return name
}

/** Leaves the tables as the migrations made them. */
async function empty(url: string, name: string): Promise<void> {
  await ask(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid();
     do $$ declare tables text; begin
       select string_agg(quote_ident(tablename), ',') into tables
         from pg_tables where schemaname = 'public' and tablename <> 'migration';
       if tables is not null then
         execute 'truncate ' || tables;
         insert into installation (id, is_claimed) values (1, 0);
       end if;
     end $$`,
  )
  waiting.push(name)
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

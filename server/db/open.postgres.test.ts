// @module-tag engines
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { CutProxy } from '#tests/support/servers/cut-proxy.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { openDatabase, type Database, type OpenOptions } from './open.ts'

const log = pino({ level: 'silent' })
const opened: Database[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

async function open(url: string, as?: OpenOptions['as']): Promise<Database> {
  const database = await openDatabase({ url, log, ...(as && { as }) })
  opened.push(database)
  return database
}

test('a database that does not answer is refused at start with words that name the variable', async () => {
  const nobody = createServer()
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
  const { port } = nobody.address() as AddressInfo
  await new Promise((resolve) => nobody.close(resolve))
  await expect(open(`postgres://strongroom:secret-word@127.0.0.1:${port}/strongroom`)).rejects.toThrow(
    'The database in DATABASE_URL isn’t responding.',
  )
})

const server = postgresServer!

async function emptyDatabase(): Promise<string> {
  const { url, remove } = await makePostgresDatabase(server)
  onTestFinished(remove)
  return url
}

/** A way to the server that can be cut. */
async function cuttable(url: string): Promise<CutProxy> {
  const { hostname, port } = new URL(url)
  const proxy = await CutProxy.start({ host: hostname, port: Number(port) })
  onTestFinished(() => proxy.close())
  return proxy
}

/** A database without any table, as an operator makes it. */
async function bareDatabase(): Promise<string> {
  const url = await emptyDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  return url
}

test('of processes that start together over an empty database each finds the tables made once', async () => {
  const url = await bareDatabase()
  const together = await Promise.all([1, 2, 3, 4].map(() => open(url)))
  const counts = await Promise.all(
    together.map(({ kysely }) => sql<{ count: number }>`select count(*) from migration`.execute(kysely)),
  )
  expect(new Set(counts.map(({ rows }) => rows[0]!.count)).size).toBe(1)
  expect(counts[0]!.rows[0]!.count).toBeGreaterThan(0)
})

test('a database that does not let us in is refused at start with its words, and later said to be away', async () => {
  const url = await emptyDatabase()
  const { kysely } = await open(url)
  const ask = () => kysely.selectFrom('installation').select('id').execute()
  const name = new URL(url).pathname.slice(1)
  const operator = new Client({ connectionString: server })
  await operator.connect()
  onTestFinished(() => operator.end())
  await operator.query(`alter database ${name} allow_connections false`)
  await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await expect(open(url)).rejects.toThrow(/DATABASE_URL refused: database .* is not currently accepting/)
  await expect(ask()).rejects.toMatchObject({ problem: 'databaseAway' })
  await operator.query(`alter database ${name} allow_connections true`)
  expect(await ask()).toEqual([{ id: 1 }])
})

test('a connection that breaks is said to be away, and the next request after it is back goes through', async () => {
  const url = await emptyDatabase()
  const proxy = await cuttable(url)
  const { kysely, transaction } = await open(proxy.urlOf(url))
  const ask = () => kysely.selectFrom('installation').select('id').execute()
  expect(await ask()).toEqual([{ id: 1 }])
  const broken = transaction(async (tx) => {
    await tx.selectFrom('installation').select('id').execute()
    proxy.cut()
    await tx.selectFrom('installation').select('id').execute()
  })
  await expect(broken).rejects.toMatchObject({ problem: 'databaseAway' })
  await expect(ask()).rejects.toMatchObject({ problem: 'databaseAway' })
  proxy.mend()
  expect(await ask()).toEqual([{ id: 1 }])
})

test('a connection on which an answer is owed is left, and the next request goes over a new one', async () => {
  const url = await emptyDatabase()
  const proxy = await cuttable(url)
  const { kysely } = await open(proxy.urlOf(url))
  const ask = () => kysely.selectFrom('installation').select('id').execute()
  expect(await ask()).toEqual([{ id: 1 }])
  proxy.silence()
  await expect(ask()).rejects.toMatchObject({ problem: 'databaseAway' })
  // What was connected before stays silent for ever.
  proxy.mend()
  expect(await ask()).toEqual([{ id: 1 }])
})

test('whole numbers of 64 bits are numbers, also beyond 32 bits', async () => {
  const { kysely } = await open(await emptyDatabase())
  const key = { key: 'far', count: 1, window_ends_at: 8_640_000_000_000_000 }
  await kysely.insertInto('rate').values(key).execute()
  expect(await kysely.selectFrom('rate').selectAll().execute()).toEqual([key])
})

test('a text with a NUL is refused as a form that cannot be read', async () => {
  const { kysely } = await open(await emptyDatabase())
  const bad = kysely.insertInto('rate').values({ key: 'a\0b', count: 1, window_ends_at: 0 }).execute()
  await expect(bad).rejects.toMatchObject({ problem: 'badForm' })
})

test('a guest on an empty database is told to start the server first, and works once that was done', async () => {
  const url = await bareDatabase()
  await expect(open(url, 'guest')).rejects.toThrow(/Start this version of the server once/)
  const { kysely } = await open(url)
  const counts = await sql<{ count: number }>`select count(*) from migration where applied_at > 0`.execute(
    kysely,
  )
  expect(counts.rows[0]!.count).toBeGreaterThan(0)
  expect((await open(url, 'guest')).kind).toBe('postgres')
})

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { answerOf, begin, run } from './run-command.ts'
import { makeBackup, makeInstallation } from './make-backup.ts'
import { query, startServer } from './place.ts'
import { patience } from '#tests/support/world/patience.ts'

type Moved = { tables: Record<string, number> }
type Verified = { objects: { checked: number }; chains: number; damage: unknown[] }

async function emptyDatabase(): Promise<string> {
  const { url, remove } = await makePostgresDatabase(postgresServer!)
  onTestFinished(remove)
  return url
}

/** How many wait for a table. */
async function waiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_locks where not granted and relation is not null',
  )
  return rows[0]!.count
}

function countOf(data: string, table: string): number {
  return Number(query(data, `select count(*) as count from "${table}"`)[0]!['count'])
}

test('all rows arrive, the files stay, and the installation is whole there', async () => {
  const { data } = await makeInstallation()
  const url = await emptyDatabase()
  const { tables } = await answerOf<Moved>({ DATA_DIR: data, TO_DATABASE_URL: url }, 'move-to-postgres')
  for (const [name, count] of Object.entries(tables))
    expect([name, count]).toEqual([name, countOf(data, name)])
  expect(tables).toMatchObject({ user: 1, share: 1, file: 1 })
  const verified = await answerOf<Verified>({ DATA_DIR: data, DATABASE_URL: url }, 'verify')
  expect(verified).toMatchObject({ damage: [], chains: 3, objects: { checked: tables['object'] } })
})

test('a backup from PostgreSQL is restored to files, and one from files to PostgreSQL', async () => {
  const { data, copy, place } = await makeBackup()
  const url = await emptyDatabase()
  await answerOf({ DATA_DIR: data, TO_DATABASE_URL: url }, 'move-to-postgres')
  // The same installation, so that the earlier backup is carried on.
  const backup = await answerOf<{ objects: { copied: number } }>(
    { DATA_DIR: data, DATABASE_URL: url },
    'backup',
    copy,
  )
  expect(backup.objects.copied).toBe(0)
  const files = path.join(place, 'files')
  await answerOf({ DATA_DIR: files }, 'restore', copy)
  expect((await answerOf<Verified>({ DATA_DIR: files }, 'verify')).damage).toEqual([])
  // It is on record that it was made, and that it was restored.
  expect(countOf(files, 'event')).toBe(countOf(data, 'event') + 2)

  const [rows, settings] = [path.join(place, 'rows'), await emptyDatabase()]
  await answerOf({ DATA_DIR: rows, DATABASE_URL: settings }, 'restore', copy)
  expect(await readdir(rows)).not.toContain('strongroom.db')
  const verified = await answerOf<Verified>({ DATA_DIR: rows, DATABASE_URL: settings }, 'verify')
  expect(verified).toMatchObject({ damage: [], chains: 3 })
  const again = await run({ DATA_DIR: path.join(place, 'third'), DATABASE_URL: settings }, 'restore', copy)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not empty')])
})

test('a database that is not empty is refused, and so is a second move', async () => {
  const { data } = await makeInstallation()
  const settings = { DATA_DIR: data, TO_DATABASE_URL: await emptyDatabase() }
  await answerOf(settings, 'move-to-postgres')
  const { code, err } = await run(settings, 'move-to-postgres')
  expect([code, err]).toEqual([1, expect.stringContaining('not empty: it has rows in user')])
})

test('a move that is killed leaves an empty database, and can be run again', async () => {
  const { data } = await makeInstallation()
  const settings = { DATA_DIR: data, TO_DATABASE_URL: await emptyDatabase() }
  // A row that someone else holds makes the move wait in its transaction, where it is killed.
  await (await openDatabase({ url: settings.TO_DATABASE_URL, log: pino({ level: 'silent' }) })).close()
  const holder = new Client({ connectionString: settings.TO_DATABASE_URL })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select * from installation for update')
  const move = begin(settings, ['move-to-postgres'])
  await vi.waitFor(async () => expect(await waiting(holder)).toBe(1), patience)
  move.child.kill('SIGKILL')
  expect((await move.ended).code).toBeNull()
  await holder.end()
  const { tables } = await answerOf<Moved>(settings, 'move-to-postgres')
  for (const [name, count] of Object.entries(tables)) expect(count).toBe(countOf(data, name))
  const verified = await answerOf<Verified>(
    { DATA_DIR: data, DATABASE_URL: settings.TO_DATABASE_URL },
    'verify',
  )
  expect(verified).toMatchObject({ damage: [], chains: 3 })
})

test('a running server holds its rows', async () => {
  const { data } = await makeInstallation()
  await startServer(data)
  const { code, err } = await run(
    { DATA_DIR: data, TO_DATABASE_URL: await emptyDatabase() },
    'move-to-postgres',
  )
  expect([code, err]).toEqual([3, expect.stringContaining('in use by another running Strongroom')])
})

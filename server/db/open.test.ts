import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isGuid } from '#server/rules/text/guid.ts'
import { copySqliteTemplate } from '#tests/support/world/database.ts'
import { isUniqueViolation } from './errors.ts'
import { newGuid, openDatabase } from './open.ts'
import type { Database } from './open.ts'

const log = pino({ level: 'silent' })
let folder: string
let url: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-open-'))
  url = `sqlite:${path.join(folder, 'strongroom.db')}`
  await copySqliteTemplate(folder)
  database = await openDatabase({ url, log })
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function rate(key: string, count = 1) {
  return { key, count, window_ends_at: 0 }
}

async function keys(from: Database = database): Promise<string[]> {
  return (await from.kysely.selectFrom('rate').select('key').orderBy('key').execute()).map((row) => row.key)
}

test('a read sees every write that was acknowledged before it', async () => {
  for (let number = 0; number < 100; number++) {
    await database.kysely
      .insertInto('rate')
      .values(rate(`k${number}`))
      .execute()
    expect(await keys()).toContain(`k${number}`)
  }
})

test('a lookup sees every write that was acknowledged before it, and nothing of an open transaction', async () => {
  const counted = (key: string) =>
    database.lookups.selectFrom('rate').select('count').where('key', '=', key).executeTakeFirst()
  expect(await counted('a')).toBeUndefined()
  for (let count = 1; count <= 100; count++) {
    const row = { ...rate('a', count) }
    await database.kysely
      .insertInto('rate')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
    expect(await counted('a')).toEqual({ count })
  }
  await database.transaction(async (tx) => {
    await tx.insertInto('rate').values(rate('b')).execute()
    expect(await counted('b')).toBeUndefined()
  })
  expect(await counted('b')).toEqual({ count: 1 })
})

test('a lookup changes nothing, and begins no transaction', async () => {
  const { lookups } = database
  await expect(lookups.insertInto('rate').values(rate('a')).execute()).rejects.toThrow('change nothing')
  await expect(sql`delete from rate`.execute(lookups)).rejects.toThrow('change nothing')
  await expect(lookups.transaction().execute(async () => undefined)).rejects.toThrow('change nothing')
  expect(await keys()).toEqual([])
})

test('a lookup needs nothing that could be gone since the start', async () => {
  await rename(folder, `${folder}-elsewhere`)
  try {
    expect(await database.lookups.selectFrom('rate').select('key').execute()).toEqual([])
  } finally {
    await rename(`${folder}-elsewhere`, folder)
  }
})

test('writes of one turn are all kept, but for the one that fails', async () => {
  const settled = await Promise.allSettled(
    ['a', 'b', 'a', 'c'].map((key) => database.kysely.insertInto('rate').values(rate(key)).execute()),
  )
  expect(settled.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(isUniqueViolation((settled[2] as PromiseRejectedResult).reason)).toBe(true)
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('twenty racers on a limit of five: five pass', async () => {
  await database.kysely.insertInto('rate').values(rate('limit')).execute()
  const take = () =>
    database.kysely
      .updateTable('rate')
      .set((row) => ({ count: row('count', '+', 1) }))
      .where('key', '=', 'limit')
      .where('count', '<=', 5)
      .returning('count')
      .executeTakeFirst()
  const passed = (await Promise.all(Array.from({ length: 20 }, take))).filter(Boolean)
  expect(passed).toHaveLength(5)
})

test('an insert that returns rows is a write, and a changed row is counted', async () => {
  const row = await database.kysely
    .insertInto('rate')
    .values(rate('a'))
    .returning('key')
    .executeTakeFirstOrThrow()
  const changed = await database.kysely.updateTable('rate').set({ count: 9 }).executeTakeFirst()
  expect([row.key, changed.numUpdatedRows]).toEqual(['a', 1n])
  await sql`with gone as (select 'a' as key) delete from rate where key in (select key from gone)`.execute(
    database.kysely,
  )
  expect(await keys()).toEqual([])
})

test('a transaction reads its own writes, and runs its effects once, after the commit, in order', async () => {
  const seen: string[] = []
  await database.transaction(async (tx) => {
    tx.onCommit(async () => void seen.push(`first ${await keys()}`))
    tx.onCommit(() => void seen.push('second'))
    await tx.insertInto('rate').values(rate('a')).execute()
    expect(await tx.selectFrom('rate').select('key').execute()).toHaveLength(1)
    expect(await keys()).toEqual([])
    expect(seen).toEqual([])
  })
  expect(seen).toEqual(['first a', 'second'])
})

test('a transaction that is rolled back keeps nothing and runs no effect', async () => {
  const seen: string[] = []
  const failed = database.transaction(async (tx) => {
    tx.onCommit(() => void seen.push('effect'))
    await tx.insertInto('rate').values(rate('a')).execute()
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect([await keys(), seen]).toEqual([[], []])
})

test('an effect that fails takes nothing back, and the others run', async () => {
  const seen: string[] = []
  await database.transaction(async (tx) => {
    tx.onCommit(() => Promise.reject(new Error('no')))
    tx.onCommit(() => void seen.push('effect'))
    await tx.insertInto('rate').values(rate('a')).execute()
  })
  expect([await keys(), seen]).toEqual([['a'], ['effect']])
})

test('a transaction cannot go on after a statement that failed, as in PostgreSQL', async () => {
  const failed = database.transaction(async (tx) => {
    await tx.insertInto('rate').values(rate('a')).execute()
    await tx
      .insertInto('rate')
      .values(rate('a'))
      .execute()
      .catch(() => {})
    await tx.insertInto('rate').values(rate('b')).execute()
  })
  await expect(failed).rejects.toThrow(/can only roll back/)
  expect(await keys()).toEqual([])
})

test('a write beside the open transaction is refused instead of waiting for itself', async () => {
  const failed = database.transaction(() => database.kysely.insertInto('rate').values(rate('a')).execute())
  await expect(failed).rejects.toThrow(/would wait for itself/)
  await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(
    /wait for itself/,
  )
})

test('a query of a transaction that no one awaited is refused after its end', async () => {
  const tx = await database.transaction(async (transaction) => ({ late: transaction }))
  await expect(tx.late.insertInto('rate').values(rate('a')).execute()).rejects.toThrow(/already committed/)
})

test('transactions and single writes that come together all end', async () => {
  const work = Array.from({ length: 60 }, (_, number) =>
    number % 3 === 0
      ? database.transaction((tx) =>
          tx
            .insertInto('rate')
            .values(rate(`k${number}`))
            .execute(),
        )
      : database.kysely
          .insertInto('rate')
          .values(rate(`k${number}`))
          .execute(),
  )
  await Promise.all(work)
  expect(await keys()).toHaveLength(60)
})

test('a text with a NUL character is refused', async () => {
  await expect(database.kysely.insertInto('rate').values(rate('a\0b')).execute()).rejects.toMatchObject({
    problem: 'badForm',
  })
})

test('a full disk is told as a Problem, nothing half done stays, and small writes go on after room was made', async () => {
  const { kysely } = database
  await sql`pragma max_page_count = 1`.execute(kysely)
  const large = () =>
    kysely
      .insertInto('rate')
      .values(rate('x'.repeat(2_000_000)))
      .execute()
  await expect(large()).rejects.toMatchObject({ problem: 'storageFull' })
  await expect(
    database.transaction((tx) =>
      tx
        .insertInto('rate')
        .values(rate('y'.repeat(2_000_000)))
        .execute(),
    ),
  ).rejects.toMatchObject({ problem: 'storageFull' })
  await sql`pragma max_page_count = 1000000`.execute(kysely)
  await kysely.insertInto('rate').values(rate('a')).execute()
  expect(await keys()).toEqual(['a'])
})

test('every connection of every open writes through to the disk and watches foreign keys', async () => {
  await database.close()
  database = await openDatabase({ url, log })
  const reader = await sql`select synchronous, foreign_keys, journal_mode, timeout, query_only
    from pragma_synchronous, pragma_foreign_keys, pragma_journal_mode, pragma_busy_timeout, pragma_query_only`.execute(
    database.kysely,
  )
  expect(reader.rows).toEqual([
    { synchronous: 2, foreign_keys: 1, journal_mode: 'wal', timeout: 5000, query_only: 1 },
  ])
  const writer = await database.transaction((tx) =>
    sql`select synchronous, foreign_keys, query_only from pragma_synchronous, pragma_foreign_keys, pragma_query_only`.execute(
      tx,
    ),
  )
  expect(writer.rows).toEqual([{ synchronous: 2, foreign_keys: 1, query_only: 0 }])
})

test('a data file that is made is readable by its owner alone', async () => {
  const file = path.join(folder, 'new.db')
  const made = await openDatabase({ url: `sqlite:${file}`, log })
  await made.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a second open of the same file is refused until the first is closed', async () => {
  await expect(openDatabase({ url, log })).rejects.toThrow(/in use by another running Strongroom/)
  await database.close()
  database = await openDatabase({ url, log })
  expect(await keys()).toEqual([])
})

test('a backup is a whole database by itself, and never overwrites', async () => {
  await database.kysely.insertInto('rate').values(rate('a')).execute()
  const copy = path.join(folder, 'copy.db')
  await database.backup(copy)
  await expect(database.backup(copy)).rejects.toThrow(/exists already/)
  expect(existsSync(`${copy}.part`)).toBe(false)
  const opened = await openDatabase({ url: `sqlite:${copy}`, log })
  expect(await keys(opened)).toEqual(['a'])
  await opened.close()
})

test('writes that wait are done before the database closes; later ones are refused', async () => {
  const waiting = database.kysely.insertInto('rate').values(rate('a')).execute()
  const closing = database.close()
  await Promise.all([waiting, closing])
  await expect(database.kysely.insertInto('rate').values(rate('b')).execute()).rejects.toThrow(
    /closed|destroyed/,
  )
  database = await openDatabase({ url, log })
  expect(await keys()).toEqual(['a'])
})

test('a database that a newer version wrote is refused', async () => {
  await sql`insert into migration (name, applied_at) values ('9999-later', 0)`.execute(database.kysely)
  await database.close()
  await expect(openDatabase({ url, log })).rejects.toThrow(/newer version/)
  database = { ...database, close: async () => {} }
})

test('an address of another engine is refused', async () => {
  await expect(openDatabase({ url: 'postgres://x', log })).rejects.toThrow(/DATABASE_URL/)
  await expect(openDatabase({ url: 'sqlite::memory:', log })).rejects.toThrow(/needs a file/)
})

test('a new identifier has the form of one and does not repeat', () => {
  const guids = Array.from({ length: 1000 }, newGuid)
  expect(guids.every(isGuid)).toBe(true)
  expect(new Set(guids).size).toBe(1000)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { plannedOnce } from './planned-once.ts'

let folder: string
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-planned-'))
  database = await openDatabase({
    url: `sqlite:${path.join(folder, 'strongroom.db')}`,
    log: pino({ level: 'silent' }),
  })
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('only what is bound gets a plus, not what is quoted', () => {
  expect(plannedOnce(`select '?', 'it''s ?' as "a?""?" where a = ? and b in (?, ?)`)).toBe(
    `select '?', 'it''s ?' as "a?""?" where a = +? and b in (+?, +?)`,
  )
})

const values = (kysely: Kysely<Schema>) =>
  sql`select typeof(${'01'}) as word, ${'01'} = '01' as same, ${'01'} as text, ${2} + ${1.5} as number,
    ${Buffer.from([0, 255])} as bytes, ${null} is null as isempty, name from migration
    where name >= ${'0'} and name in (${'x'}, (select min(name) from migration)) limit ${1} offset ${0}`.execute(
    kysely,
  )

test('what is bound is read as it is', async () => {
  const { rows } = await values(database.kysely)
  const [{ name, bytes, ...row }] = rows as [{ name: string; bytes: Uint8Array }]
  expect([row, [...bytes]]).toEqual([
    { word: 'text', same: 1, text: '01', number: 3.5, isempty: 1 },
    [0, 255],
  ])
  expect(name).toMatch(/^0001/)
})

/** A function for the rows of a statement is made whenever that was planned. */
test('a join by key with an order and a limit is planned once, however often it runs', async () => {
  await database.kysely.insertInto('rate').values({ key: 'a', count: 1, window_ends_at: 0 }).execute()
  const read = () =>
    database.lookups
      .selectFrom('rate')
      .innerJoin('rate as other', 'other.key', 'rate.key')
      .select(['rate.count', 'other.window_ends_at'])
      .where('rate.key', '=', 'a')
      .orderBy('rate.count')
      .limit(1)
      .execute()
  expect(await read()).toEqual([{ count: 1, window_ends_at: 0 }])
  const planned = vi.spyOn(globalThis, 'Function')
  await read()
  await read()
  expect(planned).not.toHaveBeenCalled()
  planned.mockRestore()
})

// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import type { Database } from './open.ts'
import { prepared, type Slots } from './prepared.ts'

let database: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database.close())

type Bound = { names: string[]; least: number; other: string }

let timesBuilt = 0
const lengthsOf = prepared((kysely, { names, least, other }: Slots<Bound>) => {
  timesBuilt += 1
  const all = sql<{ name: string }>`(select 'lane' as name union select 'lamp' union select 'harbour')`
  return kysely
    .selectFrom(all.as('known'))
    .select(['name', sql<string>`cast(${other} as text)`.as('other')])
    .where('name', 'in', names)
    .where(sql`length(name)`, '>=', least)
    .orderBy('name')
})

test('a prepared query answers for the values of each run, and is built once for each length of its lists', async () => {
  const { kysely, lookups } = database
  const ask = (names: string[], least = 0, other = '') => lengthsOf(kysely, { names, least, other })
  timesBuilt = 0
  expect(await ask(['lamp', 'lane'])).toEqual([
    { name: 'lamp', other: '' },
    { name: 'lane', other: '' },
  ])
  expect(await ask(['harbour', 'lane'], 5, "o'clock")).toEqual([{ name: 'harbour', other: "o'clock" }])
  expect(timesBuilt).toBe(1)
  expect(await ask(['harbour'])).toEqual([{ name: 'harbour', other: '' }])
  expect(timesBuilt).toBe(2)
  expect(await lengthsOf(lookups, { names: ['lane'], least: 0, other: '' })).toHaveLength(1)
})

test('runs at the same time do not see the values of each other', async () => {
  const names = ['lane', 'lamp', 'harbour', 'quay']
  const answers = await Promise.all(
    names.map((name) => lengthsOf(database.kysely, { names: [name], least: 0, other: name })),
  )
  expect(answers.flat()).toEqual(names.slice(0, 3).map((name) => ({ name, other: name })))
})

test('a shape decides how the query looks, which is built once for each', async () => {
  let built = 0
  const streets = prepared((kysely, { name }: Slots<{ name: string }>, order: 'asc' | 'desc') => {
    built += 1
    const all = sql<{ name: string }>`(select 'lane' as name union select 'lamp' union select 'harbour')`
    return kysely.selectFrom(all.as('known')).select('name').where('name', '<>', name).orderBy('name', order)
  })
  const ask = async (name: string, order: 'asc' | 'desc') =>
    (await streets(database.kysely, { name }, order)).map((row) => row.name)
  expect(await ask('lane', 'asc')).toEqual(['harbour', 'lamp'])
  expect(await ask('lane', 'desc')).toEqual(['lamp', 'harbour'])
  expect(await ask('lamp', 'asc')).toEqual(['harbour', 'lane'])
  expect(built).toBe(2)
})

test('what has a list of hundreds is not kept, and answers all the same', async () => {
  const names = ['lane', ...Array.from({ length: 400 }, (_, at) => `street ${at}`)]
  timesBuilt = 0
  for (let run = 0; run < 2; run++)
    expect(await lengthsOf(database.kysely, { names, least: 0, other: '' })).toEqual([
      { name: 'lane', other: '' },
    ])
  expect(timesBuilt).toBe(2)
})

test('of a query with many lengths only the latest are kept', async () => {
  const pair = prepared((kysely, { a, b }: Slots<{ a: string[]; b: string[] }>) => {
    timesBuilt += 1
    return kysely.selectFrom('user').select('guid').where('guid', 'in', a).where('email', 'in', b)
  })
  timesBuilt = 0
  const lists = (length: number) => Array.from({ length }, () => 'none')
  for (let a = 1; a <= 20; a++)
    for (let b = 1; b <= 20; b++) await pair(database.kysely, { a: lists(a), b: lists(b) })
  expect(timesBuilt).toBe(400)
  await pair(database.kysely, { a: lists(20), b: lists(20) })
  expect(timesBuilt).toBe(400)
  await pair(database.kysely, { a: lists(1), b: lists(1) })
  expect(timesBuilt).toBe(401)
})

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

// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { insertRow, userRow } from '#tests/support/unit/raw-rows.ts'
import type { Database } from '#server/db/open.ts'
import type { AddressTable } from './settings-tables.ts'

let database: Database

const address: AddressTable = {
  guid: 'address',
  user_guid: 'one',
  email: 'ann@example.net',
  code_hash: null,
  tries: 0,
  code_expires_at: 2,
  created_at: 1,
  confirmed_at: 1,
}

beforeAll(async () => {
  database = await openUnusedDatabase()
  for (const guid of ['one', 'two'])
    await insertRow(database, 'user', { ...userRow, guid, email: `${guid}@example.com` })
  await database.kysely.insertInto('address').values(address).execute()
})
afterAll(() => database.close())

const unique = /UNIQUE constraint failed|violates unique constraint/
const check = /CHECK constraint failed|violates check constraint/
const foreign = /FOREIGN KEY constraint failed|violates foreign key constraint/

test.each<[string, Partial<AddressTable>, RegExp]>([
  ['of nobody', { email: 'x@example.net', user_guid: 'nobody' }, foreign],
  ['that a second account confirms, in capitals', { user_guid: 'two', email: 'ANN@example.net' }, unique],
  ['that one account has twice', { email: 'Ann@example.net', confirmed_at: null }, unique],
  ['with negative tries', { email: 'x@example.net', tries: -1 }, check],
])('an address %s is refused', async (_what, changes, refusal) => {
  const row = { ...address, guid: 'another', ...changes }
  await expect(database.kysely.insertInto('address').values(row).execute()).rejects.toThrow(refusal)
})

test('a choice of emails is on or off, and a device is someone’s', async () => {
  const choice = { user_guid: 'one', is_told_of_openings: 2 as 1, is_told_of_devices: 1 as const }
  await expect(database.kysely.insertInto('notification_choice').values(choice).execute()).rejects.toThrow(
    check,
  )
  const device = { user_guid: 'nobody', device_hash: 'x', seen_at: 1 }
  await expect(database.kysely.insertInto('known_device').values(device).execute()).rejects.toThrow(foreign)
})

test.each([
  [
    'the account of an address, primary or not',
    sql`select * from "user" where guid in (select guid from "user" where lower(email) = 'e'
      union all select user_guid from address where lower(email) = 'e' and confirmed_at is not null)`,
  ],
  ['the addresses of an account', sql`select * from address where user_guid = 'u'`],
  [
    'addresses that nobody confirmed',
    sql`select * from address where confirmed_at is null and code_expires_at < 5`,
  ],
  ['devices not seen for long', sql`select * from known_device where seen_at <= 5`],
  ['browsers not seen for long', sql`select * from known_browser where seen_at <= 5`],
])('%s are found by an index', async (_what, query) => {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => /\bSCAN\b|TEMP B-TREE|Seq Scan/.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

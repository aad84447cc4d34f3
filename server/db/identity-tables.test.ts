import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './open.ts'
import { openTemporaryDatabase } from '../../tests/support/database.ts'
import { insertRow, planOf } from '../../tests/support/rows.ts'

type Row = Record<string, string | number | null>

const user: Row = {
  guid: 'user',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Lee',
  password_hash: 'x',
  status: 'Active',
  tier_code: 0,
  is_operator: 0,
  time_zone: 'UTC',
  created_at: 1,
  password_changed_at: 1,
}
const identity: Row = {
  guid: 'identity',
  user_guid: 'user',
  issuer: 'https://accounts.example',
  subject: '1',
  provider: 'google',
  email: null,
  created_at: 1,
  used_at: 1,
}
const flow: Row = {
  id_hash: 'flow',
  browser_key: 'browser',
  provider: 'google',
  connection_guid: null,
  purpose: 'signIn',
  user_guid: null,
  details: '{}',
  created_at: 1,
  expires_at: 2,
  used_at: null,
}

let database: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
  await insertRow(database, 'user', user)
  await insertRow(database, 'user', { ...user, guid: 'two', email: 'bea@example.com' })
  await insertRow(database, 'identity', identity)
  await insertRow(database, 'sign_in_flow', flow)
})
afterAll(() => database.close())

const unique = /UNIQUE constraint failed|violates unique constraint/
const check = /CHECK constraint failed|violates check constraint/
const foreign = /FOREIGN KEY constraint failed|violates foreign key constraint/

test.each<[string, string, Row, RegExp]>([
  ['an identity of nobody', 'identity', { ...identity, guid: 'b', subject: '2', user_guid: 'none' }, foreign],
  [
    'an identity of another provider',
    'identity',
    { ...identity, guid: 'b', subject: '2', provider: 'x' },
    check,
  ],
  [
    'one person for two accounts',
    'identity',
    { ...identity, guid: 'b', user_guid: 'two', provider: 'sso' },
    unique,
  ],
  ['a flow for another purpose', 'sign_in_flow', { ...flow, id_hash: 'b', purpose: 'look' }, check],
  ['a flow by another provider', 'sign_in_flow', { ...flow, id_hash: 'b', provider: 'x' }, check],
  ['a flow of nobody', 'sign_in_flow', { ...flow, id_hash: 'b', user_guid: 'none' }, foreign],
])('%s is refused', async (_, table, row, refusal) => {
  await expect(insertRow(database, table, row)).rejects.toThrow(refusal)
})

test.each([
  ['the account of an identity', sql`select user_guid from identity where issuer = 'i' and subject = 's'`],
  ['the identities of an account', sql`select * from identity where user_guid = 'u' order by created_at`],
  ['flows that ran out', sql`select * from sign_in_flow where expires_at <= 5`],
  // Without it each account that goes would read all of them.
  ['the flows of an account', sql`select * from sign_in_flow where user_guid = 'u'`],
])('%s are found by an index, without a sort', async (_, query) => {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => /\bSCAN\b|TEMP B-TREE|Seq Scan|Sort/.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

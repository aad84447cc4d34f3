// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { insertRow, userRow, type Row } from '#tests/support/unit/raw-rows.ts'

let database: Database

const user = userRow
const secondFactor: Row = {
  user_guid: 'user',
  secret_sealed: 'x',
  confirmed_at: null,
  last_step: 0,
  created_at: 1,
}
const recoveryCode: Row = { guid: 'recovery', user_guid: 'user', code_hash: 'x', used_at: null }
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
const signInFlow: Row = {
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

const unique = /UNIQUE constraint failed|violates unique constraint/
const check = /CHECK constraint failed|violates check constraint/
const foreign = /FOREIGN KEY constraint failed|violates foreign key constraint/

beforeAll(async () => {
  database = await openWithRows()
})
afterAll(() => database.close())

async function openWithRows(): Promise<Database> {
  const opened = await openTemporaryDatabase()
  await insert('user', user, opened)
  return opened
}

function insert(table: string, row: Row, into: Database = database): Promise<unknown> {
  return insertRow(into, table, row)
}

test.each<[string, string, Row, RegExp]>([
  ['a second factor of nobody', 'second_factor', { ...secondFactor, user_guid: 'nobody' }, foreign],
  ['a step below 0', 'second_factor', { ...secondFactor, last_step: -1 }, check],
  ['a recovery code where no second factor is', 'recovery_code', recoveryCode, foreign],
  ['an identity of nobody', 'identity', { ...identity, user_guid: 'nobody' }, foreign],
  ['an identity of another provider', 'identity', { ...identity, provider: 'other' }, check],
  ['a sign-in with another purpose', 'sign_in_flow', { ...signInFlow, purpose: 'look' }, check],
  ['a sign-in by another provider', 'sign_in_flow', { ...signInFlow, provider: 'other' }, check],
])('%s is refused', async (_, table, row, reason) => {
  await expect(insert(table, row)).rejects.toThrow(reason)
})

test('recovery codes are one of a kind, and go with the second factor', async () => {
  const own = await openWithRows()
  onTestFinished(own.close)
  await insert('second_factor', secondFactor, own)
  await insert('recovery_code', recoveryCode, own)
  await expect(insert('recovery_code', { ...recoveryCode, guid: 'two' }, own)).rejects.toThrow(unique)
  await sql`delete from second_factor`.execute(own.kysely)
  expect(await own.kysely.selectFrom('recovery_code').selectAll().execute()).toEqual([])
})

test('one person at one issuer opens one account', async () => {
  const own = await openWithRows()
  onTestFinished(own.close)
  await insert('user', { ...user, guid: 'two', email: 'bea@example.com' }, own)
  await insert('identity', identity, own)
  const again = { ...identity, guid: 'two', user_guid: 'two', provider: 'sso' }
  await expect(insert('identity', again, own)).rejects.toThrow(unique)
})

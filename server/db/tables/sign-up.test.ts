// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import type { Database } from '#server/db/open.ts'
import type { SignupCodeTable } from './sign-in-tables.ts'

let database: Database

beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database.close())

const code: SignupCodeTable = {
  code_hash: 'code',
  tier_code: null,
  uses_left: null,
  expires_at: null,
  created_at: 1,
  note: '',
}

function insert(row: Partial<SignupCodeTable>): Promise<unknown> {
  return database.kysely
    .insertInto('signup_code')
    .values({ ...code, ...row })
    .execute()
}

const check = /CHECK constraint failed|violates check constraint/

test('a sign-up code can have no plan, no end and any number of uses, and is there once', async () => {
  await insert({})
  await expect(insert({})).rejects.toThrow(/UNIQUE constraint failed|violates unique constraint/)
})

test.each([
  ['used more often than allowed', { uses_left: -1 }],
  ['for a tier below 0', { tier_code: -1 }],
])('a sign-up code %s is refused', async (_, row) => {
  await expect(insert({ code_hash: 'other', ...row })).rejects.toThrow(check)
})

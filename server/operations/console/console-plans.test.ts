// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { jobRows } from './kept-jobs.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf, type BuiltQuery } from '#tests/support/unit/query-plans.ts'
import { refusalRows } from './refusals.ts'
import { teamRows } from './teams.ts'
import { accountsLike, largestAccounts, newestAccounts, searched } from './accounts.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

/** What reads or sorts everything; a sort of only the last column, among equals, does not count. */
const costly = /\bSCAN (?!\w+ USING INDEX)|TEMP B-TREE FOR ORDER BY|Seq Scan|\bSort\b/

async function expectFlat(query: BuiltQuery, index: string): Promise<void> {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => costly.test(step))).toEqual([])
  expect(steps.join('\n')).toContain(index)
}

const after = { at: 5, guid: 'x' }

test.each([
  ['all', 'user_created'],
  ['operators', 'user_operator'],
  ['Suspended', 'user_status'],
] as const)('a screen of %s accounts comes from an index, in its order', async (shown, index) => {
  await expectFlat(newestAccounts(database, shown, 51), index)
  await expectFlat(newestAccounts(database, shown, 51, after), index)
})

test('so do those that store most', async () => {
  await expectFlat(largestAccounts(database, 51), 'user_storage')
  await expectFlat(largestAccounts(database, 51, after), 'user_storage')
})

test.each(searched)('accounts are found by the beginning of their %s in an index', async (column) => {
  await expectFlat(accountsLike(database, column, 'Rita', 51), `user_${column}_start`)
})

test('what kept people out comes from an index of its own', async () => {
  await expectFlat(refusalRows(database, 51), 'event_stopped')
  await expectFlat(refusalRows(database, 51, after), 'event_stopped')
})

test('teams come by name from an index', async () => {
  await expectFlat(teamRows(database, 51, 'Acme'), 'team_name')
})

test.each(['failed', 'waiting'] as const)('%s jobs come from an index', async (which) => {
  await expectFlat(jobRows(database, which, { limit: 51 }), 'job_')
  await expectFlat(jobRows(database, which, { limit: 51, after }), 'job_')
})

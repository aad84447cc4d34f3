// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { unfinishedOf } from './upload-rows.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

test('what an account has not finished is found without reading what it has finished', async () => {
  const steps = await planOf(database, unfinishedOf(database.kysely, 'o').select('received'))
  const found =
    database.kind === 'sqlite' ? /owner_guid=\? AND finished_at=\?/ : /Index Cond:.*finished_at IS NULL/
  expect(steps.join('\n')).toMatch(found)
})

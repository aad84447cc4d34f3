import { expect, onTestFinished, test } from 'vitest'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { itemsNamed } from './namesakes.ts'

// PostgreSQL chooses by how many rows there are, which are none here.
test('what has a name in a folder comes from the index of names, without a look at what else is there', async () => {
  const database = await openUnusedDatabase()
  onTestFinished(() => database.close())
  const steps = await planOf(database, itemsNamed(database.kysely, 'f', ['a', 'b']))
  expect(steps.join('\n')).toContain('USING INDEX item_names (parent_guid=? AND name_key=?)')
})

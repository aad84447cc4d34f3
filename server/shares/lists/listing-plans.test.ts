// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { receivedRows } from '#server/viewing/records/received.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf, type BuiltQuery } from '#tests/support/unit/query-plans.ts'
import { peopleOf } from './people-found.ts'
import { foundRows, sharesWith } from './finding.ts'
import { listFilters, listSorts, orders, statesOf } from './list.ts'
import { activeRows, justEndedRows, stateRows } from './listing.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

/** What reads or sorts everything; in SQLite, a sort of only the last column, among equals, does not count. */
const costly = /\bSCAN (?!candidate|hit|\(subquery)|TEMP B-TREE FOR ORDER BY|Seq Scan|\bSort\b/

async function costlySteps(query: BuiltQuery) {
  const steps = await planOf(database, query)
  return { costly: steps.filter((step) => costly.test(step)), steps }
}

const indexes = {
  created_at: 'share_by_time',
  name_key: 'share_by_name',
  ends_at: 'share_by_end',
  last_at: 'event_head_activity',
}

const combinations = listFilters.flatMap((filter) => listSorts.map((sort) => [filter, sort] as const))

test.each(combinations)('%s shares by %s come from an index, in its order', async (filter, sort) => {
  const { column, direction } = orders[sort]
  const { kysely } = database
  for (const state of statesOf[filter]) {
    const rows =
      column === 'last_at'
        ? activeRows(kysely, 'u', statesOf[filter], 5)
            .where(sql<boolean>`(last_at, event_head.subject_guid) < (5, 'x')`)
            .orderBy('last_at', direction)
            .orderBy('event_head.subject_guid', direction)
            .limit(201)
        : stateRows(kysely, 'u', state, column, 5)
            .where(sql<boolean>`(${sql.ref(column)}, share.guid) < (${column === 'name_key' ? 'a' : 5}, 'x')`)
            .orderBy(column, direction)
            .orderBy('share.guid', direction)
            .limit(201)
    const { costly: wrong, steps } = await costlySteps(rows)
    expect(wrong).toEqual([])
    expect(steps.join('\n')).toContain(indexes[column])
  }
})

test.each(['created_at', 'name_key', 'ends_at'] as const)(
  'what has just ended comes from the index of ends, for a list by %s',
  async (column) => {
    const rows = justEndedRows(database.kysely, 'u', column, 5)
    const { costly: wrong, steps } = await costlySteps(rows)
    expect(wrong).toEqual([])
    expect(steps.join('\n')).toMatch(/share_by_end|share_ends/)
    // In the order of the list, too, in which those few are sorted.
    const inOrder = await costlySteps(rows.orderBy(`share.${column}`).orderBy('share.guid').limit(201))
    expect(inOrder.steps.join('\n')).toMatch(/share_by_end|share_ends/)
    expect(inOrder.steps.join('\n')).not.toMatch(/share_by_time|share_by_name/)
  },
)

test('words are found by their beginning, and what has them by its key', async () => {
  const { kysely } = database
  const words = await costlySteps(sharesWith(kysely, 'u', 'agree').limit(2001))
  expect(words.costly).toEqual([])
  expect(words.steps.join('\n')).toMatch(/share_word_key|autoindex_share_word/)
  const found = { rarest: 'agree', others: ['rita'], isCut: false }
  const rows = foundRows(kysely, 'u', { found, states: [0, 1], column: 'created_at', now: 5 })
  const { costly: wrong, steps } = await costlySteps(rows)
  expect(wrong).toEqual([])
  expect(steps.join('\n')).toMatch(/share_word_share|share_word_key|autoindex_share_word/)
})

test('people are found by the shares that have their words, by keys', async () => {
  const found = { rarest: 'rita', others: ['example'], isCut: false }
  const { steps } = await costlySteps(peopleOf(database.kysely, 'u', found, 5))
  // The few shares that were found are sorted, and nothing else.
  expect(steps.filter((step) => /\bSCAN (?!candidate|hit|\(subquery)|Seq Scan/.test(step))).toEqual([])
  expect(steps.join('\n')).toMatch(/share_word_key|autoindex_share_word/)
})

test('what an address received comes from an index, in its order', async () => {
  const rows = receivedRows(database.kysely, { guid: 'u' }, 'rita@example.net')
    .where(sql<boolean>`(recipient.added_at, recipient.guid) < (5, 'x')`)
    .orderBy('recipient.added_at', 'desc')
    .orderBy('recipient.guid', 'desc')
    .limit(201)
  const { costly: wrong, steps } = await costlySteps(rows)
  expect(wrong).toEqual([])
  expect(steps.join('\n')).toContain('recipient_received')
})

test.each([
  ['shares that have ended', sql`select guid from share where listed_as in (0, 1) and ends_at <= 5 limit 9`],
  ['sendings of long ago', sql`select guid from sending where created_at <= 5 limit 9`],
])('%s, looked for every ten minutes, come from an index', async (_what, query) => {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => costly.test(step))).toEqual([])
  expect(steps.join('\n')).toMatch(/share_ends|sending_created/)
})

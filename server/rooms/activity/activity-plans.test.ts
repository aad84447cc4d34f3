// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { eventsBefore, itemDays, memberDays } from '#server/tracking/rooms/room-activity.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf, type BuiltQuery } from '#tests/support/unit/query-plans.ts'
import { filesOf } from './files-read.ts'
import { openedIn } from './heat.ts'
import { peopleOf } from './people-read.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

const readsAll = /\bSCAN (event|item|member|item_day|folder_day|member_day|room_day|member_item)\b|Seq Scan/
const sorts = /TEMP B-TREE FOR ORDER BY|\bSort\b/

type Make = (kysely: Database['kysely']) => BuiltQuery
const before = { at: 5, subjectGuid: 's', sequence: 1 }

const events: [string, Make][] = [
  ['the latest events', (kysely) => eventsBefore(kysely, 'r', { before: null }).limit(9)],
  ['older events', (kysely) => eventsBefore(kysely, 'r', { before }).limit(9)],
  ['the events of a person', (kysely) => eventsBefore(kysely, 'r', { before, person: 'p' }).limit(9)],
  [
    'the events of some days',
    (kysely) => eventsBefore(kysely, 'r', { before: null, from: 1, to: 9 }).limit(9),
  ],
]

test.each(events)('%s begin where they are in an index, without a sort', async (_what, make) => {
  const steps = await planOf(database, make(database.kysely))
  expect(steps.filter((step) => readsAll.test(step) || sorts.test(step))).toEqual([])
  expect(steps.join('\n')).toContain('event_room')
})

const counts: [string, Make][] = [
  ['the items of all days', (kysely) => itemDays(kysely, 'r', { since: null }).select('views')],
  ['the items of some days', (kysely) => itemDays(kysely, 'r', { since: 5 }).select('views')],
  ['the members of some days', (kysely) => memberDays(kysely, 'r', { since: 5 }).select('views')],
  ['the files', (kysely) => filesOf(kysely, 'r').select('item.guid')],
  ['the members', (kysely) => peopleOf(kysely, 'r', 'all')],
  ['the heat of folders', (kysely) => openedIn(kysely, 'r', { first: 1, last: 14, daysEach: 1 })],
]

test.each(counts)('%s of a room: no table is read whole', async (_what, make) => {
  const steps = await planOf(database, make(database.kysely))
  expect(steps.filter((step) => readsAll.test(step))).toEqual([])
})

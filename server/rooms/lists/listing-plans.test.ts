// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf, type BuiltQuery } from '#tests/support/unit/query-plans.ts'
import { filesFrom } from '#server/rooms/tree/files-beside.ts'
import { countListed, itemRows, pageGuids, placesOf, placesOnWay } from '#server/rooms/tree/folder-page.ts'
import { foldersAlong } from '#server/rooms/tree/folders-along.ts'
import { insideOf } from '#server/rooms/tree/inside.ts'
import { itemsMatching, itemsWith } from './items-in-rooms.ts'
import { membersOf } from './people-in-rooms.ts'
import { candidates } from './room-search.ts'
import type { FolderVisibility } from '#server/rooms/rights/visibility-filter.ts'
import { stepsAbove } from '#server/rooms/tree/paths.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

/** What reads a whole table. */
const readsAll = /\bSCAN (item|file|item_version|item_word|folder|member)\b|Seq Scan/
const sorts = /TEMP B-TREE FOR ORDER BY|\bSort\b/

const all: FolderVisibility = { rest: 'all', never: [], always: [] }
const some: FolderVisibility = { rest: 'open', never: ['a', 'b'], always: ['c'] }
const few: FolderVisibility = { rest: 'nothing', never: [], always: ['c', 'd'] }
const news = { since: 5, email: 'x@example.net' }

test.each([
  ['all', all],
  ['what is not hidden', some],
])(
  'a page of a folder in its order, of %s, comes from the index of siblings, without a sort',
  async (_what, visible) => {
    const query = pageGuids(database.kysely, 'f', visible, {
      page: 3,
      pageSize: 200,
      sort: 'order',
      news: null,
    })
    const steps = await planOf(database, query)
    expect(steps.filter((step) => readsAll.test(step) || sorts.test(step))).toEqual([])
    expect(steps.join('\n')).toContain('item_siblings')
  },
)

test.each(['before', 'after'] as const)(
  'the file that stands %s one comes from the index of siblings, without a sort',
  async (side) => {
    const range = { folderGuid: 'f', from: { position: 5, guid: 'g' }, side, only: null }
    const steps = await planOf(database, filesFrom(database.kysely, range).limit(1))
    expect(steps.filter((step) => readsAll.test(step) || sorts.test(step))).toEqual([])
    expect(steps.join('\n')).toContain('item_siblings')
  },
)

type Make = (kysely: Database['kysely']) => BuiltQuery
const range = { page: 2, pageSize: 200, news }
const queries: [string, Make][] = [
  ...(['order', 'name', 'newest', 'largest', 'type'] as const).map((sort): [string, Make] => [
    `a folder by ${sort}`,
    (kysely) => pageGuids(kysely, 'f', some, { ...range, sort }),
  ]),
  ['how many a folder has', (kysely) => countListed(kysely, 'f', some, { news: null, countTo: 100 })],
  ['how many new ones a folder has', (kysely) => countListed(kysely, 'f', some, { news, countTo: 100 })],
  ['a folder of which little is seen', (kysely) => countListed(kysely, 'f', few, { news: null, countTo: 9 })],
  ['the places of rows', (kysely) => placesOf(kysely, 'f', some, ['a', 'b'])],
  [
    'the places on the way to a folder',
    (kysely) =>
      placesOnWay(
        kysely,
        ['r', 'f', 'g'].map((guid) => ({ guid, isClosed: false, position: 5 })),
        () => some,
      )!,
  ],
  [
    'the folders of the tree',
    (kysely) =>
      foldersAlong(
        kysely,
        ['r', 'f', 'g'].map((guid) => ({ guid, isClosed: false })),
        () => some,
      )!,
  ],
  ['the rows of a page', (kysely) => itemRows(kysely, ['a', 'b'])],
  ['how much is in folders', (kysely) => insideOf(kysely, ['f', 'g'], some, 100)],
  ['the ways to items', (kysely) => stepsAbove(kysely, ['a', 'b'])],
  [
    'what has two words',
    (kysely) => candidates(kysely, 'r', ['lea', 'agr'], { kind: 'pdf', since: 5, news }).limit(9),
  ],
  ['what has two words in several rooms', (kysely) => itemsMatching(kysely, ['r', 's'], 'lea', ['agr'])],
  ['the members of several rooms', (kysely) => membersOf(kysely, ['r', 's'])],
  ['how many items of several rooms have a word', (kysely) => itemsWith(kysely, ['r', 's'], 'lea').limit(9)],
  [
    'what is new in a room',
    (kysely) => candidates(kysely, 'r', [], { kind: null, since: null, news }).limit(9),
  ],
]

test.each(queries)('%s: no table is read whole', async (_what, make) => {
  const steps = await planOf(database, make(database.kysely))
  expect(steps.filter((step) => readsAll.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

// @module-tag engines
import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Endings } from '#server/shares/trash/endings.ts'
import { maxFound } from './finding.ts'
import {
  besideOf,
  listFilters,
  listSorts,
  rowKey,
  type ListFilter,
  type ListRange,
  type ListSort,
} from './list.ts'
import { fillWords } from '#server/db/migrations/0021-0040/0021-lists.ts'
import { indexWords } from './words.ts'

let world: SharingWorld
let anna: User

beforeEach(async () => {
  world = await openSharing()
  anna = await addUser(world, 'anna@example.com')
})

async function names(range: Partial<ListRange> = {}): Promise<string[]> {
  const { rows } = await world.shares.list(anna, { page: 1, pageSize: 200, ...range })
  return rows.map(({ name }) => name.replace('.txt', ''))
}

/** One share in each state that a list knows. */
async function oneOfEach() {
  const inDays = (days: number) => ({ destructSeconds: 0, expiresAt: world.now + days * day })
  const guids = {
    waiting: await world.share(anna, { name: 'Waiting.txt', protections: inDays(9) }),
    opened: await world.share(anna, { name: 'opened.txt' }),
    expired: await world.share(anna, { name: 'Expired.txt', protections: inDays(1) }),
    destructed: await world.share(anna, {
      name: 'destructed.txt',
      to: '',
      protections: { visibility: 'public', destructSeconds: 60 },
    }),
    unshared: await world.share(anna, { name: 'unshared.txt', protections: inDays(2) }),
    binned: await world.share(anna, { name: 'binned.txt' }),
  }
  await world.noteOpened(guids.opened)
  await world.noteOpened(guids.destructed)
  world.now += 1000
  await world.shares.kill(anna, guids.unshared)
  await world.trash.put(anna, guids.binned)
  world.now += day
  return guids
}

test('each filter shows its own', async () => {
  await oneOfEach()
  const shown = {} as Record<ListFilter, string[]>
  for (const filter of listFilters) shown[filter] = await names({ filter })
  expect(shown).toEqual({
    all: ['unshared', 'destructed', 'Expired', 'opened', 'Waiting'],
    active: ['opened', 'Waiting'],
    expired: ['destructed', 'Expired'],
    unshared: ['unshared'],
    unopened: ['Waiting'],
  })
  for (const filter of listFilters) {
    const { total } = await world.shares.list(anna, { page: 1, pageSize: 1, filter })
    expect(total).toBe(shown[filter].length)
  }
})

test('looking changes nothing; the look of every ten minutes does, and each list is the same after it', async () => {
  await oneOfEach()
  const { kysely } = world.database
  const rows = () => kysely.selectFrom('share').selectAll().orderBy('guid').execute()
  const lists = async () => {
    const shown: Record<string, string[]> = {}
    for (const filter of listFilters)
      for (const sort of listSorts)
        for (const search of ['', 'txt'])
          for (const pageSize of [1, 200])
            shown[`${filter} ${sort} ${search} ${pageSize}`] = await names({ filter, sort, search, pageSize })
    return shown
  }
  const before = await rows()
  const shown = await lists()
  expect(await rows()).toEqual(before)
  const endings = new Endings(world)
  expect([await endings.sweep(), await endings.sweep()]).toEqual([2, 0])
  expect(
    (await rows())
      .filter((row) => row.listed_as === 2)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Expired.txt', 'destructed.txt'])
  expect(await lists()).toEqual(shown)
})

test('each order is its own', async () => {
  await oneOfEach()
  expect(await names({ sort: 'oldest' })).toEqual(['Waiting', 'opened', 'Expired', 'destructed', 'unshared'])
  expect(await names({ sort: 'name' })).toEqual(['destructed', 'Expired', 'opened', 'unshared', 'Waiting'])
  expect(await names({ sort: 'activity' })).toEqual([
    'unshared',
    'destructed',
    'opened',
    'Expired',
    'Waiting',
  ])
  expect(await names({ sort: 'end' })).toEqual(['destructed', 'Expired', 'unshared', 'Waiting', 'opened'])
})

test('a later end makes an expired share active again, without anyone saying so', async () => {
  const { expired } = await oneOfEach()
  expect(await names({ filter: 'active' })).not.toContain('Expired')
  await world.database.kysely
    .updateTable('share')
    .set({ expires_at: world.now + day })
    .where('guid', '=', expired)
    .execute()
  expect(await names({ filter: 'active' })).toContain('Expired')
  world.now += day
  expect(await names({ filter: 'expired' })).toContain('Expired')
})

test('pages forwards, backwards and by number are the list in parts, by every filter and order', async () => {
  // Many are equal in what they are ordered by.
  for (let at = 0; at < 7; at++) {
    await world.share(anna, { name: at % 2 ? 'same.txt' : 'other.txt' })
    if (at % 3) world.now -= 1000
  }
  for (const filter of listFilters) for (const sort of listSorts) await expectParts(filter, sort)
})

async function expectParts(filter: ListFilter, sort: ListSort): Promise<void> {
  const list = (range: Partial<ListRange>) =>
    world.shares.list(anna, { page: 1, pageSize: 2, filter, sort, ...range })
  const guidsOf = async (range: Partial<ListRange>) => (await list(range)).rows.map(({ guid }) => guid)
  const all = await guidsOf({ pageSize: 200 })
  expect(all).toHaveLength(filter === 'expired' || filter === 'unshared' ? 0 : 7)
  let beside: ListRange['beside'] = null
  for (let page = 1; page <= Math.ceil(all.length / 2); page++) {
    const { rows, hasMore } = await list({ page, beside })
    expect(rows.map(({ guid }) => guid)).toEqual(all.slice((page - 1) * 2, page * 2))
    expect(hasMore).toBe(page * 2 < all.length)
    expect(await guidsOf({ page })).toEqual(rows.map(({ guid }) => guid))
    if (page > 1) {
      const before = await list({ page: page - 1, beside: besideOf('before', rowKey(rows[0]!), sort) })
      expect(before.rows.map(({ guid }) => guid)).toEqual(all.slice((page - 2) * 2, (page - 1) * 2))
      expect(before.hasMore).toBe(true)
    }
    beside = besideOf('after', rowKey(rows.at(-1)!), sort)
  }
}

test('a search finds by the beginnings of words of the name and of the people, in any case and width', async () => {
  await world.share(anna, { name: 'Kaufvertrag Müller.txt', to: 'Rita Rossi <rita@example.net>' })
  await world.share(anna, { name: 'STRASSE 12.txt', to: 'bob@example.org' })
  await world.share(anna, { name: '契約書の草案.txt', to: 'bob@example.org' })
  const found = async (search: string) => (await names({ search })).toSorted()
  expect(await found('kauf MÜL')).toEqual(['Kaufvertrag Müller'])
  expect(await found('ross kauf')).toEqual(['Kaufvertrag Müller'])
  expect(await found('rita@exam')).toEqual(['Kaufvertrag Müller'])
  expect(await found('Straße')).toEqual(['STRASSE 12'])
  expect(await found('ｓｔｒａｓｓｅ')).toEqual(['STRASSE 12'])
  expect(await found('草案')).toEqual(['契約書の草案'])
  expect(await found('bob')).toEqual(['STRASSE 12', '契約書の草案'])
  for (const nothing of ['vertrag', 'rita bob', '%', '_', '*', "' or zzz --"])
    expect(await found(nothing)).toEqual([])
  expect(await found('  ')).toHaveLength(3)
  expect(await names({ search: 'bob', filter: 'unshared' })).toEqual([])
})

test('a search finds nothing of others', async () => {
  const bert = await addUser(world, 'bert@example.com')
  await world.share(bert, { name: 'secret.txt' })
  expect(await names({ search: 'secret' })).toEqual([])
  expect(await names()).toEqual([])
})

test('who changes a name or adds people says so, and the search follows', async () => {
  const guid = await world.share(anna, { name: 'draft.txt' })
  const { kysely } = world.database
  await world.database.transaction(async (tx) => {
    await tx.updateTable('share').set({ name: 'final.txt' }).where('guid', '=', guid).execute()
    await indexWords(tx, guid)
    await indexWords(tx, guid)
  })
  expect([await names({ search: 'draft' }), await names({ search: 'final' })]).toEqual([[], ['final']])
  const words = await kysely.selectFrom('share_word').select('word').orderBy('word').execute()
  expect(words.map(({ word }) => word)).toEqual(['example', 'final', 'net', 'rita', 'txt'])
})

test('shares of before there was a search are found as those that came later', async () => {
  await world.share(anna, { name: 'Kaufvertrag Müller.txt', to: 'Rita Rossi <rita@example.net>' })
  await world.share(anna, { name: '契約書の草案.txt', to: 'bob@example.org, rita@example.net' })
  const { kysely } = world.database
  const words = () =>
    kysely.selectFrom('share_word').selectAll().orderBy('share_guid').orderBy('word').execute()
  const before = await words()
  await kysely.deleteFrom('share_word').execute()
  await fillWords(kysely as unknown as Kysely<unknown>)
  expect(await words()).toEqual(before)
  expect(await names({ search: 'rita' })).toHaveLength(2)
})

test('a search that finds very many says that it did not look at all', async () => {
  const guid = await world.share(anna)
  const rows = Array.from({ length: maxFound + 1 }, (_, at) => ({
    owner_guid: anna.guid,
    word: `many${at}`,
    share_guid: guid,
  }))
  await world.database.kysely.insertInto('share_word').values(rows).execute()
  const list = (search: string) => world.shares.list(anna, { page: 1, pageSize: 9, search })
  expect((await list('many')).isCut).toBe(true)
  expect(await list('many12')).toMatchObject({ isCut: false, total: 1 })
  // The rarest word leads, so a frequent one beside it loses nothing.
  expect(await list('many plan')).toMatchObject({ isCut: false, total: 1 })
})

test('rows name the first three people, and count all', async () => {
  const to = 'Dan Dee <dan@example.com>, carol@example.com, bob@example.com, eve@example.com'
  const guid = await world.share(anna, { to })
  await world.database.kysely
    .updateTable('recipient')
    .set({ revoked_at: 1 })
    .where('share_guid', '=', guid)
    .where('email', '=', 'bob@example.com')
    .execute()
  const { rows } = await world.shares.list(anna, { page: 1, pageSize: 9 })
  expect(rows[0]!.people).toEqual(['carol@example.com', 'Dan Dee', 'eve@example.com'])
  expect(Number(rows[0]!.recipient_count)).toBe(3)
})

// @module-tag engines
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { rightsInTree, type RuleCode } from '#server/rules/room-rights.ts'
import { ListingWorld } from './listing-world.ts'
import { loadRoom, type RoomFound } from './room-found.ts'
import { mostHits } from './room-search.ts'

let world: ListingWorld

beforeEach(async () => {
  world = await ListingWorld.open()
  onTestFinished(() => world.close())
})

const files = (count: number, name = 'paper') =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${String(at + 1).padStart(3, '0')}.pdf` }))

test('450 files over three pages, some hidden: the numbers have no gap, and the total is what is seen', async () => {
  const mia = await world.member('mia@example.net')
  const guids = await world.add(world.room, files(450))
  const hidden = guids.filter((_, at) => at % 10 === 3)
  for (const guid of hidden) await world.rule(mia.guid, guid, -1)
  const seen = []
  for (const page of [1, 2, 3]) {
    const { rows, total } = await world.list(mia.identity, world.room, { page })
    expect(total).toBe(405)
    seen.push(...rows)
  }
  expect(seen.map(({ place }) => place)).toEqual(Array.from({ length: 405 }, (_, at) => at + 1))
  expect(seen.map(({ guid }) => guid)).toEqual(guids.filter((guid) => !hidden.includes(guid)))
  expect((await world.list(mia.identity, world.room, { page: 4 })).rows).toEqual([])
})

test('another order keeps the numbers', async () => {
  const mia = await world.member('mia@example.net')
  const added = [{ name: 'b.pdf', at: 5 }, { name: 'hidden.pdf' }, { name: 'a.pdf', at: 9 }]
  const [, hidden] = await world.add(world.room, added)
  await world.rule(mia.guid, hidden!, -1)
  const numbered = async (sort: 'order' | 'name' | 'newest' | 'largest' | 'type') =>
    (await world.list(mia.identity, world.room, { sort })).rows.map(({ name, place }) => `${place} ${name}`)
  expect(await numbered('order')).toEqual(['1 b.pdf', '2 a.pdf'])
  for (const sort of ['name', 'newest', 'largest', 'type'] as const) {
    expect(await numbered(sort)).toEqual(['2 a.pdf', '1 b.pdf'])
  }
})

test('who is let into one deep folder sees the way to it and nothing beside it', async () => {
  const ada = await world.member('ada@example.net')
  const legal = await world.folder(world.room, 'Legal')
  const beside = await world.folder(world.room, 'Finance')
  const leases = await world.folder(legal, 'Leases')
  await world.file(legal, 'secret.pdf')
  const lease = await world.file(leases, 'lease.pdf')
  await world.rule(ada.guid, world.room, 0)
  await world.rule(ada.guid, leases, 1)
  expect(await world.names(ada.identity, world.room)).toEqual(['Legal'])
  expect(await world.names(ada.identity, legal)).toEqual(['Leases'])
  const { rows, places } = await world.list(ada.identity, leases)
  expect([rows.map(({ guid, place }) => [guid, place]), places]).toEqual([[[lease, 1]], [1, 1]])
  await expect(world.list(ada.identity, beside)).rejects.toMatchObject({ problem: 'notRecipient' })
  expect(await world.finds(ada.identity, 'pdf')).toEqual(['lease.pdf'])
})

test('a closed folder is there for those to whom it was granted', async () => {
  const [mia, ada] = [await world.member('mia@example.net'), await world.member('ada@example.net')]
  const closed = await world.folder(world.room, 'Closed', true)
  await world.folder(world.room, 'Open')
  await world.file(closed, 'draft.pdf')
  await world.rule(ada.guid, closed, 1)
  expect(await world.names(mia.identity, world.room)).toEqual(['Open'])
  expect(await world.names(ada.identity, world.room)).toEqual(['Closed', 'Open'])
  expect((await world.list(mia.identity, world.room)).rows[0]!.place).toBe(1)
  expect([await world.finds(mia.identity, 'draft'), await world.finds(ada.identity, 'draft')]).toEqual([
    [],
    ['draft.pdf'],
  ])
})

test('the hidden, the binned, the foreign and the made-up guid are answered alike', async () => {
  const mia = await world.member('mia@example.net')
  const hidden = await world.folder(world.room, 'Hidden')
  const inHidden = await world.folder(hidden, 'Deep')
  const binned = await world.folder(world.room, 'Gone')
  const inBinned = await world.folder(binned, 'Deep')
  await world.rule(mia.guid, hidden, -1)
  await world.bin(binned)
  const other = await ListingWorld.open()
  onTestFinished(() => other.close())
  for (const guid of [hidden, inHidden, binned, inBinned, 'f'.repeat(32), 'no guid', '']) {
    await expect(world.listing.place(mia.identity, guid)).rejects.toMatchObject({ problem: 'notRecipient' })
  }
  const stranger: Identity = { user: null, readerEmail: null, browserId: 'x' }
  for (const guid of [world.room, hidden, 'f'.repeat(32)]) {
    await expect(world.listing.place(stranger, guid)).rejects.toMatchObject({ problem: 'identityNeeded' })
  }
  const outsider = { ...stranger, readerEmail: 'out@example.net' }
  for (const guid of [world.room, hidden, 'f'.repeat(32)]) {
    await expect(world.listing.place(outsider, guid)).rejects.toMatchObject({ problem: 'notRecipient' })
  }
})

test.each([
  ['removed', { removed_at: 5 }, 'notRecipient'],
  ['suspended', { suspended_at: 5 }, 'notRecipient'],
  ['whose time has not begun', { starts_at: Date.parse('2027-04-01') }, 'roomNotYet'],
  ['whose time is over', { expires_at: Date.parse('2027-02-01') }, 'roomExpired'],
])('a member %s sees no folder', async (_who, change, problem) => {
  const mia = await world.member('mia@example.net')
  const folder = await world.folder(world.room, 'Legal')
  await world.database.kysely.updateTable('member').set(change).where('guid', '=', mia.guid).execute()
  for (const guid of [world.room, folder]) {
    await expect(world.listing.place(mia.identity, guid)).rejects.toMatchObject({ problem })
  }
})

test('what is new is what others brought since the last visit', async () => {
  const mia = await world.member('mia@example.net', 4)
  const mine = { name: 'mine.pdf', at: 20, addedBy: 'Mia@example.net' }
  await world.add(world.room, [{ name: 'old.pdf', at: 5 }, { name: 'new.pdf', at: 20 }, mine])
  const news = { since: 10, email: 'mia@example.net' }
  const { rows, total } = await world.list(mia.identity, world.room, { news })
  expect([rows.map(({ name, place }) => [name, place]), total]).toEqual([[['new.pdf', 2]], 1])
})

test('folders say how much is in them, and what is below, as far as it is seen', async () => {
  const mia = await world.member('mia@example.net')
  const legal = await world.folder(world.room, 'Legal')
  const deep = await world.folder(legal, 'Deep')
  await world.folder(world.room, 'Empty')
  await world.add(deep, files(3))
  const [hidden] = await world.add(legal, files(130))
  await world.rule(mia.guid, hidden!, -1)
  const { rows } = await world.list(mia.identity, world.room)
  expect(rows.map(({ name, inside }) => [name, inside])).toEqual([
    ['Legal', 100],
    ['Empty', 0],
  ])
  const weights = await world.listing.weights(await world.listing.place(mia.identity, world.room))
  expect([weights.get(legal), weights.get(world.room)]).toEqual([
    { files: 132, bytes: 132_000 },
    { files: 132, bytes: 132_000 },
  ])
  await world.rule(mia.guid, deep, -1)
  const less = await world.listing.weights(await world.listing.place(mia.identity, world.room))
  expect(less.get(world.room)).toEqual({ files: 129, bytes: 129_000 })
})

test('a search finds by the beginnings of words, with the way to each, and of the hidden not even that there is more', async () => {
  const mia = await world.member('mia@example.net')
  const legal = await world.folder(world.room, 'Legal')
  await world.file(legal, 'Lease agreement.pdf')
  expect(await world.finds(mia.identity, 'AGREE lea')).toEqual(['Lease agreement.pdf'])
  for (const nothing of ['greement', '%', "' or 1=1 --"])
    expect(await world.finds(mia.identity, nothing)).toEqual([])
  const guids = await world.add(legal, files(mostHits + 5))
  for (const guid of guids.slice(0, 5)) await world.rule(mia.guid, guid, -1)
  const { room } = await world.listing.place(mia.identity, world.room)
  const query = { kind: null, since: null, news: null }
  const found = await world.search.find(room, { ...query, words: 'paper' })
  expect([found.hits.length, found.hasMore]).toEqual([mostHits, false])
  expect(found.hits[0]!.above.map(({ guid }) => guid)).toEqual([world.room, legal])
  await world.file(legal, 'paper one more.pdf')
  expect((await world.search.find(room, { ...query, words: 'paper' })).hasMore).toBe(true)
  const folders = await world.search.find(room, { ...query, words: '', kind: 'folder' })
  expect(folders.hits.map(({ name }) => name)).toEqual(['Legal'])
  const images = await world.search.find(room, { ...query, words: 'paper', kind: 'image' })
  expect(images).toEqual({ hits: [], hasMore: false })
  expect((await world.search.find(room, { ...query, words: '', since: 5 })).hits).toEqual([])
})

test('lists, counts and search say of each tree what the model of rights says', async () => {
  const mia = await world.member('mia@example.net')
  const random = numbersFrom(7)
  const tree = [{ guid: world.room, parentGuid: null as string | null, isFolder: true, isClosed: false }]
  for (let at = 0; at < 60; at++) {
    const folders = tree.filter(({ isFolder }) => isFolder)
    const parentGuid = folders[random(folders.length)]!.guid
    const isFolder = random(3) > 0
    const isClosed = isFolder && random(4) === 0
    const [guid] = await world.add(parentGuid, [{ name: `word ${at}`, isFolder, isClosed }])
    tree.push({ guid: guid!, parentGuid, isFolder, isClosed })
  }
  for (let round = 0; round < 8; round++) {
    await world.database.kysely.deleteFrom('room_rule').execute()
    for (const { guid } of tree) {
      if (random(4) === 0) await world.rule(mia.guid, guid, (random(5) - 1) as RuleCode)
    }
    await expectModel(mia.identity, tree)
  }
})

async function expectModel(identity: Identity, tree: Parameters<typeof rightsInTree>[1]): Promise<void> {
  const guids = tree.map(({ guid }) => guid)
  const room = await loadRoom(world.database.kysely, identity, world.room, world.now)
  const rights = rightsInTree(room!.grants, tree)
  for (const folder of tree.filter(({ isFolder }) => isFolder)) {
    const isThere = rights.has(folder.guid) || (folder.guid === world.room && !isAllHidden(room!))
    const list = await world.list(identity, folder.guid).catch(() => null)
    expect(list !== null).toBe(isThere)
    if (!list) continue
    const inside = tree.filter(({ parentGuid, guid }) => parentGuid === folder.guid && rights.has(guid))
    expect(list.rows.map(({ guid }) => guid)).toEqual(inside.map(({ guid }) => guid))
    expect(list.total).toBe(inside.length)
    for (const row of list.rows.filter(({ kind }) => kind === 'folder')) {
      const within = tree.filter(({ parentGuid, guid }) => parentGuid === row.guid && rights.has(guid))
      expect(row.inside).toBe(within.length)
    }
  }
  const found = await world.search.find(room!, { words: 'word', kind: null, since: null, news: null })
  const seen = guids.filter((guid) => rights.has(guid) && guid !== world.room)
  expect(found.hits.map(({ guid }) => guid).toSorted()).toEqual(seen.toSorted())
}

function isAllHidden({ rules }: RoomFound): boolean {
  return rules.some(({ itemGuid, code }) => itemGuid === world.room && code === -1)
}

/** The same numbers in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

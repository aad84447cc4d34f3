// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { Identity } from '#server/accounts/identity.ts'
import { rightsInTree, type RuleCode } from '#server/rules/rooms/room-rights.ts'
import { addFile } from '#tests/support/unit/files.ts'
import { addMember, addRule } from '#tests/support/unit/members.ts'
import { addItem, addRoom } from '#tests/support/unit/rooms.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { budget } from '#tests/support/world/budget.ts'
import { isOnPostgres } from '#tests/support/world/database.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import type { FolderRange } from '#server/rooms/tree/folder-page.ts'
import { RoomListing } from './listing.ts'
import { loadRoom, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { maxHits, RoomSearch } from './room-search.ts'

let world: World
let listing: RoomListing
let search: RoomSearch
let room: string
/** What all files of the room show. */
let paper: string

beforeEach(async () => {
  world = await openWorld()
  listing = new RoomListing(world)
  search = new RoomSearch(world)
  const owner = await addUser(world)
  room = await addRoom(world, owner)
  paper = await addFile(world, owner, { name: 'paper.pdf', size: 1000 })
})

type NewItem = { name: string; isFolder?: boolean; isClosed?: boolean; addedBy?: string; now?: number }

/** Adds items after what is in a folder, and answers their guids. */
async function add(parentGuid: string, items: readonly NewItem[]): Promise<string[]> {
  const guids: string[] = []
  for (const { isFolder = false, ...item } of items)
    guids.push(
      await addItem(world, { roomGuid: room, parentGuid, fileGuid: isFolder ? null : paper, ...item }),
    )
  return guids
}

async function folder(parentGuid: string, name: string, isClosed = false): Promise<string> {
  return addItem(world, { roomGuid: room, parentGuid, name, isClosed })
}

async function file(parentGuid: string, name: string): Promise<string> {
  return addItem(world, { roomGuid: room, parentGuid, name, fileGuid: paper })
}

const wholeFolder: FolderRange = { page: 1, pageSize: 200, sort: 'order', news: null, countTo: 10_000 }

/** What someone sees of a folder; throws what the page of the folder throws. */
async function list(identity: Identity, folderGuid: string, range: Partial<FolderRange> = {}) {
  const place = await listing.place(identity, folderGuid)
  return listing.list(place, { ...wholeFolder, ...range })
}

async function namesIn(identity: Identity, folderGuid: string): Promise<string[]> {
  return (await list(identity, folderGuid)).rows.map(({ name }) => name)
}

/** The names that someone finds with a search. */
async function finds(identity: Identity, words: string): Promise<string[]> {
  const { room: found } = await listing.place(identity, room)
  const { hits } = await search.find(found, { words, kind: null, since: null, news: null })
  return hits.map(({ name }) => name)
}

const files = (count: number, name = 'paper') =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${String(at + 1).padStart(3, '0')}.pdf` }))

test('450 files over three pages, some hidden: the numbers have no gap, and the total is what is seen', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const guids = await add(room, files(450))
  const hidden = guids.filter((_, at) => at % 10 === 3)
  for (const guid of hidden) await addRule(world, mia, guid, -1)
  const seen = []
  for (const page of [1, 2, 3]) {
    const { rows, total } = await list(mia, room, { page })
    expect(total).toBe(405)
    seen.push(...rows)
  }
  expect(seen.map(({ place }) => place)).toEqual(Array.from({ length: 405 }, (_, at) => at + 1))
  expect(seen.map(({ guid }) => guid)).toEqual(guids.filter((guid) => !hidden.includes(guid)))
  expect((await list(mia, room, { page: 4 })).rows).toEqual([])
})

test('another order keeps the numbers', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const added = [{ name: 'b.pdf', now: 5 }, { name: 'hidden.pdf' }, { name: 'a.pdf', now: 9 }]
  const [, hidden] = await add(room, added)
  await addRule(world, mia, hidden!, -1)
  const numbered = async (sort: 'order' | 'name' | 'newest' | 'largest' | 'type') =>
    (await list(mia, room, { sort })).rows.map(({ name, place }) => `${place} ${name}`)
  expect(await numbered('order')).toEqual(['1 b.pdf', '2 a.pdf'])
  for (const sort of ['name', 'newest', 'largest', 'type'] as const) {
    expect(await numbered(sort)).toEqual(['2 a.pdf', '1 b.pdf'])
  }
})

test('by size the largest comes first, folders last', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const owner = await addUser(world, 'olivia@example.org')
  for (const [name, size] of [
    ['small.pdf', 10],
    ['large.pdf', 3000],
    ['middle.pdf', 200],
  ] as const) {
    await addItem(world, {
      roomGuid: room,
      parentGuid: room,
      name,
      fileGuid: await addFile(world, owner, { size }),
    })
  }
  await folder(room, 'Legal')
  const { rows } = await list(mia, room, { sort: 'largest' })
  expect(rows.map(({ name }) => name)).toEqual(['large.pdf', 'middle.pdf', 'small.pdf', 'Legal'])
})

test('who is let into one deep folder sees the way to it and nothing beside it', async () => {
  const ada = await addMember(world, room, 'ada@example.net')
  const legal = await folder(room, 'Legal')
  const beside = await folder(room, 'Finance')
  const leases = await folder(legal, 'Leases')
  await file(legal, 'secret.pdf')
  const lease = await file(leases, 'lease.pdf')
  await addRule(world, ada, room, 0)
  await addRule(world, ada, leases, 1)
  expect(await namesIn(ada, room)).toEqual(['Legal'])
  expect(await namesIn(ada, legal)).toEqual(['Leases'])
  const { rows, places } = await list(ada, leases)
  expect([rows.map(({ guid, place }) => [guid, place]), places]).toEqual([[[lease, 1]], [1, 1]])
  await expect(list(ada, beside)).rejects.toMatchObject({ problem: 'notRecipient' })
  expect(await finds(ada, 'pdf')).toEqual(['lease.pdf'])
})

test('a closed folder is there for those to whom it was granted', async () => {
  const [mia, ada] = [
    await addMember(world, room, 'mia@example.net'),
    await addMember(world, room, 'ada@example.net'),
  ]
  const closed = await folder(room, 'Closed', true)
  await folder(room, 'Open')
  await file(closed, 'draft.pdf')
  await addRule(world, ada, closed, 1)
  expect(await namesIn(mia, room)).toEqual(['Open'])
  expect(await namesIn(ada, room)).toEqual(['Closed', 'Open'])
  expect((await list(mia, room)).rows[0]!.place).toBe(1)
  expect([await finds(mia, 'draft'), await finds(ada, 'draft')]).toEqual([[], ['draft.pdf']])
})

test('the hidden, the binned, the foreign and the made-up guid are answered alike', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const hidden = await folder(room, 'Hidden')
  const inHidden = await folder(hidden, 'Deep')
  const binned = await folder(room, 'Gone')
  const inTrashed = await folder(binned, 'Deep')
  await addRule(world, mia, hidden, -1)
  await world.database.kysely.updateTable('item').set({ binned_at: 1 }).where('guid', '=', binned).execute()
  const foreign = await addRoom(world, await addUser(world, 'bert@example.com'))
  for (const guid of [hidden, inHidden, binned, inTrashed, foreign, 'f'.repeat(32), 'no guid', '']) {
    await expect(listing.place(mia, guid)).rejects.toMatchObject({ problem: 'notRecipient' })
  }
  const stranger: Identity = { user: null, readerEmail: null, browserId: 'x' }
  for (const guid of [room, hidden, 'f'.repeat(32)]) {
    await expect(listing.place(stranger, guid)).rejects.toMatchObject({ problem: 'identityNeeded' })
  }
  const outsider = { ...stranger, readerEmail: 'out@example.net' }
  for (const guid of [room, hidden, 'f'.repeat(32)]) {
    await expect(listing.place(outsider, guid)).rejects.toMatchObject({ problem: 'notRecipient' })
  }
})

test.each([
  ['removed', { removed_at: 5 }, 'notRecipient'],
  ['suspended', { suspended_at: 5 }, 'notRecipient'],
  ['whose time has not begun', { starts_at: Date.parse('2027-04-01') }, 'roomNotYet'],
  ['whose time is over', { expires_at: Date.parse('2027-02-01') }, 'roomExpired'],
])('a member %s sees no folder', async (_who, change, problem) => {
  const mia = await addMember(world, room, 'mia@example.net')
  const legal = await folder(room, 'Legal')
  await world.database.kysely.updateTable('member').set(change).where('guid', '=', mia.memberGuid).execute()
  for (const guid of [room, legal]) {
    await expect(listing.place(mia, guid)).rejects.toMatchObject({ problem })
  }
})

test('what is new is what others brought since the last visit', async () => {
  const mia = await addMember(world, room, 'mia@example.net', 4)
  const mine = { name: 'mine.pdf', now: 20, addedBy: 'Mia@example.net' }
  await add(room, [{ name: 'old.pdf', now: 5 }, { name: 'new.pdf', now: 20 }, mine])
  const news = { since: 10, email: 'mia@example.net' }
  const { rows, total } = await list(mia, room, { news })
  expect([rows.map(({ name, place }) => [name, place]), total]).toEqual([[['new.pdf', 2]], 1])
})

test('folders say how much is in them, and what is below, as far as it is seen', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const legal = await folder(room, 'Legal')
  const deep = await folder(legal, 'Deep')
  await folder(room, 'Empty')
  await add(deep, files(3))
  const [hidden] = await add(legal, files(130))
  await addRule(world, mia, hidden!, -1)
  const { rows } = await list(mia, room)
  expect(rows.map(({ name, inside }) => [name, inside])).toEqual([
    ['Legal', 100],
    ['Empty', 0],
  ])
  const weights = await listing.weights(await listing.place(mia, room))
  expect([weights.get(legal), weights.get(room)]).toEqual([
    { files: 132, bytes: 132_000 },
    { files: 132, bytes: 132_000 },
  ])
  await addRule(world, mia, deep, -1)
  const less = await listing.weights(await listing.place(mia, room))
  expect(less.get(room)).toEqual({ files: 129, bytes: 129_000 })
})

test('a search finds by the beginnings of words, with the way to each, and of the hidden not even that there is more', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const legal = await folder(room, 'Legal')
  await file(legal, 'Lease agreement.pdf')
  expect(await finds(mia, 'AGREE lea')).toEqual(['Lease agreement.pdf'])
  for (const nothing of ['greement', '%', "' or 1=1 --"]) expect(await finds(mia, nothing)).toEqual([])
  const guids = await add(legal, files(maxHits + 5))
  for (const guid of guids.slice(0, 5)) await addRule(world, mia, guid, -1)
  const place = await listing.place(mia, room)
  const query = { kind: null, since: null, news: null }
  const found = await search.find(place.room, { ...query, words: 'paper' })
  expect([found.hits.length, found.hasMore]).toEqual([maxHits, false])
  expect(found.hits[0]!.above.map(({ guid }) => guid)).toEqual([room, legal])
  await file(legal, 'paper one more.pdf')
  expect((await search.find(place.room, { ...query, words: 'paper' })).hasMore).toBe(true)
  const folders = await search.find(place.room, { ...query, words: '', kind: 'folder' })
  expect(folders.hits.map(({ name }) => name)).toEqual(['Legal'])
  const images = await search.find(place.room, { ...query, words: 'paper', kind: 'image' })
  expect(images).toEqual({ hits: [], hasMore: false })
  expect((await search.find(place.room, { ...query, words: '', since: world.now })).hits).toEqual([])
})

test('lists, counts and search say of each tree what the model of permissions says', async () => {
  const mia = await addMember(world, room, 'mia@example.net')
  const random = numbersFrom(7)
  const tree = [{ guid: room, parentGuid: null as string | null, isFolder: true, isClosed: false }]
  for (let at = 0; at < 60; at++) {
    const folders = tree.filter(({ isFolder }) => isFolder)
    const parentGuid = folders[random(folders.length)]!.guid
    const isFolder = random(3) > 0
    const isClosed = isFolder && random(4) === 0
    const [guid] = await add(parentGuid, [{ name: `word ${at}`, isFolder, isClosed }])
    tree.push({ guid: guid!, parentGuid, isFolder, isClosed })
  }
  // The model is the same on both engines; what a query answers on the other one shows in a few rounds.
  const rounds = budget({ some: isOnPostgres ? 3 : 8, all: 8 })
  for (let round = 0; round < rounds; round++) {
    await world.database.kysely.deleteFrom('room_rule').execute()
    for (const { guid } of tree) {
      if (random(4) === 0) await addRule(world, mia, guid, (random(5) - 1) as RuleCode)
    }
    await expectModel(mia, tree)
  }
})

async function expectModel(identity: Identity, tree: Parameters<typeof rightsInTree>[1]): Promise<void> {
  const guids = tree.map(({ guid }) => guid)
  const loaded = await loadRoom(world.database.kysely, identity, room, world.now)
  const rights = rightsInTree(loaded!.grants, tree)
  for (const above of tree.filter(({ isFolder }) => isFolder)) {
    const isThere = rights.has(above.guid) || (above.guid === room && !isAllHidden(loaded!))
    const listed = await list(identity, above.guid).catch(() => null)
    expect(listed !== null).toBe(isThere)
    if (!listed) continue
    const inside = tree.filter(({ parentGuid, guid }) => parentGuid === above.guid && rights.has(guid))
    const branches = await listing.tree(await listing.place(identity, above.guid))
    const below = inside.flatMap(({ guid, isFolder }, at) => (isFolder ? [{ guid, place: at + 1 }] : []))
    expect((branches.get(above.guid) ?? []).map(({ guid, place }) => ({ guid, place }))).toEqual(below)
    const shown = [...branches.values()].flat().map(({ guid }) => guid)
    expect(shown.filter((guid) => !rights.has(guid))).toEqual([])
    expect(listed.rows.map(({ guid }) => guid)).toEqual(inside.map(({ guid }) => guid))
    expect(listed.total).toBe(inside.length)
    for (const row of listed.rows.filter(({ kind }) => kind === 'folder')) {
      const within = tree.filter(({ parentGuid, guid }) => parentGuid === row.guid && rights.has(guid))
      expect(row.inside).toBe(within.length)
    }
  }
  const found = await search.find(loaded!, { words: 'word', kind: null, since: null, news: null })
  const seen = guids.filter((guid) => rights.has(guid) && guid !== room)
  expect(found.hits.map(({ guid }) => guid).toSorted()).toEqual(seen.toSorted())
}

function isAllHidden({ rules }: RoomAccess): boolean {
  return rules.some(({ itemGuid, code }) => itemGuid === room && code === -1)
}

/** The same numbers in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

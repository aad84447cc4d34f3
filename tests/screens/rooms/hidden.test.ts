import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { newGuid } from '#server/db/guid.ts'
import { Program } from '#tests/api/program.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { isOnPostgres } from '#tests/support/world/database.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import '#tests/support/world/console.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { enterRoomAs, makeRoom, makeTeamMates } from '#tests/support/world/rooms.ts'
import {
  enterByCalls,
  learnsNothingByCalls,
  seesItsListsByCalls,
  seesNothingByCalls,
} from './hidden-calls.ts'
import { randomRooms, writeRandomRoom, type RandomRoom } from './random-room.ts'
import {
  comesIn,
  itemsSeen,
  mayDownload,
  mayRead,
  upwards,
  type ModelItem,
  type ModelPerson,
  type ModelRoom,
} from './room-model.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

const emails = ['mia@example.net', 'noah@example.net', 'zoe@example.net'] as const
const drawsPerRoom = 60

const {
  app,
  operator: owner,
  people: [mia, noah, zoe, outsider],
} = await makeWorld({ people: [...emails, 'otto@example.net'] })
await makeTeamMates(app, operatorEmail, [...emails])
/** The owner first, then who may be in a room. */
const browsers = [owner, mia, noah, zoe]
/** The same people as programs, the outsider behind them. */
const programs: Program[] = []
for (const email of [operatorEmail, ...emails, 'otto@example.net'])
  programs.push(await new Program(app).enter(email, { isRemembered: true }))
const stranger = app.browser()
const made = await makeRoom(app, { name: 'Samples', tree: { 'sample.pdf': 'one page' } })
const { file_guid: guid } = await app.strongroom.services.database.kysely
  .selectFrom('item')
  .select('file_guid')
  .where('guid', '=', made.items['sample.pdf']!)
  .executeTakeFirstOrThrow()
const sample = { guid: guid! }

// The second engine asks the same rules: there a part of the rooms is enough.
const randomRoomsWalked = budget({ some: 8, all: isOnPostgres ? 40 : 200 })

test(`in ${randomRoomsWalked} random rooms everyone sees at every address what a model of the permissions says, and nothing else`, async () => {
  const draws = fc.array(fc.nat(), { minLength: drawsPerRoom, maxLength: drawsPerRoom })
  let walked = 0
  const property = fc.asyncProperty(randomRooms(emails.length), draws, async (random, numbers) => {
    await walk(random, chooser(numbers))
    walked++
  })
  await fc.assert(property, { numRuns: randomRoomsWalked, endOnFailure: true, seed })
  expect(walked).toBe(randomRoomsWalked)
})

async function walk(random: RandomRoom, choose: Choose): Promise<void> {
  const room = await writeRandomRoom(app, random, { ownerEmail: operatorEmail, emails, sample })
  for (const [at, person] of room.people.entries()) {
    const browser = browsers[at]!
    const program = programs[at]!
    if (!comesIn(person)) {
      await seesNothing(room, browser, choose)
      await findsNothingElsewhere(room, [], browser)
      await seesNothingByCalls(room, program, choose.some(room.items, 2))
      continue
    }
    if (person.role !== 0 && person.role !== 5) await enterRoomAs(app, browser, room.guid)
    await seesItsList(room, person, browser)
    await findsByName(room, person, browser)
    await findsNothingElsewhere(room, itemsSeen(room, person), browser)
    await readsItsFiles(room, person, browser, choose)
    await learnsNothingHidden(room, person, browser, choose)
    await enterByCalls(room, program)
    await seesItsListsByCalls(room, person, program)
    await learnsNothingByCalls(room, person, program, choose.some(room.items, 2))
  }
  await seesNothingByCalls(room, programs.at(-1)!, choose.some(room.items, 2))
  for (const browser of [outsider, stranger]) await seesNothing(room, browser, choose)
}

/** Every folder's page names what is in it for this person, and nothing that is not. */
async function seesItsList(room: ModelRoom, person: ModelPerson, browser: Browser): Promise<void> {
  const seen = itemsSeen(room, person)
  for (const folder of seen.filter(({ isFolder }) => isFolder)) {
    const html = await textAt(browser, pageOf(room, folder))
    const inside = seen.filter(({ parent }) => parent === folder)
    for (const { name } of inside) expect(html, `${person.email} in ${folder.name}`).toContain(name)
    expectNothingElse(room, seen, html, pageOf(room, folder))
  }
}

async function findsByName(room: ModelRoom, person: ModelPerson, browser: Browser): Promise<void> {
  const seen = itemsSeen(room, person)
  for (const word of ['paper', 'folder']) {
    const address = `/rooms/${room.guid}/search?q=${word}`
    const html = await textAt(browser, address)
    for (const { name } of seen.filter((item) => item.parent !== null && item.name.startsWith(word))) {
      expect(html, `${person.email} searches for ${word}`).toContain(name)
    }
    expectNothingElse(room, seen, html, address)
  }
}

/** The search over all rooms lists some of what a person sees; what they do not see is never among it. */
async function findsNothingElsewhere(room: ModelRoom, seen: ModelItem[], browser: Browser): Promise<void> {
  for (const { name } of room.items.filter(({ parent }) => parent !== null)) {
    const address = `/search?q=${encodeURIComponent(name)}`
    const html = await textAt(browser, address)
    const links = room.items.filter(({ guid }) => html.includes(guid)).map(({ guid }) => guid)
    const allowed = seen.map(({ guid }) => guid)
    expect([address, links.filter((guid) => !allowed.includes(guid))]).toEqual([address, []])
    if (seen.some((item) => item.name === name)) expect([address, links.length > 0]).toEqual([address, true])
  }
}

async function readsItsFiles(
  room: ModelRoom,
  person: ModelPerson,
  browser: Browser,
  choose: Choose,
): Promise<void> {
  const files = room.items.filter(({ isFolder }) => !isFolder)
  for (const file of choose.some(files, 3)) {
    const [pages, download] = [`/view/${file.guid}/pages`, `/view/${file.guid}/download`]
    const isOwners = person.role === 0 || person.role === 5
    expect([person.email, pages, await statusAt(browser, pages)]).toEqual([
      person.email,
      pages,
      mayRead(room, person, file) ? 200 : expect.not.toBeOneOf([200, 500]),
    ])
    expect([person.email, download, await statusAt(browser, download)]).toEqual([
      person.email,
      download,
      mayDownload(room, person, file) || (isOwners && mayRead(room, person, file))
        ? 200
        : expect.not.toBeOneOf([200, 500]),
    ])
  }
}

/** What is hidden is as if it were not there, at whatever address; and no other page speaks of it. */
async function learnsNothingHidden(
  room: ModelRoom,
  person: ModelPerson,
  browser: Browser,
  choose: Choose,
): Promise<void> {
  const seen = itemsSeen(room, person)
  const hidden = room.items.filter(
    (item) => !seen.includes(item) && !upwards(item).some((up) => up.isInTrash),
  )
  for (const item of choose.some(hidden, 2)) {
    for (const path of choose.some(itemPaths, 3)) {
      const [ofHidden, ofNothing] = [item.guid, newGuid()].map((guid) => filled(path, room, person, guid))
      const [one, other] = [await answerAt(browser, ofHidden!), await answerAt(browser, ofNothing!)]
      expect(one, `${person.email} at ${ofHidden}`).toEqual(other)
    }
  }
  // Who manages the room sees its trash, too.
  const known = person.role === 0 || person.role === 5 ? room.items : seen
  for (const path of choose.some(allPaths, 3)) {
    const item = choose.one(seen)
    const address = filled(path, room, person, item.guid)
    expectNothingElse(room, known, await bodyAt(browser, address), address)
  }
}

/** Who does not come in learns no name, and of a room that is there the same as of one that is not. */
async function seesNothing(room: ModelRoom, browser: Browser, choose: Choose): Promise<void> {
  const nobody: ModelPerson = {
    guid: newGuid(),
    email: '',
    role: null,
    group: null,
    rules: new Map(),
    state: 'in',
  }
  for (const path of choose.some(allPaths, 4)) {
    const address = filled(path, room, nobody, choose.one(room.items).guid)
    const body = await bodyAt(browser, address)
    for (const { name } of room.items.slice(1)) expect(body, address).not.toContain(name)
    if (browser === outsider || browser === stranger) expect(body, address).not.toContain(room.items[0]!.name)
  }
}

function expectNothingElse(room: ModelRoom, seen: ModelItem[], body: string, address: string): void {
  const shown = room.items
    .filter((item) => !seen.includes(item))
    .filter(({ name, guid }) => body.includes(name) || (!address.includes(guid) && body.includes(guid)))
  expect([address, shown.map(({ name }) => name)]).toEqual([address, []])
}

const paths = everyRoute
  .map(({ id, path }) => ({ name: id, path }))
  .filter(({ name }) => !['public.unknown', 'reading.entryEmail', 'rooms.entryEmail'].includes(name))
/** Every address that may name an item of a room. */
const itemPaths = paths.filter(({ path }) => /:(ShareGuid|ParentGuid|RootGuid)/.test(path))
/** Those, and every one that may name a room. */
const allPaths = paths.filter(({ path }) => /:(ShareGuid|ParentGuid|RootGuid|RoomGuid)/.test(path))

function filled(
  { name, path }: { name: string; path: string },
  room: ModelRoom,
  { guid: member }: ModelPerson,
  item: string,
): string {
  const group = room.people.find((person) => person.group)?.group?.guid ?? member
  return path
    .replace(':RoomGuid', room.guid)
    .replace(':ShareGuid', item)
    .replace(':ParentGuid', name.startsWith('rooms.read') ? room.guid : item)
    .replace(':RootGuid', item)
    .replace(/:(Member|Holder|Recipient)/, member)
    .replace(':Group', group)
    .replace(':Page', '1')
    .replace(/:\w+/g, '1')
}

function pageOf(room: ModelRoom, folder: ModelItem): string {
  return `/${room.version === 1 ? 'd' : 'dr'}/${folder.guid}`
}

async function textAt(browser: Browser, address: string): Promise<string> {
  const response = await browser.fetch(address)
  const text = await response.text()
  expect([address, response.status]).toEqual([address, 200])
  return text
}

async function bodyAt(browser: Browser, address: string): Promise<string> {
  const response = await browser.fetch(address)
  expect([address, response.status]).toEqual([address, expect.not.toBeOneOf([500, 503])])
  return response.text()
}

async function statusAt(browser: Browser, address: string): Promise<number> {
  const response = await browser.fetch(address)
  await response.body?.cancel()
  return response.status
}

/** An answer without what differs on every one. */
async function answerAt(browser: Browser, address: string): Promise<unknown> {
  // A notice that waits is for the next page, whichever it is.
  await (await browser.fetch('/version')).body?.cancel()
  const response = await browser.fetch(address)
  const guids = /[0-9a-f]{32}/g
  const body = (await response.text())
    .replaceAll(/name="token" value="[^"]*"/g, 'name="token"')
    .replaceAll(/nonce="[^"]*"/g, 'nonce')
    .replaceAll(/(formToken\\",\\")[\w-]+/g, '$1')
    .replaceAll(guids, 'GUID')
  const location = response.headers.get('location')?.replaceAll(guids, 'GUID') ?? null
  return { status: response.status, location, body }
}

type Choose = {
  one<Item>(items: readonly Item[]): Item
  some<Item>(items: readonly Item[], count: number): Item[]
}

/** Choices that numbers make, so that a failure can be run again. */
function chooser(numbers: number[]): Choose {
  let turn = 0
  const next = (): number => numbers[turn++ % numbers.length]! + turn
  return {
    one: (items) => items[next() % items.length]!,
    some(items, count) {
      if (items.length <= count) return [...items]
      const first = next()
      const step = 1 + (next() % (items.length - 1))
      const picked = Array.from({ length: count }, (_, at) => items[(first + at * step) % items.length]!)
      return [...new Set(picked)]
    },
  }
}

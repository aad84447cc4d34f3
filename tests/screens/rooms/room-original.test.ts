import { expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { everyRoomAddress } from '#tests/support/browser/everywhere.ts'
import { somebody } from '#tests/support/world/people.ts'
import { oneOf } from '#tests/support/world/budget.ts'

const [vera, paul, dora] = ['vera@example.net', 'paul@example.net', 'dora@example.net']
const secret = 'the words of the clean original'
const file = 'Contracts/lease.pdf'

const { app, room } = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': secret } },
    members: { [vera]: 1, [paul]: 2, [dora]: 3 },
  },
})
const endings = ['.data', '?download=1', '?raw=1']
const addresses = everyRoomAddress(room.guid, await idsOf(room.items[file]!)).flatMap((address, at) =>
  ['', ...oneOf(endings, at)].map((ending) => address + ending),
)

/** What a file of a room is known by, anywhere in the server. */
async function idsOf(itemGuid: string): Promise<string[]> {
  const { kysely } = app.strongroom.services.database
  const { guid, object_guid: object } = await kysely
    .selectFrom('item')
    .innerJoin('file', 'file.guid', 'item.file_guid')
    .select(['file.guid', 'file.object_guid'])
    .where('item.guid', '=', itemGuid)
    .executeTakeFirstOrThrow()
  return [itemGuid, guid, object, newGuid()]
}

async function reader(email: string): Promise<Browser> {
  const browser = await enterRoom(app, room.guid, email, somebody())
  await browser.open(`/view/${room.items[file]}`)
  expect(browser.status).toBe(200)
  return browser
}

/** Where an answer holds a document, or what may be one. */
async function documentsFor(browser: Browser): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    const answer = await browser.fetch(address, { headers: { range: 'bytes=0-' } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    const holdsDocument = [secret, '%PDF', 'endstream'].some((words) => bytes.includes(words))
    if (holdsDocument || type.includes('pdf') || answer.status >= 500)
      found.push(`${answer.status} ${address}`)
  }
  return found
}

type Row = [who: string, open: () => Promise<Browser>]

const people: Row[] = [
  ['a member who may read, and has the file open', () => reader(vera)],
  ['a member who may read and print, and has the file open', () => reader(paul)],
  ['somebody else with an account', () => makeUser(app, { browser: somebody() })],
  ['a stranger', async () => app.browser(somebody())],
]

test.each(people)('%s gets the original of a file of a data room at no address', async (_, open) => {
  expect(await documentsFor(await open())).toEqual([])
})

test('a member who can download gets a copy at one address', async () => {
  const item = room.items[file]
  const found = await documentsFor(await reader(dora))
  expect(found).toContain(`206 /view/${item}/download`)
  for (const one of found) expect(one).toMatch(new RegExp(`^20[06] /view/${item}/download`))
})

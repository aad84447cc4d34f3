import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { enterRoomAs, makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import type { MadeRoom } from '#tests/support/world/rooms.ts'

const mia = 'mia@example.net'
const {
  app,
  operator: owner,
  people: [member, outsider],
} = await makeWorld({ people: [mia, 'otto@example.net'] })
const { kysely } = app.strongroom.services.database

let room: MadeRoom
let word: string
let count = 0

/** A room of its own for each test, all of its names with a word that no other test uses. */
async function makeHarbour(version: 1 | 2 = 2): Promise<void> {
  word = `harbour${'abcdefghijklmnopqrstuvwxyz'[count++]}`
  room = await makeRoom(app, {
    name: 'Project Alba',
    version,
    tree: { [`Folder ${word}`]: { [`${word} deep.pdf`]: 'Deep.' }, [`${word} lease.pdf`]: 'Lease.' },
    members: { [mia]: 3 },
  })
}
beforeEach(() => makeHarbour())

async function found(browser = member): Promise<string[]> {
  await browser.open(`/search?q=${word}`)
  expect(browser.status).toBe(200)
  const text = browser.text()
  const names = [`Folder ${word}`, `${word} deep.pdf`, `${word} lease.pdf`]
  return names.filter((name) => text.includes(name))
}
const everything = () => [`Folder ${word}`, `${word} deep.pdf`, `${word} lease.pdf`]

async function change(set: Record<string, number | null>): Promise<void> {
  await kysely.updateTable('member').set(set).where('guid', '=', room.members[mia]!).execute()
}

test('a member who entered finds files and folders with the way to them, and the owner does', async () => {
  expect(await found()).toEqual([])
  await enterRoomAs(app, member, room.guid)
  expect(await found()).toEqual(everything())
  expect(member.text()).toContain(`Project Alba › Folder ${word}`)
  const [link] = member.page.links(`${word} lease.pdf`)
  await member.open(link!)
  expect([member.status, member.text()]).toEqual([200, expect.stringContaining(`${word} lease.pdf`)])
  expect(await found(owner)).toEqual(everything())
})

test('the same in a room of version 1', async () => {
  await makeHarbour(1)
  await enterRoomAs(app, member, room.guid)
  expect(await found()).toEqual(everything())
})

test('a hidden folder is not found, nor anything in it', async () => {
  await enterRoomAs(app, member, room.guid)
  await makeRule(app, room.members[mia]!, room.items[`Folder ${word}`]!, -1)
  expect(await found()).toEqual([`${word} lease.pdf`])
})

test('a folder closed for all is found only by people with a rule of their own', async () => {
  await enterRoomAs(app, member, room.guid)
  const folder = room.items[`Folder ${word}`]!
  await kysely.updateTable('item').set({ is_closed: 1 }).where('guid', '=', folder).execute()
  expect(await found()).toEqual([`${word} lease.pdf`])
  await makeRule(app, room.members[mia]!, folder, 1)
  expect(await found()).toEqual(everything())
})

test('what is in the trash is not found, nor what is in a folder there', async () => {
  await enterRoomAs(app, member, room.guid)
  const folder = room.items[`Folder ${word}`]!
  await kysely.updateTable('item').set({ binned_at: 1 }).where('guid', '=', folder).execute()
  expect(await found()).toEqual([`${word} lease.pdf`])
  expect(await found(owner)).toEqual([`${word} lease.pdf`])
})

test.each([
  ['suspended', { suspended_at: 1 }],
  ['removed', { removed_at: 1 }],
  ['whose access ended', { expires_at: 1 }],
  ['whose access has not started', { starts_at: 9_000_000_000_000 }],
])('a member %s finds nothing', async (_state, set) => {
  await enterRoomAs(app, member, room.guid)
  await change(set)
  expect(await found()).toEqual([])
})

test('in a room that ended no member finds anything, and in one in the trash not even the owner does', async () => {
  await enterRoomAs(app, member, room.guid)
  await kysely
    .updateTable('room')
    .set({ destruct_seconds: 0, expires_at: 1 })
    .where('guid', '=', room.guid)
    .execute()
  expect([await found(), await found(owner)]).toEqual([[], everything()])
  await kysely.updateTable('room').set({ binned_at: 1 }).where('guid', '=', room.guid).execute()
  expect([await found(), await found(owner)]).toEqual([[], []])
})

test('an archived room can be searched', async () => {
  await enterRoomAs(app, member, room.guid)
  await kysely.updateTable('room').set({ archived_at: 1 }).where('guid', '=', room.guid).execute()
  expect(await found()).toEqual(everything())
})

test('someone who is not in the room finds nothing', async () => {
  expect(await found(outsider)).toEqual([])
})

test('of many matches a few are listed, with a link to the search of their room; hidden ones are no reason for it', async () => {
  word = `quay${'abcdefghijklmnopqrstuvwxyz'[count++]}`
  const names = [1, 2, 3, 4, 5, 6].map((number) => `${word} ${number}.pdf`)
  room = await makeRoom(app, {
    tree: Object.fromEntries(names.map((name) => [name, name])),
    members: { [mia]: 3 },
  })
  await enterRoomAs(app, member, room.guid)
  const more = async () => (await member.open(`/search?q=${word}`)).page.links('All in Project Alba')
  expect(await more()).toEqual([`/rooms/${room.guid}/search?q=${word}`])
  await makeRule(app, room.members[mia]!, room.items[names[0]!]!, -1)
  expect(await more()).toEqual([])
})

import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { enterRoomAs, atRoomEntry } from '#tests/support/world/rooms.ts'
import { Program } from '#tests/api/program.ts'
import { somebody } from '#tests/support/world/people.ts'
import { askRoomTerms } from '#tests/support/world/conditions.ts'

const uta = 'uta@example.org'
const tom = 'tom@example.net'

const {
  app,
  people: [member],
  room,
} = await makeWorld({
  people: [{ email: uta, browser: somebody() }],
  room: { name: 'Project Birch', tree: { Plans: {} }, members: { [uta]: 1, [tom]: 1 } },
})
await askRoomTerms(app, room.guid, 'Keep it secret.', { description: 'The sale of the lighthouse' })

/** Where a member comes across the room, and where a name could stand without being read. */
const places = () => [
  '/d',
  '/d?order=name',
  '/d?q=Birch',
  '/files',
  `/files/${room.guid}`,
  `/rooms/${room.guid}/door`,
  `/rooms/${room.guid}/leave`,
  `/dr/${room.guid}`,
]

async function says(browser: Browser, path: string): Promise<string> {
  await browser.open(path)
  return Buffer.from(browser.bytes).toString()
}

test('a member who has not accepted the terms reads the name of the room nowhere, nor finds it by that', async () => {
  for (const path of places()) {
    const said = await says(member, path)
    expect([
      path,
      member.status,
      /birch|lighthouse/i.test(said.replaceAll('q=Birch', '').replace(/value="Birch"/, '')),
    ]).toEqual([path, 200, false])
  }
  await member.open('/d')
  expect(member.page.links('A data room')).toEqual([`/dr/${room.guid}`])
  expect(member.text()).toContain('Accept the terms first')
  await member.open('/d?q=Birch')
  expect(member.page.links('A data room')).toEqual([])
})

test('who has no account reads it in the list of files as soon as the terms are accepted', async () => {
  const reader = await atRoomEntry(app, room.guid, tom)
  expect(await says(reader, '/files')).not.toContain('Birch')
  expect(reader.text()).toContain('Accept the terms first')
  await enterRoomAs(app, reader, room.guid)
  await reader.open('/files')
  expect(reader.page.links('Project Birch')).toEqual([`/dr/${room.guid}`])
})

test('programs are not told it either, until then', async () => {
  const program = await new Program(app).enter(uta, { isRemembered: true })
  const listed = async () => (await program.get('/v2/folder/list')).said['Folders']
  expect(await listed()).toMatchObject([{ ShareGuid: room.guid, DocumentPath: null, LinkMessage: null }])
  const door = await program.get(`/v2/folder/firstaccess/${room.guid}`)
  expect(door.said).toMatchObject({ AsksTerms: true, DocumentPath: null, LinkMessage: null })
  await enterRoomAs(app, member, room.guid)
  await member.open('/d?q=Birch')
  expect(member.page.links('Project Birch')).toEqual([`/dr/${room.guid}`])
  expect(await listed()).toMatchObject([
    { DocumentPath: 'Project Birch', LinkMessage: 'The sale of the lighthouse' },
  ])
})

import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { enterRoom, makeRoom, type MadeRoom, atRoomEntry } from '#tests/support/world/rooms.ts'
import { writeTerms } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'

const [mia, ned, cora] = ['mia@example.net', 'ned@example.net', 'cora@example.org']
const secrets = /lease|Rental|Contracts|Falcon|For the bidders/

let room: MadeRoom

const { app } = await makeWorld({ people: [{ email: cora, browser: somebody() }] })

beforeEach(async () => {
  room = await makeRoom(app, {
    name: 'Falcon',
    tree: { Contracts: { 'lease.pdf': 'Rental' } },
    members: { [mia]: 3, [ned]: 1, [cora]: 5 },
  })
  const described = { description: 'For the bidders.', download: 'yes', readText: 'yes', watermark: 'off' }
  await change({ ...described, terms: 'custom', termsText: 'The first terms.' })
})

async function change(fields: Record<string, string>): Promise<void> {
  const owner = await signIn(app, operatorEmail, somebody())
  await owner.open(`/rooms/${room.guid}/settings`)
  await owner.send('changeRoom', fields)
  expect(owner.text()).toContain('Changes saved.')
  // Who is inside by then reads on, which is said beside it.
  if ('termsText' in fields)
    expect(owner.text()).toContain('Members already inside accept the terms when they next enter')
}

function acceptances() {
  return app.strongroom.services.database.kysely
    .selectFrom('room_acceptance')
    .innerJoin('terms', 'terms.guid', 'room_acceptance.terms_guid')
    .select('terms.text')
    .where('member_guid', '=', room.members[mia]!)
    .orderBy('accepted_at')
    .execute()
}

/** Where the room, its folders and its file are shown, and where their bytes are. */
function addresses(): { pages: string[]; bytes: string[] } {
  const [folder, file] = [room.items['Contracts']!, room.items['Contracts/lease.pdf']!]
  const ofRoom = ['door', 'search?q=pdf', 'letters', 'leave', `files/${file}`, 'people', 'settings']
  return {
    pages: [
      `/dr/${room.guid}`,
      `/dr/${folder}`,
      ...ofRoom.map((path) => `/rooms/${room.guid}/${path}`),
      `/drfile/${file}/${folder}`,
      `/file/${file}`,
      `/view/${file}`,
      `/view/${file}/text`,
      `/view/${file}/print`,
      `/view/${file}/thumbnails`,
    ],
    bytes: ['page/1?width=800', 'download', 'pages', 'find?q=Rental'].map((path) => `/view/${file}/${path}`),
  }
}

/** That nothing of the room is told at any address of its, nor of its file. */
async function expectNothingRead(browser: Browser): Promise<void> {
  const { pages, bytes } = addresses()
  for (const page of pages) {
    await browser.open(page)
    expect(Buffer.from(browser.bytes).toString(), page).not.toMatch(secrets)
    const [path, query] = page.split('?')
    const data = await browser.fetch(`${path}.data${query ? `?${query}` : ''}`)
    expect(await data.text(), `${page} as data`).not.toMatch(secrets)
  }
  for (const address of bytes) expect((await browser.fetch(address)).status, address).toBe(401)
}

test('a member is asked again when the terms are others, and reads nothing before', async () => {
  await enterRoom(app, room.guid, mia, somebody())
  app.clock.advance(minute)
  await change({ termsText: 'The second terms.' })
  const browser = await atRoomEntry(app, room.guid, mia)
  expect([browser.heading(), browser.text()]).toEqual([
    'Terms of access',
    expect.stringContaining('The second terms.'),
  ])
  await expectNothingRead(browser)
  expect(await acceptances()).toEqual([{ text: 'The first terms.' }])
  await browser.open(`/rooms/${room.guid}/door`)
  await browser.send('accept', { isAccepted: 'on' })
  expect(browser.heading()).toBe('Falcon')
  await browser.send('enter')
  await browser.open(`/view/${room.items['Contracts/lease.pdf']}`)
  expect([browser.status, browser.path]).toEqual([200, `/view/${room.items['Contracts/lease.pdf']}`])
  expect(await acceptances()).toEqual([{ text: 'The first terms.' }, { text: 'The second terms.' }])
})

test('who is in the room reads on, and meets the new terms when the visit is over', async () => {
  const browser = await enterRoom(app, room.guid, mia, somebody())
  await change({ termsText: 'The second terms.' })
  const file = `/view/${room.items['Contracts/lease.pdf']}`
  for (const address of [`/dr/${room.guid}`, file, `${file}/page/1?width=800`, `${file}/download`])
    expect((await browser.fetch(address)).status, address).toBe(200)
  app.clock.advance(12 * hour)
  const later = await atRoomEntry(app, room.guid, mia)
  expect(later.text()).toContain('The second terms.')
  for (const one of [browser, later]) await expectNothingRead(one)
})

test('who accepted meanwhile what was asked before accepts nothing, and gets the new text', async () => {
  const browser = await atRoomEntry(app, room.guid, mia)
  await change({ termsText: 'The second terms.' })
  await browser.send('accept', { isAccepted: 'on' })
  expect([browser.status, browser.text()]).toEqual([409, expect.stringContaining('The second terms.')])
  expect(await acceptances()).toEqual([])
  await expectNothingRead(browser)
})

test('where new terms of the team are not asked again, who accepted once comes in, and others are asked', async () => {
  const team = await makeTeam(app, [operatorEmail, cora])
  await writeTerms(app, 'The first terms of the team.', { team_guid: team, version: 1 })
  await change({ terms: 'team', termsAgain: 'no' })
  await enterRoom(app, room.guid, mia, somebody())
  await writeTerms(app, 'The second terms of the team.', { team_guid: team, version: 2 })
  expect((await atRoomEntry(app, room.guid, mia)).heading()).toBe('Falcon')
  expect((await atRoomEntry(app, room.guid, ned)).text()).toContain('The second terms of the team.')
  await change({ termsAgain: 'yes' })
  const browser = await atRoomEntry(app, room.guid, mia)
  expect(browser.text()).toContain('The second terms of the team.')
  await expectNothingRead(browser)
})

test('a co-owner accepts no terms, neither old nor new ones', async () => {
  await change({ termsText: 'The second terms.' })
  const browser = await signIn(app, cora, somebody())
  await browser.open(`/dr/${room.guid}`)
  expect([browser.status, browser.heading()]).toEqual([200, 'Falcon'])
})

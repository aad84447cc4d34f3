import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pixels } from '#tests/support/browser/pixels.ts'
import { hour } from '#tests/support/world/clock.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { atRoomEntry, enterRoom, makeRoom, makeRule } from '#tests/support/world/rooms.ts'

let sender: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  sender = await signIn(app, operatorEmail, somebody())
})

const { kysely } = app.strongroom.services.database
const pictureOf = (guid: string) => `/thumbnail/${guid}`

/** What the server knows of readings, and of what happened at all. */
async function records() {
  return {
    events: await kysely.selectFrom('event').select(['sequence', 'kind']).orderBy('sequence').execute(),
    visits: await kysely.selectFrom('visit').select(['guid', 'seen_at']).orderBy('guid').execute(),
    jobs: await kysely.selectFrom('job').select('guid').orderBy('guid').execute(),
  }
}

async function answerTo(browser: Browser, guid: string) {
  const answer = await browser.fetch(pictureOf(guid))
  const headers = Object.fromEntries(
    ['cache-control', 'content-type'].map((name) => [name, answer.headers.get(name)]),
  )
  return { status: answer.status, text: await answer.text(), headers, etag: answer.headers.get('etag') }
}

/** The answer to an address that was never given out. */
async function nothing() {
  const answer = await answerTo(app.browser(somebody()), '01234567-89ab-4cde-8f01-23456789abcd')
  expect([answer.status, answer.etag]).toEqual([404, null])
  return answer
}

async function expectPicture(browser: Browser, guid: string): Promise<void> {
  const answer = await browser.fetch(pictureOf(guid))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, format } = await sharp(bytes).metadata()
  expect([width, `image/${format}`]).toEqual([112, answer.headers.get('content-type')])
  expect(bytes.length).toBeLessThan(20_000)
}

test('the sender finds page 1 beside the name of a file, in lists and on its page', async () => {
  const guid = await makeShare(app, sender)
  for (const page of ['/s', '/home', `/s/${guid}`]) {
    await sender.open(page)
    const picture = sender.page.root.querySelector(`img[src="${pictureOf(guid)}"]`)!
    expect([page, picture.getAttribute('alt')?.trim()]).toEqual([page, ''])
    expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0)
  }
  await expectPicture(sender, guid)
})

test('what has no pages, or is locked, keeps the icon of its kind', async () => {
  const bytes = new Uint8Array([80, 75, 5, 6, ...Array.from({ length: 18 }, () => 0)])
  const guid = await makeShare(app, sender, { file: { name: 'all.zip', type: 'application/zip', bytes } })
  const locked = await makeShare(app, sender)
  await changeShare(app, locked, { needs_passkey: 1 })
  await sender.open('/s')
  for (const share of [guid, locked]) {
    expect(sender.page.root.querySelector(`img[src="${pictureOf(share)}"]`)).toBeNull()
    expect(await answerTo(sender, share)).toEqual(await nothing())
  }
})

test('a reader who opened the file gets it with the watermark, and nothing is recorded', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const plain = await makeShare(app, sender, { watermark: 'off' })
  const reader = await openShare(app, guid, recipientEmail, somebody())
  await openShare(app, plain, recipientEmail, somebody())
  await app.settle()
  const before = await records()
  await expectPicture(reader, guid)
  const [marked, unmarked] = [await pixels(sender, pictureOf(guid)), await pixels(sender, pictureOf(plain))]
  expect(marked.equals(unmarked)).toBe(false)
  expect((await reader.fetch(pictureOf(guid), { method: 'HEAD' })).status).toBe(200)
  await answerTo(app.browser(somebody()), guid)
  await app.settle()
  expect(await records()).toEqual(before)
})

test('the same picture is not sent again, unless someone else asks or the share changed', async () => {
  const guid = await makeShare(app, sender, { watermark: 'on' })
  const reader = await openShare(app, guid, recipientEmail, somebody())
  const etag = (await answerTo(reader, guid)).etag!
  app.clock.advance(hour)
  const again = () => reader.fetch(pictureOf(guid), { headers: { 'If-None-Match': etag } })
  expect([(await again()).status, await (await again()).text()]).toEqual([304, ''])
  expect((await answerTo(sender, guid)).etag).not.toBe(etag)
  await changeShare(app, guid, { watermark_text: 'Draft' })
  expect((await again()).status).toBe(200)
  await changeShare(app, guid, { status: 'Killed' })
  expect((await again()).status).toBe(404)
})

test('no one gets it before the file was opened, or when access has ended, and all get the same answer', async () => {
  const none = await nothing()
  const named = await makeShare(app, sender)
  const open = await makeShare(app, sender, { visibility: 'public' })
  const invited = await proveAddress(app, named, recipientEmail, somebody())
  const stranger = app.browser(somebody())
  const user = await makeUser(app)
  for (const guid of [named, open])
    for (const browser of [stranger, user]) expect(await answerTo(browser, guid)).toEqual(none)
  expect(await answerTo(invited, named)).toEqual(none)
  const visitor = await openPublicShare(app, open, somebody())
  const reader = await openShare(app, named, recipientEmail, somebody())
  await expectPicture(visitor, open)
  await expectPicture(reader, named)
  await changeShare(app, named, { needs_passkey: 1 })
  expect(await answerTo(reader, named)).toEqual(none)
  await changeShare(app, named, { needs_passkey: 0 })
  await kysely
    .updateTable('recipient')
    .set({ revoked_at: app.clock.now() })
    .where('share_guid', '=', named)
    .execute()
  expect(await answerTo(reader, named)).toEqual(none)
  await changeShare(app, open, { status: 'Killed' })
  expect(await answerTo(visitor, open)).toEqual(none)
  await expectPicture(await signIn(app, operatorEmail, somebody()), open)
})

test('twelve hours after opening, and while terms are owed, there is no picture', async () => {
  const none = await nothing()
  const guid = await makeShare(app, sender)
  const reader = await openShare(app, guid, recipientEmail, somebody())
  app.clock.advance(12 * hour)
  expect(await answerTo(reader, guid)).toEqual(none)
  const other = await makeShare(app, await signIn(app, operatorEmail, somebody()))
  await askTerms(app, other, 'Keep it to yourself.')
  const invited = await proveAddress(app, other, recipientEmail, somebody())
  expect(await answerTo(invited, other)).toEqual(none)
})

describe('the received list and the door', () => {
  const email = 'rosa@example.net'
  const picturesAt = async (browser: Browser, address: string) => {
    await browser.open(address)
    expect(browser.status).toBe(200)
    return browser.page.root.querySelectorAll('img.thumb').map((picture) => picture.getAttribute('src'))
  }
  /** What someone sees of a share in their list and at its door. */
  const shownTo = async (browser: Browser, guid: string) => [
    (await picturesAt(browser, '/r')).includes(pictureOf(guid)),
    (await picturesAt(browser, `/file/${guid}`)).includes(pictureOf(guid)),
  ]
  async function open(browser: Browser, guid: string): Promise<void> {
    await browser.open(`/file/${guid}`)
    await browser.send('open')
  }
  let reader: Browser
  beforeAll(async () => {
    await makeUser(app, { email })
  })
  beforeEach(async () => {
    reader = await signIn(app, email, somebody())
  })

  test('show it to a reader who has the file open in this browser, for twelve hours', async () => {
    const guid = await makeShare(app, sender, { recipients: email })
    expect(await shownTo(reader, guid)).toEqual([false, false])
    await open(reader, guid)
    expect(await shownTo(reader, guid)).toEqual([true, true])
    await expectPicture(reader, guid)
    expect(await shownTo(await signIn(app, email, somebody()), guid)).toEqual([false, false])
    app.clock.advance(12 * hour)
    expect(await shownTo(await signIn(app, email, somebody()), guid)).toEqual([false, false])
  })

  test('do not show it where the pages are not shown any more, or only as a download', async () => {
    const guid = await makeShare(app, sender, { recipients: email, download: 'yes' })
    await open(reader, guid)
    await changeShare(app, guid, { is_web_view: 0 })
    expect(await shownTo(reader, guid)).toEqual([false, false])
    await changeShare(app, guid, { is_web_view: 1 })
    expect(await shownTo(reader, guid)).toEqual([true, true])
    await changeShare(app, guid, { status: 'Killed' })
    expect(await picturesAt(reader, '/r')).not.toContain(pictureOf(guid))
  })

  test('do not show it in the list if a passkey is needed', async () => {
    const guid = await makeShare(app, sender, { recipients: email })
    await open(reader, guid)
    await changeShare(app, guid, { needs_passkey: 1 })
    expect(await picturesAt(reader, '/r')).not.toContain(pictureOf(guid))
  })
})

test('in a room, members inside it see page 1 of what they can view', async () => {
  const none = await nothing()
  const [mia, ned] = ['mia@example.net', 'ned@example.net']
  const room = await makeRoom(app, {
    name: 'Falcon',
    tree: { Contracts: { 'lease.pdf': 'Rental' } },
    members: { [mia]: 1, [ned]: 1 },
  })
  const [folder, lease] = [room.items['Contracts']!, room.items['Contracts/lease.pdf']!]
  await makeRule(app, room.members[ned]!, lease, -1)
  const outside = await atRoomEntry(app, room.guid, mia, somebody())
  expect(await answerTo(outside, lease)).toEqual(none)
  const member = await enterRoom(app, room.guid, mia, somebody())
  await member.open(`/dr/${folder}`)
  expect(member.page.root.querySelector(`img[src="${pictureOf(lease)}"]`)).not.toBeNull()
  const before = await records()
  await expectPicture(member, lease)
  expect(await records()).toEqual(before)
  const without = await enterRoom(app, room.guid, ned, somebody())
  for (const browser of [without, app.browser(somebody())])
    expect(await answerTo(browser, lease)).toEqual(none)
  expect(await answerTo(member, folder)).toEqual(none)
  app.clock.advance(12 * hour)
  expect(await answerTo(member, lease)).toEqual(none)
})

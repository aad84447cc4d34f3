import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'
import { pixels } from '#tests/support/browser/pixels.ts'

const [mia, carl, cora] = ['mia@example.net', 'carl@example.net', 'cora@example.org']

let room: MadeRoom
let lease: string
/** The page as it is, without a mark. */
let plain: Buffer

const { app } = await makeWorld({ people: [{ email: cora, browser: somebody() }] })

beforeEach(async () => {
  room = await makeRoom(app, {
    tree: { 'lease.pdf': 'Rent' },
    members: { [mia]: 3, [carl]: 4, [cora]: 5 },
  })
  lease = room.items['lease.pdf']!
  const owner = await signIn(app, operatorEmail, somebody())
  plain = await pixels(owner, `/view/${lease}/page/1?width=800`)
  await owner.open(`/rooms/${room.guid}/settings`)
  await owner.send('changeRoom', { watermark: 'on', watermarkSize: 'large', watermarkColour: 'red' })
})

/** Whether the first page, as this person gets it without asking for anything, has a mark. */
async function isMarked(browser: Browser): Promise<boolean> {
  return !(await pixels(browser, `/view/${lease}/page/1?width=800`)).equals(plain)
}

const unmarked = () => `/view/${lease}/page/1?width=800&mark=off`

test('in a room with a watermark everyone gets pages with one, also its owner and co-owners', async () => {
  for (const email of [operatorEmail, cora])
    expect([email, await isMarked(await signIn(app, email, somebody()))]).toEqual([email, true])
  for (const email of [mia, carl])
    expect([email, await isMarked(await enterRoom(app, room.guid, email, somebody()))]).toEqual([email, true])
})

test('a co-owner sees the pages without it after asking for that, on record and under the own name alone', async () => {
  const browser = await signIn(app, cora, somebody())
  expect((await browser.fetch(unmarked())).status).toBe(404)
  await browser.open(`/view/${lease}`)
  await browser.press('Show without watermark')
  expect([browser.status, browser.path]).toEqual([200, `/view/${lease}?mark=off`])
  expect((await pixels(browser, unmarked())).equals(plain)).toBe(true)
  expect(await isMarked(browser)).toBe(true)
  const kinds = await eventKinds(app, lease)
  expect(kinds.filter((kind) => kind !== 'Previewed')).toEqual(['Unmarked'])
  // What one asked for is nothing to another, also not to the owner.
  const owner = await signIn(app, operatorEmail, somebody())
  expect((await owner.fetch(unmarked())).status).toBe(404)
  await owner.open(`/view/${lease}`)
  await owner.press('Show without watermark')
  expect((await pixels(owner, unmarked())).equals(plain)).toBe(true)
})

test('it ends with the hours of an opening, and with being a co-owner', async () => {
  let browser = await signIn(app, cora, somebody())
  await browser.open(`/view/${lease}`)
  await browser.press('Show without watermark')
  app.clock.advance(12 * hour)
  browser = await signIn(app, cora, somebody())
  expect((await browser.fetch(unmarked())).status).toBe(404)
  await browser.open(`/view/${lease}`)
  await browser.press('Show without watermark')
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('member').set({ role: 4 }).where('guid', '=', room.members[cora]!).execute()
  for (const method of ['GET', 'HEAD'])
    expect((await browser.fetch(unmarked(), { method })).status, method).not.toBe(200)
})

test('no other member gets a page without it, whatever was asked for', async () => {
  const co = await signIn(app, cora, somebody())
  await co.open(`/view/${lease}`)
  await co.press('Show without watermark')
  for (const email of [mia, carl]) {
    const browser = await enterRoom(app, room.guid, email, somebody())
    await browser.open(`/view/${lease}`)
    expect(browser.text()).not.toContain('Show without watermark')
    await sendUnoffered(browser, `/view/${lease}`, 'unmark')
    for (const address of [unmarked(), `/view/${lease}?mark=off`])
      for (const method of ['GET', 'HEAD'])
        expect((await browser.fetch(address, { method })).status, address).toBe(404)
  }
  expect((await eventKinds(app, lease)).filter((kind) => kind === 'Unmarked')).toHaveLength(1)
})

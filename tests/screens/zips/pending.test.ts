import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const [dora, cora] = ['dora@example.net', 'cora@example.net']
const hour = 3_600_000

const {
  app,
  operator: owner,
  people: [other],
  room,
} = await makeWorld({
  people: ['otto@example.net'],
  room: {
    name: 'Project Alba',
    tree: { 'lease.pdf': 'the lease', 'plan.pdf': 'the plan' },
    members: { [dora]: 3, [cora]: 3 },
  },
})
const { kysely } = app.strongroom.services.database

async function begin(browser: Browser): Promise<string> {
  await kysely.deleteFrom('zip').execute()
  await browser.open(`/rooms/${room.guid}/zip?item=${room.guid}`)
  await browser.send('zip')
  await app.settle()
  await browser.reload()
  return browser.url.pathname
}

async function line(browser: Browser, at = '/home'): Promise<string | null> {
  await browser.open(at)
  return browser.page.root.querySelector('aside[aria-label=Transfers]')?.text.trim() ?? null
}

test('a ZIP that is prepared or downloaded is named on its person’s other pages, with the way to it', async () => {
  const page = await begin(owner)
  expect(await line(owner)).toBe('Project Alba.zip: ready to download')
  expect(owner.page.links('Project Alba.zip')[0]).toBe(page)
  expect(await line(owner, `/d/${room.guid}`)).toBe('Project Alba.zip: ready to download')
  await kysely.updateTable('zip').set({ ready_at: null }).execute()
  await kysely.updateTable('zip_entry').set({ sha256: null }).where('number', '=', 0).execute()
  expect(await line(owner)).toBe('Project Alba.zip: 1 of 2 files')
  await kysely.updateTable('zip').set({ ready_at: app.clock.now() }).execute()
  await (await owner.fetch(`${page}/1`, { headers: { range: 'bytes=0-9' } })).arrayBuffer()
  expect(await line(owner)).toBe('Project Alba.zip: 1 of 2 files sent')
  expect(await line(other!)).toBeNull()
  await kysely
    .updateTable('zip')
    .set({ ready_at: app.clock.now() - hour - 1 })
    .execute()
  expect(await line(owner)).toBeNull()
})

test('once all of it was downloaded nothing is said any more', async () => {
  const page = await begin(owner)
  await (await owner.fetch(`${page}/1`)).arrayBuffer()
  expect(await line(owner)).toBeNull()
})

test('who has no account reads it in the room; who has left the room, nowhere', async () => {
  const browser = await enterRoom(app, room.guid, dora, somebody())
  await begin(browser)
  expect(await line(browser, `/d/${room.guid}`)).toBe('Project Alba.zip: ready to download')
  const another = await enterRoom(app, room.guid, cora, somebody())
  expect(await line(another, `/d/${room.guid}`)).toBeNull()
  const { pending } = app.strongroom.services.zips
  const identity = { user: null, readerEmail: dora, browserId: 'a browser' }
  expect(await pending.call(app.strongroom.services.zips, identity)).toHaveLength(1)
  await kysely
    .updateTable('member')
    .set({ suspended_at: app.clock.now() })
    .where('email', '=', dora)
    .execute()
  expect(await pending.call(app.strongroom.services.zips, identity)).toEqual([])
})

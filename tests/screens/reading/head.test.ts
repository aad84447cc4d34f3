import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

/** Every address below that of a file, for its readers. */
const ways = [
  '',
  '/page/1',
  '/page/1?width=600&grey=1',
  '/page/1?version=9',
  '/pages',
  '/find?q=rent',
  '/text',
]
const moreWays = ['/thumbnails', '/download', '/media', '/animation', '/print', '/pulse']

const { app, operator: sender } = await makeWorld()

/** All that is recorded anywhere, and when readers were last seen. */
async function recorded() {
  const { kysely } = app.strongroom.services.database
  const events = await kysely.selectFrom('event').select(['subject_guid', 'kind', 'at', 'detail']).execute()
  const visits = await kysely.selectFrom('visit').select(['guid', 'seen_at', 'measured_until']).execute()
  const members = await kysely.selectFrom('member').select(['guid', 'entered_at', 'session_count']).execute()
  const times = await kysely.selectFrom('member_day').selectAll().execute()
  return { events, visits, members, times }
}

async function askForHeads(browser: Browser, guid: string): Promise<number[]> {
  const statuses: number[] = []
  for (const way of [...ways, ...moreWays])
    statuses.push((await browser.fetch(`/view/${guid}${way}`, { method: 'HEAD' })).status)
  for (const way of [`/file/${guid}`, `/files/${guid}`])
    statuses.push((await browser.fetch(way, { method: 'HEAD' })).status)
  return statuses
}

test('who asks for the heads of a share leaves no trace, before it is unshared and after', async () => {
  const guid = await makeShare(app, sender, { readText: 'yes', download: 'yes' })
  const rita = await openShare(app, guid, recipientEmail, somebody())
  app.clock.advance(minute)
  const before = await recorded()
  expect((await askForHeads(rita, guid)).slice(0, 3)).toEqual([200, 200, 200])
  expect(await recorded()).toEqual(before)
  await (await sender.open(`/s/${guid}`)).send('unshare')
  const unshared = await recorded()
  expect((await askForHeads(rita, guid)).slice(1, 3)).toEqual([410, 410])
  expect(await recorded()).toEqual(unshared)
  await rita.fetch(`/view/${guid}/page/1`)
  expect((await recorded()).events).toHaveLength(unshared.events.length + 1)
})

test('who asks for the heads of a file in a data room has not opened it', async () => {
  const room = await makeRoom(app, {
    tree: { 'lease.pdf': 'Rent', 'notes.pdf': 'Notes' },
    members: { 'mia@example.net': 1 },
  })
  const lease = room.items['lease.pdf']!
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('room').set({ may_read_text: 1 }).where('guid', '=', room.guid).execute()
  const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
  app.clock.advance(20 * minute)
  const before = await recorded()
  expect((await askForHeads(mia, lease)).slice(0, 3)).toEqual([200, 200, 200])
  expect((await mia.fetch(`/view/${lease}/find?q=rent`, { method: 'HEAD' })).status).toBe(200)
  for (const way of [`/rooms/${room.guid}`, `/dr/${room.guid}`, `/rooms/${room.guid}/door`])
    await mia.fetch(way, { method: 'HEAD' })
  expect(await recorded()).toEqual(before)
  await mia.fetch(`/view/${lease}/page/1`)
  const { events } = await recorded()
  expect(events.filter(({ subject_guid: guid }) => guid === lease).map(({ kind }) => kind)).toContain('View')
})

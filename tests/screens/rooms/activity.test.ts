import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail } from '#tests/support/world/make.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeRoom, makeTeamMates } from '#tests/support/world/rooms.ts'

const coEmail = 'cora@example.org'
const contributorEmail = 'carl@example.org'
const miaEmail = 'mia@example.net'

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: { 'lease.pdf': 'Lease', 'plan.pdf': 'Plan' },
    members: { [coEmail]: 5, [contributorEmail]: 4, [miaEmail]: 1 },
  },
})

type Recorded = { item?: string; kind: 'View' | 'Download' | 'Print' | 'RoomEntered'; email?: string }

/** Records what a member did, as reading does it. */
async function record({ item, kind, email = miaEmail }: Recorded): Promise<void> {
  const subject = item === undefined ? room.guid : room.items[item]!
  app.clock.advance(1000)
  await app.strongroom.services.events.record(null, { subject, roomGuid: room.guid, kind, actor: email })
}

test('a room in which nothing was read says so', async () => {
  await owner.open(`/drstats/${room.guid}`)
  expect(owner.status).toBe(200)
  expect(owner.text()).toContain('No files opened yet.')
})

test('the owner reads how often what was done, and by whom', async () => {
  await record({ kind: 'RoomEntered' })
  await record({ kind: 'RoomEntered', email: contributorEmail })
  await record({ item: 'lease.pdf', kind: 'View' })
  await record({ item: 'lease.pdf', kind: 'View', email: contributorEmail })
  await record({ item: 'lease.pdf', kind: 'Print' })
  await record({ item: 'plan.pdf', kind: 'View' })
  await record({ item: 'plan.pdf', kind: 'Download', email: contributorEmail })
  await owner.open(`/drstats/${room.guid}`)
  const text = owner.text().replace(/\s+/g, ' ')
  expect(text).toContain('Visits 2')
  expect(text).toContain('Active members 2')
  expect(text).toContain('Files opened 3')
  expect(text).toContain('Downloads 1')
  expect(text).toContain('Print copies 1')
  expect(text.indexOf('lease.pdf 2')).toBeLessThan(text.indexOf('plan.pdf 1'))
  expect(text.indexOf(`${miaEmail} 2`)).toBeLessThan(text.indexOf(`${contributorEmail} 1`))
  expect(text).toContain('Show as table')
})

test('a lane for each member has a dot on the days when they came', async () => {
  await owner.open(`/drstats/${room.guid}`)
  const lanes = owner.page.root.querySelectorAll('.lanes tbody tr').map((lane) => lane.text.trim())
  expect(lanes).toEqual([`${miaEmail}opened 2 files`, `${contributorEmail}opened 1 file`])
})

test('what happened in another room is not told', async () => {
  const other = await makeRoom(app, { name: 'Other', tree: { 'secret.pdf': 'x' } })
  await app.strongroom.services.events.record(null, {
    subject: other.items['secret.pdf']!,
    roomGuid: other.guid,
    kind: 'View',
    actor: 'spy@example.net',
  })
  await owner.open(`/drstats/${room.guid}`)
  expect(owner.text()).not.toContain('secret.pdf')
  expect(owner.text()).not.toContain('spy@example.net')
})

test('the latest events are first, fifty on a page, and none is left out or told twice', async () => {
  for (let at = 0; at < 60; at++) {
    await record({ item: at % 3 ? 'lease.pdf' : 'plan.pdf', kind: 'View', email: `reader${at}@example.net` })
  }
  await owner.open(`/drstats/${room.guid}`)
  const readersOn = (page: Browser) => {
    const [, events = ''] = page.text().split('Recent activity')
    return events.match(/reader\d+@/g) ?? []
  }
  const first = readersOn(owner)
  expect(first).toEqual(Array.from({ length: 50 }, (_, at) => `reader${59 - at}@`))
  await owner.follow('Next')
  expect(readersOn(owner)).toEqual(Array.from({ length: 10 }, (_, at) => `reader${9 - at}@`))
  await owner.follow('Latest activity')
  expect(readersOn(owner)).toEqual(first)
})

test('an address that names an event as no one writes it is the first page', async () => {
  for (const before of ['x', '1-x-1', `99999999999999999-${room.guid}-1`, `1-${room.guid}-x`]) {
    await owner.open(`/drstats/${room.guid}?before=${before}`)
    expect(owner.status).toBe(200)
    expect(owner.page.links('Latest activity')).toEqual([])
  }
})

test('the address of the other version leads to the room’s own', async () => {
  await owner.open(`/folderstats/${room.guid}`)
  expect(owner.path).toBe(`/drstats/${room.guid}`)
  const old = await makeRoom(app, { name: 'Old', version: 1 })
  await owner.open(`/drstats/${old.guid}`)
  expect(owner.path).toBe(`/folderstats/${old.guid}`)
})

test('a co-owner reads it, too; a contributor, a viewer and strangers do not', async () => {
  const cora = await makeUser(app, { email: coEmail })
  await makeTeamMates(app, operatorEmail, [coEmail])
  await cora.open(`/drstats/${room.guid}`)
  expect(cora.status).toBe(200)
  expect(cora.text()).toContain('lease.pdf')
  for (const email of [contributorEmail, miaEmail, 'xenia@example.org']) {
    const browser = await makeUser(app, { email })
    for (const address of ['drstats', 'folderstats']) {
      await browser.open(`/${address}/${room.guid}`)
      expect(browser.status).toBe(403)
      expect(browser.text()).not.toContain('lease.pdf')
      expect(browser.text()).not.toContain('Project Alba')
      expect((await browser.fetch(`/${address}/${room.guid}`, { method: 'HEAD' })).status).toBe(403)
    }
  }
  const got = await app.browser().fetch(`/drstats/${room.guid}`)
  expect(got.status).toBe(302)
  expect(got.headers.get('location')).toContain(`/rooms/${room.guid}/door`)
})

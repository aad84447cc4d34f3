import { expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { forgetAddress } from '#server/events/events.ts'
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
  const event = { subject, roomGuid: room.guid, kind, actor: email, visitGuid: newGuid() }
  await app.strongroom.services.events.record(null, event)
}

/** The lines of a list of the first few, without their bars. */
function topOf(title: string): string[] {
  const cards = owner.page.root.querySelectorAll('.card.stack')
  const card = cards.find((one) => one.querySelector('h3')?.text === title)
  return card?.querySelectorAll('li').map((line) => line.text.replace(/\s+/g, ' ').trim()) ?? []
}

test('a room in which nothing was read says so', async () => {
  await owner.open(`/drstats/${room.guid}`)
  expect(owner.status).toBe(200)
  expect(owner.text()).toContain('No one was here in this period.')
})

test('a room that people entered, and in which nothing was opened, has no empty picture of it', async () => {
  await record({ kind: 'RoomEntered' })
  await record({ kind: 'RoomEntered', email: contributorEmail })
  await owner.open(`/drstats/${room.guid}`)
  expect(owner.page.root.querySelector('figure[aria-labelledby=by-day]')!.text).toContain(
    'None in this period.',
  )
})

test('the owner reads how often what was done, and by whom', async () => {
  await record({ item: 'lease.pdf', kind: 'View' })
  await record({ item: 'lease.pdf', kind: 'View', email: contributorEmail })
  await record({ item: 'lease.pdf', kind: 'Print' })
  await record({ item: 'plan.pdf', kind: 'View' })
  await record({ item: 'plan.pdf', kind: 'Download', email: contributorEmail })
  await owner.open(`/drstats/${room.guid}`)
  const text = owner.text().replace(/\s+/g, ' ')
  const numbers = ['Active members 2 of 3', 'Visits 2', 'Files opened 3', 'Downloads 1, 1 print copy']
  for (const number of numbers) expect(text).toContain(number)
  expect(text.indexOf('lease.pdf 2')).toBeLessThan(text.indexOf('plan.pdf 1'))
  expect(text.indexOf(`${miaEmail} 2`)).toBeLessThan(text.indexOf(`${contributorEmail} 1`))
  expect(text).toContain('Show as table')
  await owner.follow('Downloads')
  expect(topOf('Files')).toEqual(['plan.pdf 1'])
  expect(topOf('Members')).toEqual([`${contributorEmail} 1`])
  await owner.follow('Time')
  expect([topOf('Files'), topOf('Members')]).toEqual([[], []])
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

test('the latest visits are first, a hundred records on a page, and none is left out or told twice', async () => {
  for (let at = 0; at < 120; at++) {
    await record({ item: at % 3 ? 'lease.pdf' : 'plan.pdf', kind: 'View', email: `reader${at}@example.net` })
  }
  await owner.open(`/drstats/${room.guid}?show=records`)
  const readersOn = (page: Browser) =>
    page.page.root.querySelectorAll('.stays summary b').map((who) => who.text.split('@')[0])
  const first = readersOn(owner)
  expect(first).toEqual(Array.from({ length: 100 }, (_, at) => `reader${119 - at}`))
  await owner.follow('Next')
  expect(readersOn(owner).slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, at) => `reader${19 - at}`))
  await owner.follow('Latest records')
  expect(readersOn(owner)).toEqual(first)
})

test('what someone did without a gap of ten minutes is one visit, and opens to its records', async () => {
  app.clock.advance(11 * 60_000)
  await record({ kind: 'RoomEntered' })
  await record({ item: 'lease.pdf', kind: 'View' })
  app.clock.advance(5 * 60_000)
  await record({ item: 'plan.pdf', kind: 'View' })
  await record({ item: 'plan.pdf', kind: 'Print' })
  app.clock.advance(11 * 60_000)
  await record({ item: 'plan.pdf', kind: 'View' })
  await owner.open(`/drstats/${room.guid}?show=records&person=${miaEmail}`)
  const visits = owner.page.root.querySelectorAll('.stays details')
  const told = visits.map((visit) => visit.querySelector('.grow')!.text.replace(/\s+/g, ' '))
  expect(told[0]).toContain(`${miaEmail} opened 1 file`)
  expect(told[1]).toContain(`${miaEmail} opened 2 files, 1 print copy`)
  const records = visits[1]!.querySelectorAll('ol li').map((line) => line.text)
  expect(records).toHaveLength(4)
  expect(records.at(-1)).toContain('entered the data room')
  expect(owner.text()).not.toContain(contributorEmail)
})

test('what is chosen is in the links, and what is exported is what is shown', async () => {
  await owner.open(`/drstats/${room.guid}?show=records&person=${miaEmail}&about=reading`)
  const [csv] = owner.page.links('CSV These records')
  const rows = await (await owner.fetch(csv!)).text()
  expect(rows).toContain(miaEmail)
  expect(rows).not.toContain('reader1@example.net')
  await owner.follow('Blocked')
  expect(owner.path).toContain(encodeURIComponent(miaEmail))
  expect(owner.text()).toContain('No records of this kind.')
  await owner.follow('Clear filter')
  expect(owner.path).not.toContain('person')
  await owner.open(`/drstats/${room.guid}?show=records&days=90&tbar=%23112233`)
  await owner.follow('Overview')
  expect(owner.path).toContain('days=90')
  expect(owner.path).toContain('tbar=')
})

test('each member is listed with what they did of what they can see; who did nothing is found', async () => {
  await owner.open(`/drstats/${room.guid}?show=members`)
  const rows = () =>
    owner.page.root
      .querySelectorAll('table.table tbody tr')
      .map((row) => row.querySelectorAll('td').map((cell) => cell.text.trim()))
  expect(rows().map(([who]) => who)).toEqual([miaEmail, contributorEmail, coEmail])
  const [mia] = rows()
  expect(mia?.[5]).toBe('2 of 2')
  expect(mia?.slice(-2)).toEqual(['0', '2'])
  await owner.follow('Never entered 3')
  expect(rows()).toHaveLength(3)
  await owner.open(`/drstats/${room.guid}?show=members&page=9`)
  expect(owner.status).toBe(404)
})

test('each file is listed with how often and by how many it was opened', async () => {
  await owner.open(`/drstats/${room.guid}?show=files&sort=people`)
  const rows = () =>
    owner.page.root
      .querySelectorAll('table.table tbody tr')
      .map((row) => row.querySelectorAll('td').map((cell) => cell.text.trim()))
  expect(rows().map((cells) => cells.slice(0, 3))).toEqual([
    ['lease.pdf', '83', '2'],
    ['plan.pdf', '43', '1'],
  ])
  await owner.follow('Never opened 0')
  expect(owner.text()).toContain('No such files.')
})

test('folders are shown with how much of them was opened on which day', async () => {
  const { guid, items } = await makeRoom(app, {
    name: 'Folders',
    tree: { Contracts: { Old: { 'lease.pdf': 'x' } }, Finance: { 'plan.pdf': 'y' }, 'notes.pdf': 'z' },
  })
  const { events } = app.strongroom.services
  for (const item of ['Contracts/Old/lease.pdf', 'notes.pdf'])
    await events.record(null, { subject: items[item]!, roomGuid: guid, kind: 'View', actor: miaEmail })
  await owner.open(`/drstats/${guid}`)
  const heat = owner.page.root.querySelectorAll('[aria-labelledby=folders] tbody tr')
  const filled = heat.map((row) =>
    row
      .querySelectorAll('td')
      .map((cell) => cell.text.trim())
      .filter(Boolean),
  )
  expect(heat.map((row) => row.querySelector('th')!.text)).toEqual(['Files in no folder', 'Contracts'])
  expect(filled).toEqual([['1'], ['1']])
})

test('an address that names an event as no one writes it is the first page', async () => {
  for (const before of ['x', '1-x-1', `99999999999999999-${room.guid}-1`, `1-${room.guid}-x`]) {
    await owner.open(`/drstats/${room.guid}?show=records&before=${before}`)
    expect(owner.status).toBe(200)
    expect(owner.page.links('Latest records')).toEqual([])
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

test('what was erased of an event on request is said to be erased', async () => {
  const { events, accounts } = app.strongroom.services
  const person = 'gone@example.net'
  const added = { subject: room.guid, roomGuid: room.guid, actor: operatorEmail }
  await events.record(null, { ...added, kind: 'MemberAdded', detail: { person, role: 'View' } })
  await owner.open(`/drstats/${room.guid}?show=records&about=changes`)
  expect(owner.text()).toContain(person)
  await accounts.erasing.forget(person)
  await forgetAddress(app.strongroom.services.database, app.strongroom.services.auditKey, person)
  await owner.reload()
  expect(owner.text()).not.toContain(person)
  expect(owner.text()).toContain('(details erased)')
})

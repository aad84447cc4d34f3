import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail, userOf } from '#tests/support/world/make.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import { somebody } from '#tests/support/world/people.ts'
import { atRoomEntry, enterRoom, makeRoom, makeRule } from '#tests/support/world/rooms.ts'

const { app, operator: owner, room } = await makeWorld({ room: { tree: { Plans: {} } } })

/** The style sheets that a page asks for besides the product's own. */
async function barOf(browser: Browser, query = ''): Promise<string[]> {
  await browser.open(`/rooms/${room.guid}/settings${query}`)
  return (
    Buffer.from(browser.bytes)
      .toString()
      .match(/\/bar\/[^"]*/g) ?? []
  )
}

async function inTeam(bar: string | null, text: string | null): Promise<void> {
  const {
    database,
    teams: { all: teams },
  } = app.strongroom.services
  const [team = await teams.create('Acme')] = await teams.list()
  await teams.setColours(team, { bar, text })
  const { guid } = await userOf(app, operatorEmail)
  await database.kysely
    .updateTable('user')
    .set({ team_guid: team.guid, team_role: 0, invite_status: 'Active' })
    .where('guid', '=', guid)
    .execute()
}

test('without a team the address can say colours, corrected where they could not be read, and no logo', async () => {
  expect(await barOf(owner)).toEqual([])
  expect(await barOf(owner, '?tbar=%23112233&tcolor=%23ffffff')).toEqual(['/bar/112233-ffffff'])
  expect(await barOf(owner, '?tbar=%23ffff00&tcolor=%23ffffff')).toEqual(['/bar/ffff00-000000'])
  for (const wrong of ['red', '%23fff', 'url(x)', '%23112233%3B}', '']) {
    expect(await barOf(owner, `?tbar=${wrong}&tlogo=https://evil.example/logo.png`)).toEqual([])
    const fetching = owner.page.root.querySelectorAll('img, link, style, [style], script')
    expect(fetching.map(String).join('')).not.toContain('evil.example')
  }
})

test('what the team says goes before what the address says', async () => {
  await inTeam('#14513f', '#ffffff')
  expect(await barOf(owner, '?tbar=%23112233')).toEqual(['/bar/14513f-ffffff'])
})

test('who did not pass the room’s gate is told no colour, by the page or by its data', async () => {
  const xenia = await makeUser(app, { email: 'xenia@example.org' })
  for (const browser of [xenia, app.browser()]) {
    expect(await barOf(browser, '?tbar=%23112233')).toEqual([])
    const data = await browser.fetch(`/rooms/${room.guid}/settings.data`)
    expect(await data.text()).not.toContain('14513f')
  }
})

test('the bar says who one is, and leads out of the room', async () => {
  await barOf(owner)
  expect(owner.text()).toContain('Olivia Ortega')
  expect(owner.page.links('Rooms')).toEqual(['/d', '/d'])
  expect(owner.page.links('Home')).toEqual(['/home'])
  expect(owner.page.form('signOut')).toBeDefined()
})

test('the colours of a team take neither the search nor the path from the page', async () => {
  await barOf(owner)
  const { root } = owner.page
  expect(root.querySelector('.room-strip link')?.getAttribute('href')).toBe('/bar/14513f-ffffff')
  expect(owner.page.control('Search files, people, rooms and settings', 'input')).toBeDefined()
  expect(root.querySelector('.top + main .crumbs')?.text).toContain('Project Alba')
})

test('the name of the product leads home who has an account, and others to what is shared with them', async () => {
  const brandOf = (browser: Browser) => browser.page.root.querySelector('a.brand')?.getAttribute('href')
  await barOf(owner)
  expect(brandOf(owner)).toBe('/home')
  const made = await makeRoom(app, { members: { 'mia@example.net': 1 } })
  const mia = await enterRoom(app, made.guid, 'mia@example.net')
  expect(brandOf(mia)).toBe('/files')
  await mia.open('/files')
  expect([mia.status, mia.text()]).toEqual([200, expect.stringContaining('Project Alba')])
})

test('at the door of a data room is the bar of its company, also when it has ended, and none before one is known', async () => {
  const email = 'dora@example.net'
  const made = await makeRoom(app, { members: { [email]: 1 } })
  const bar = (browser: Browser) => browser.page.root.querySelector('.door-bar')?.text.trim()
  const stranger = await app.browser().open(`/rooms/${made.guid}/door`)
  expect(bar(stranger)).toBeUndefined()
  const dora = await atRoomEntry(app, made.guid, email)
  expect([dora.heading(), bar(dora)]).toEqual(['Project Alba', 'Acme'])
  await app.strongroom.services.database.kysely
    .updateTable('room')
    .set({ expires_at: 1, destruct_seconds: 0 })
    .where('guid', '=', made.guid)
    .execute()
  await dora.open(`/dr/${made.guid}`)
  expect([dora.status, bar(dora)]).toEqual([410, 'Acme'])
  const uri = await makeUser(app, { email: 'uri@example.org', browser: somebody() })
  await uri.open(`/rooms/${made.guid}/door`)
  expect([uri.status, bar(uri)]).toEqual([403, undefined])
})

test('the head of a data room says whose it is, how many are in it, and what the reader may do there', async () => {
  const email = 'faye@example.net'
  const made = await makeRoom(app, { members: { [email]: 3, 'gus@example.net': 1 } })
  const facts = (browser: Browser) => browser.page.root.querySelector('.head .small')?.text
  await owner.open(`/dr/${made.guid}`)
  expect(facts(owner)).toBe('2 members · You own it')
  const faye = await enterRoom(app, made.guid, email)
  expect(facts(faye)).toBe('Owner: Olivia Ortega · Your role: Download')
  await app.strongroom.services.database.kysely
    .updateTable('room')
    .set({ expires_at: app.clock.now() + 20 * day, destruct_seconds: 0 })
    .where('guid', '=', made.guid)
    .execute()
  await owner.open(`/dr/${made.guid}`)
  expect(facts(owner)).toBe('2 members · You own it · 20 days left')
  await faye.open(`/dr/${made.guid}`)
  expect(facts(faye)).toBe('Owner: Olivia Ortega · Your role: Download · 20 days left')
})

test('the head of a data room counts the files that the reader can see, and only those', async () => {
  const email = 'hana@example.net'
  const tree = { 'lease.pdf': 'Lease', Secret: { 'price.pdf': 'Price', 'bids.pdf': 'Bids' } }
  const made = await makeRoom(app, { tree, members: { [email]: 1 } })
  await makeRule(app, made.members[email]!, made.items['Secret']!, -1)
  const counted = (browser: Browser) =>
    /\d+ files?, [\d.]+ \w+/.exec(browser.page.root.querySelector('.head .small')!.text)?.[0]
  await owner.open(`/dr/${made.guid}`)
  expect(counted(owner)).toMatch(/^3 files, /)
  const hana = await enterRoom(app, made.guid, email)
  expect(counted(hana)).toMatch(/^1 file, /)
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('item').set({ binned_at: 1 }).where('guid', '=', made.items['Secret']!).execute()
  await owner.open(`/rooms/${made.guid}/people`)
  expect(counted(owner)).toMatch(/^1 file, /)
})

test('the style sheet of a bar holds two colours that can be read on each other, and nothing else', async () => {
  const stranger = app.browser()
  const sheet = await stranger.fetch('/bar/14513f-ffffff')
  expect(sheet.headers.get('content-type')).toBe('text/css')
  expect(await sheet.text()).toBe('.room-bar, .door-bar { background: #14513f; color: #ffffff; }')
  expect(await (await stranger.fetch('/bar/ffff00-ffffff')).text()).toContain('color: #000000;')
  for (const wrong of ['x', 'red-blue', '14513f', '14513f%7D-ffffff', '-']) {
    const status = (await stranger.fetch(`/bar/${wrong}`)).status
    // Without a colour for its text the bar has one that can be read.
    expect([wrong, status]).toEqual([wrong, wrong === '14513f' ? 200 : 404])
  }
})

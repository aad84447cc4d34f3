import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { networksIn } from '#server/proxies.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendForged } from '#tests/support/browser/forged-form.ts'
import { changeShare, sha256Of } from '#tests/support/world/conditions.ts'
import { makeShare, makeUser, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld({ config: { outgoingNetworks: networksIn('loopback') } })
const { kysely } = app.strongroom.services.database
const [ownerEmail, adminEmail, memberEmail, otherEmail, formerEmail] = [
  'owner@halden.example',
  'admin@halden.example',
  'member@halden.example',
  'other@rival.example',
  'former@halden.example',
]
const people: Record<string, Browser> = {}
for (const email of [ownerEmail, adminEmail, memberEmail, otherEmail, formerEmail])
  people[email] = await makeUser(app, { email, firstName: 'Any', lastName: 'One', browser: somebody() })
const owner = people[ownerEmail]!
const team = await makeTeam(app, [ownerEmail, adminEmail, memberEmail, formerEmail], { [adminEmail]: 1 })
await kysely
  .updateTable('user')
  .set({ team_guid: null, team_role: null })
  .where('email', '=', formerEmail)
  .execute()
await makeTeam(app, [otherEmail])
/** What an address on the web has. */
let page = { status: 200, type: 'text/html; charset=utf-8', body: '<h1>Terms</h1><p>Tell no one.</p>' }
const web = createServer((_, response) =>
  response.writeHead(page.status, { 'content-type': page.type }).end(page.body),
)
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
afterAll(() => web.close())
const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/terms`
const terms = '/team/admin?tabActive=terms'
const report = '/team/admin?tabActive=report'
const exports = ['/team/admin/terms', '/team/admin/report']

function cells(browser: Browser): string[][] {
  return browser.page.root
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()))
}

async function versions(): Promise<string[]> {
  const rows = await kysely
    .selectFrom('terms')
    .select('text')
    .where('team_guid', '=', team)
    .orderBy('version')
    .execute()
  return rows.map(({ text }) => text)
}

describe('the tab Terms', () => {
  test('has the text read from an address, with where it is from; what is wrong there is said, the address kept', async () => {
    await owner.open(terms)
    await owner.fill('Address', url).press('Get text')
    expect(owner.text()).toContain(`Reading ${url} …`)
    await app.settle()
    await owner.reload()
    expect(owner.text()).toContain(`Version 1. Read from ${url}.`)
    expect(owner.page.valueOf('Text of the terms')).toContain('Tell no one.')
    page = { ...page, status: 403 }
    await owner.press('Get text')
    await app.settle()
    await owner.reload()
    expect(owner.text()).toContain('doesn’t show it without signing in')
    expect(owner.page.valueOf('Address')).toBe(url)
    expect(await versions()).toHaveLength(1)
    for (const inside of ['http://169.254.169.254/latest', 'http://10.0.0.1/']) {
      await owner.fill('Address', inside).press('Get text')
      if (owner.status === 200) {
        await app.settle()
        await owner.reload()
      }
      expect(owner.page.valueOf('Address')).toBe(inside)
      expect(owner.text()).toMatch(/private network|begins with https/)
    }
    expect(await versions()).toHaveLength(1)
  })

  test('says who accepted which version, and the export of all has each once with its hash', async () => {
    const share = await makeShare(app, people[memberEmail]!)
    const rita = await openShare(app, share, recipientEmail, somebody())
    await changeShare(app, share, { terms_mode: 'team', asks_terms_again: 1 })
    for (const text of ['First version', '=HYPERLINK("http://evil.example")']) {
      await owner.open(terms)
      await owner.fill('Text of the terms', text).press('Save as new version')
      app.clock.advance(1000)
      await rita.open(`/file/${share}`)
      await rita.send('accept', { isAccepted: 'on' })
    }
    await owner.open(terms)
    const number = (await versions()).length
    expect(owner.text()).toContain(`Who accepted version ${number}`)
    expect(cells(owner)).toEqual([
      [
        recipientEmail,
        expect.any(String),
        expect.stringMatching(/^File ?member@/),
        expect.stringMatching(/^203\.0\./),
      ],
    ])
    await owner.follow(`Version ${number - 1}`)
    expect(owner.text()).toContain('First version')
    expect(owner.page.root.querySelector('textarea')).toBeNull()
    expect(cells(owner)).toHaveLength(1)
    await owner.follow('Version 1')
    expect(owner.text()).toContain('No one yet.')
    await owner.follow(/CSV/)
    expect(owner.headers.get('content-disposition')).toContain('terms')
    const [head, ...rows] = Buffer.from(owner.bytes).toString().trim().split('\r\n')
    expect(head).toContain('Version,SHA-256,Address')
    expect(rows).toHaveLength(2)
    for (const text of ['First version', '=HYPERLINK("http://evil.example")'])
      expect(rows.filter((row) => row.includes(sha256Of(text)) && row.includes(recipientEmail))).toHaveLength(
        1,
      )
    await owner.open(terms)
    await owner.follow(/Excel/)
    expect(owner.headers.get('content-type')).toContain('spreadsheetml')
    expect(owner.bytes.length).toBeGreaterThan(1000)
  })

  test('answers a version that is not there like an unknown page', async () => {
    for (const version of ['99', '0'])
      expect((await owner.open(`${terms}&version=${version}`)).status).toBe(404)
  })
})

describe('the tab Report', () => {
  test('has what each member owns, in the order that is asked for, and so has the export', async () => {
    await makeRoom(app, { ownerEmail: adminEmail, name: 'Project' })
    await owner.open(report)
    expect(owner.text()).toContain('3 members ·')
    const rows = () => cells(owner).map(([who, role, shares, rooms]) => [who, role, shares, rooms])
    const expected = [
      [expect.stringContaining(adminEmail), 'Admin', '0', '1'],
      [expect.stringContaining(memberEmail), 'Member', '1', '0'],
      [expect.stringContaining(ownerEmail), 'Owner', '0', '0'],
    ]
    expect(rows()).toHaveLength(3)
    expect(rows()).toEqual(expect.arrayContaining(expected))
    await owner.follow(/^Shares/)
    expect(rows()[0]).toEqual(expected[1])
    await owner.follow(/^Data rooms/)
    expect(rows()[0]).toEqual(expected[0])
    await owner.open(`${report}&page=2`)
    expect(owner.status).toBe(404)
    await owner.open(report)
    await owner.follow(/CSV/)
    const lines = Buffer.from(owner.bytes).toString().trim().split('\r\n')
    expect(lines[0]).toContain('Name,Email,Role,Status,Shares,Data rooms,Storage (bytes)')
    expect(lines).toHaveLength(4)
    expect(lines.find((line) => line.includes(memberEmail))).toContain('Member,Active,1,0,')
    expect(lines.join('\n')).not.toContain(otherEmail)
  })

  test('leads from a member to their page', async () => {
    await owner.open(report)
    const { guid } = await kysely
      .selectFrom('user')
      .select('guid')
      .where('email', '=', memberEmail)
      .executeTakeFirstOrThrow()
    expect(owner.page.links(/One/).some((to) => to.includes(guid))).toBe(true)
  })
})

describe('someone who does not administer the team', () => {
  const outside = [memberEmail, formerEmail, 'a stranger']

  test.each(outside)('%s finds neither tab nor export', async (who) => {
    const browser = people[who] ?? stranger(app)
    for (const path of [terms, report, ...exports, ...exports.map((path) => `${path}?format=csv`)]) {
      await browser.open(path)
      if (who === 'a stranger') expect([path, browser.heading()]).toEqual([path, 'Sign in'])
      else expect([path, browser.status]).toEqual([path, 404])
      expect(Buffer.from(browser.bytes).toString()).not.toContain('Tell no one.')
    }
  })

  test('another team’s owner sees and exports their own only', async () => {
    const other = people[otherEmail]!
    for (const path of [terms, report, ...exports.map((path) => `${path}?format=csv`)]) {
      await other.open(path)
      expect([path, other.status]).toEqual([path, 200])
      const told = Buffer.from(other.bytes).toString()
      for (const secret of ['Tell no one.', memberEmail, recipientEmail]) expect(told).not.toContain(secret)
    }
  })

  test.each([...outside, otherEmail])('%s changes no terms by a forged form', async (who) => {
    const before = await versions()
    const sources = await kysely
      .selectFrom('terms_source')
      .selectAll()
      .where('team_guid', '=', team)
      .execute()
    const browser = people[who] ?? stranger(app)
    for (const [intent, values] of [
      ['saveTerms', { text: 'Everything is allowed' }],
      ['fetchTerms', { url }],
    ] as const) {
      const status = await sendForged(browser, terms, intent, values)
      if (who !== otherEmail) expect(status).toBe(who === 'a stranger' ? 401 : 404)
    }
    await app.settle()
    expect(await versions()).toEqual(before)
    expect(
      await kysely.selectFrom('terms_source').selectAll().where('team_guid', '=', team).execute(),
    ).toEqual(sources)
  })

  test('an admin does, and a record says who', async () => {
    const admin = people[adminEmail]!
    await admin.open(terms)
    await admin.fill('Text of the terms', 'By the admin').press('Save as new version')
    expect((await versions()).at(-1)).toBe('By the admin')
    await owner.open('/team/admin?tabActive=audit&about=team')
    expect(owner.text()).toContain(adminEmail)
  })
})

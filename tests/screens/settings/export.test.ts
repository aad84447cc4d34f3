import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeShare, openShare, password, recipientEmail } from '#tests/support/world/make.ts'
import { makePerson } from '#tests/support/world/addresses.ts'

const { app } = await makeWorld()

type Document = {
  account: { email: string }
  devices: { userAgent: string }[]
  shares: { guid: string; original: string; recipients: { email: string }[]; events: { kind: string }[] }[]
  isComplete: boolean
}

function documentOf(browser: Browser): Document {
  return JSON.parse(Buffer.from(browser.bytes).toString()) as Document
}

test('someone downloads everything that is kept of the account, and gets the originals by its addresses', async () => {
  const { email, browser } = await makePerson(app)
  const guid = await makeShare(app, browser)
  await openShare(app, guid)
  await browser.open('/setting?tabActive=data')
  await browser.follow('Export my data')
  expect(browser.status).toBe(200)
  expect(Object.fromEntries(browser.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="strongroom-2026-11-20.json"',
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
  const document = documentOf(browser)
  expect(document).toMatchObject({ account: { email }, furtherAddresses: [], isComplete: true })
  expect(document.devices.map(({ userAgent }) => userAgent)).toEqual(['Mozilla/5.0 (X11; Linux x86_64)'])
  const [share] = document.shares
  expect(share).toMatchObject({ guid, recipients: [{ email: recipientEmail }] })
  expect(share!.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Shared', 'Mailed', 'View']))
  const original = await browser.fetch(new URL(share!.original).pathname)
  expect([original.status, original.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('an export holds nothing that opens something', async () => {
  const { browser } = await makePerson(app)
  await makeShare(app, browser)
  await browser.open('/setting/export')
  const text = Buffer.from(browser.bytes).toString()
  const { kysely } = app.strongroom.services.database
  const users = await kysely.selectFrom('user').select(['password_hash']).execute()
  const sessions = await kysely.selectFrom('session').selectAll().execute()
  const objects = await kysely.selectFrom('object').select(['guid', 'wrapped_key']).execute()
  const secrets = [
    password,
    ...users.map((user) => user.password_hash),
    ...sessions.flatMap((session) => [session.guid, session.secret_hash]),
    ...objects.flatMap(({ guid, wrapped_key }) => [guid, wrapped_key]),
  ]
  expect(secrets.length).toBeGreaterThan(4)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test("everyone gets their own, and no one else's", async () => {
  const [one, other] = [await makePerson(app), await makePerson(app)]
  await makeShare(app, one.browser)
  await other.browser.open('/setting/export')
  expect(documentOf(other.browser)).toMatchObject({ account: { email: other.email }, shares: [] })
})

test('a stranger is sent to sign in, and comes back to the page with the button', async () => {
  const { email } = await makePerson(app)
  const stranger = await app.browser().open('/setting/export')
  expect(stranger.path).toBe('/access/login?to=%2Fsetting%3FtabActive%3Ddata')
  await stranger.send('signIn', { email, password })
  expect(stranger.path).toBe('/setting?tabActive=data')
})

test("a link on another site starts no export, and the framework's data address none either", async () => {
  const { browser } = await makePerson(app)
  const foreign = await browser.fetch('/setting/export', { site: 'cross-site' })
  expect([foreign.status, foreign.headers.get('location')]).toEqual([302, '/setting?tabActive=data'])
  const asData = await browser.fetch('/setting/export.data')
  expect(await asData.text()).not.toContain('isComplete')
})

test('asking for the head alone counts as no export; the sixth within an hour is refused in words', async () => {
  const { browser } = await makePerson(app)
  for (let number = 0; number < 7; number++) {
    const head = await browser.fetch('/setting/export', { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, null])
  }
  for (let number = 0; number < 5; number++) expect((await browser.open('/setting/export')).status).toBe(200)
  const refused = await browser.fetch('/setting/export')
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('Too many attempts')])
  app.clock.advance(hour)
  // The session has ended by now, too.
  expect((await browser.open('/setting/export')).path).toMatch(/^\/access\/login/)
})

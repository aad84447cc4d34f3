import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, second } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const allAllowed = { download: 'yes', print: 'yes', watermark: 'off' }

/** What requests for bytes get, and what pages do for someone who knows the sender. */
const unshared =
  /The sender stopped sharing this file\.|(?:Olivia Ortega|Ulrich Unger) stopped sharing this file\./

const { app } = await makeWorld()

const olivia = (): Promise<Browser> => signIn(app, operatorEmail, somebody())

/** Every way of a reader to a share, each with the status and the first words of its answer. */
async function answers(reader: Browser, guid: string): Promise<[string, number, string][]> {
  const requests: [string, string, Record<string, string>][] = [
    ['GET', `/file/${guid}`, {}],
    ['GET', `/view/${guid}`, {}],
    ['GET', `/view/${guid}?page=2`, {}],
    ['GET', `/view/${guid}/print`, {}],
    ['GET', `/view/${guid}/page/1?width=1600`, {}],
    ['HEAD', `/view/${guid}/page/1`, {}],
    ['GET', `/view/${guid}/download`, {}],
    ['HEAD', `/view/${guid}/download`, {}],
    ['GET', `/view/${guid}/download`, { range: 'bytes=100-' }],
    ['GET', `/file/${guid}.data`, {}],
    ['GET', `/view/${guid}.data`, {}],
  ]
  const found: [string, number, string][] = []
  for (const [method, address, headers] of requests) {
    const answer = await reader.fetch(address, { method, headers })
    found.push([`${method} ${address}`, answer.status, await answer.text()])
  }
  return found
}

async function expectClosed(reader: Browser, guid: string, status: number, words: RegExp): Promise<void> {
  for (const [address, answered, text] of await answers(reader, guid)) {
    // The data address of a screen carries the status inside; it must not carry the file.
    if (!address.endsWith('.data')) expect(answered, address).toBe(status)
    if (address.startsWith('GET')) expect(text, address).toMatch(words)
    expect(text, address).not.toContain('contract.pdf')
  }
}

async function expectOpen(reader: Browser, guid: string): Promise<void> {
  for (const [address, status] of await answers(reader, guid))
    expect([200, 206, 302], address).toContain(status)
}

describe('unsharing', () => {
  test('closes every address from the very next request on; sharing again opens them', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender, allAllowed)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await rita.press('Print')
    await expectOpen(rita, guid)
    await sender.open(`/s/${guid}`)
    await sender.press('Unshare')
    expect(sender.text()).toContain('Unshared. Only you can open it now.')
    await expectClosed(rita, guid, 410, unshared)
    await rita.open(`/file/${guid}`)
    expect([rita.status, rita.heading()]).toEqual([410, 'Unshared'])
    await sender.press('Share again')
    await expectOpen(rita, guid)
    expect((await rita.fetch(`/view/${guid}/download`)).status).toBe(200)
  })

  test('closes a link for anyone, for who has it open and for who comes', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender, { ...allAllowed, visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    await sender.send('unshare')
    await expectClosed(visitor, guid, 410, unshared)
    const late = await app.browser(somebody()).open(`/file/${guid}`)
    expect([late.status, late.heading()]).toEqual([410, 'Unshared'])
  })

  test('refuses the Open button of a page that stood open before', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender, { visibility: 'public' })
    const visitor = await app.browser(somebody()).open(`/file/${guid}`)
    await sender.send('unshare')
    await visitor.send('open')
    expect([visitor.status, visitor.heading()]).toEqual([410, 'Unshared'])
  })

  test('leaves the sender the file', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender)
    await sender.send('unshare')
    await sender.follow('Preview as recipient')
    expect([sender.status, sender.path]).toEqual([200, `/view/${guid}`])
  })

  test('shows a stranger the same door as before', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender)
    await sender.send('unshare')
    const stranger = await app.browser(somebody()).open(`/file/${guid}`)
    expect([stranger.status, stranger.heading()]).toEqual([200, 'Open a protected file'])
  })
})

test('at its date a share closes, not a second before', async () => {
  const sender = await olivia()
  const guid = await makeShare(app, sender, {
    ...allAllowed,
    visibility: 'public',
    expiry: 'date',
    expiryDate: app.clock.dateIn(1),
    expiryTime: '12:00',
  })
  const { expires_at: end } = await app.strongroom.services.database.kysely
    .selectFrom('share')
    .select('expires_at')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  app.clock.advance(end! - app.clock.now() - hour)
  const visitor = await openPublicShare(app, guid, somebody())
  expect(visitor.text()).toContain('1 hour left')
  app.clock.advance(hour - second)
  await expectOpen(visitor, guid)
  app.clock.advance(second)
  await expectClosed(visitor, guid, 410, /Access to this file (?:has ended\.|ended on )/)
  await visitor.open(`/file/${guid}`)
  expect([visitor.status, visitor.heading()]).toEqual([410, 'Expired'])
})

test('when the sender’s account is suspended, what it shared is closed', async () => {
  const ulrich = await makeUser(app, { browser: somebody() })
  const guid = await makeShare(app, ulrich, allAllowed)
  const rita = await openShare(app, guid, recipientEmail, somebody())
  const { kysely } = app.strongroom.services.database
  const account = kysely.updateTable('user').where('email', '=', 'ulrich@example.org')
  await account.set({ status: 'Suspended' }).execute()
  await expectClosed(rita, guid, 410, unshared)
  await account.set({ status: 'Active' }).execute()
  await expectOpen(rita, guid)
})

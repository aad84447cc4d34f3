import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour, minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, recipientEmail } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app, operator: sender } = await makeWorld()

async function askLinks(email: string, options = somebody()): Promise<Browser> {
  const browser = await app.browser(options).open('/access/filelogin')
  return browser.send('ask', { email })
}

/** The guids of the shares that the newest email to an address links to; none when none came. */
async function linked(email: string, before: number): Promise<string[]> {
  const emails = (await app.outbox.to(email)).slice(before)
  return emails.flatMap((mail) => mail.links.map((link) => new URL(link).pathname.split('/')[2]!))
}

async function emailsTo(email: string): Promise<number> {
  return (await app.outbox.to(email)).length
}

test('who comes without a link types the address, and gets the links of what is open to it, the newest first', async () => {
  const email = 'lena@example.net'
  const first = await makeShare(app, sender, { recipients: email })
  app.clock.advance(minute)
  const second = await makeShare(app, sender, { recipients: `${email}, rob@example.net` })
  const others = await makeShare(app, sender, { recipients: 'rob@example.net' })
  const before = await emailsTo(email)
  const browser = await askLinks(` ${email.toUpperCase()} `)
  expect([browser.status, browser.path, browser.heading()]).toEqual([
    200,
    '/access/filelogin?step=links',
    'Check your email',
  ])
  const guids = await linked(email, before)
  expect(guids).toEqual([second, first])
  expect(guids).not.toContain(others)
  const mail = await app.outbox.newest(email)
  expect(mail.text).toContain('Olivia Ortega (olivia@example.org)')
  expect(mail.text + mail.html).not.toContain('contract.pdf')

  // A link opens nothing by itself.
  const stranger = await app.browser(somebody()).open(mail.links[0]!)
  expect(stranger.heading()).toBe('Olivia shared a confidential file with you')
  expect((await stranger.fetch(`/view/${second}/page/1`)).status).toBe(401)
})

test('data rooms that the address can enter are among them, by their owner and never by name', async () => {
  const email = 'mira@example.net'
  const { kysely } = app.strongroom.services.database
  const entered = await makeRoom(app, { name: 'Project Alba', members: { [email]: 1 } })
  const older = await makeRoom(app, { name: 'Project Birk', version: 1, members: { [email]: 3 } })
  const closings = [{ suspended_at: app.clock.now() }, { removed_at: app.clock.now() }, { expires_at: 1 }]
  for (const closing of closings) {
    const { members } = await makeRoom(app, { members: { [email]: 1 } })
    await kysely.updateTable('member').set(closing).where('guid', '=', members[email]!).execute()
  }
  const binned = await makeRoom(app, { members: { [email]: 1 } })
  await kysely.updateTable('room').set({ binned_at: 1 }).where('guid', '=', binned.guid).execute()
  await askLinks(email)
  const mail = await app.outbox.newest(email)
  expect(mail.links.map((link) => new URL(link).pathname).sort()).toEqual(
    [`/dr/${entered.guid}`, `/d/${older.guid}`].sort(),
  )
  expect(mail.text).toContain('Data room of Olivia Ortega (olivia@example.org)')
  expect(mail.text + mail.html).not.toMatch(/Alba|Birk/)
  const stranger = await app.browser(somebody()).open(mail.links[0]!)
  expect(stranger.heading()).toBe('Open a protected data room')
})

test('what is in the trash is not among them, nor what was taken away from this person or has ended for them', async () => {
  const email = 'hugo@example.net'
  const { kysely } = app.strongroom.services.database
  const binned = await makeShare(app, sender, { recipients: email })
  await kysely.updateTable('share').set({ binned_at: app.clock.now() }).where('guid', '=', binned).execute()
  for (const change of [{ revoked_at: app.clock.now() }, { expires_at: app.clock.now() }]) {
    const guid = await makeShare(app, sender, { recipients: `${email}, rob@example.net` })
    await kysely
      .updateTable('recipient')
      .set(change)
      .where('share_guid', '=', guid)
      .where('email', '=', email)
      .execute()
  }
  const open = await makeShare(app, sender, { recipients: email })
  const before = await emailsTo(email)
  await askLinks(email)
  expect(await linked(email, before)).toEqual([open])
})

test('what is unshared, expired, or of a disabled account is not among them', async () => {
  const email = 'emma@example.net'
  const unshared = await makeShare(app, sender, { recipients: email })
  await sender.send('unshare')
  await makeShare(app, sender, { recipients: email, expiry: 'date', expiryDate: '2026-11-22' })
  const ulrich = await makeUser(app, { email: 'ulrich@example.org' })
  await makeShare(app, ulrich, { recipients: email })
  await app.strongroom.services.accounts.administration.disable('ulrich@example.org')
  const open = await makeShare(app, sender, { recipients: email })
  app.clock.advance(5 * day)
  const before = await emailsTo(email)
  await askLinks(email)
  const guids = await linked(email, before)
  expect(guids).toEqual([open])
  expect(guids).not.toContain(unshared)
})

test('the page is the same for an address that got nothing, and no email goes there', async () => {
  const known = await askLinks(recipientEmail)
  const unknown = await askLinks('stranger@example.com')
  expect(unknown.text()).toBe(known.text())
  expect(unknown.text()).not.toContain('stranger')
  expect(await app.outbox.to('stranger@example.com')).toEqual([])
})

test('who types no address is told how one looks, with what was typed', async () => {
  const browser = await askLinks('rita at home')
  expect([browser.status, browser.page.valueOf('Your email address')]).toEqual([400, 'rita at home'])
  expect(browser.text()).toContain('Enter a full email address, like name@example.com.')
})

test('asking again and again for one address is stopped, whether anything was sent to it or not', async () => {
  for (const email of ['often@example.net', 'lena@example.net']) {
    app.clock.advance(hour)
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await askLinks(email)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  }
})

test('an address in the query fills in the form, and a share that is none leads to no code', async () => {
  const browser = await app.browser(somebody()).open('/access/filelogin?email=rita%40example.net')
  expect(browser.page.valueOf('Your email address')).toBe('rita@example.net')
  expect(browser.page.links('Sign in')).toEqual(['/access/login?email=rita%40example.net'])
})

import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendForged } from '#tests/support/browser/forged-form.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { stranger } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const [ownerEmail, adminEmail, memberEmail, rivalEmail] = [
  'owner@halden.example',
  'admin@halden.example',
  'member@halden.example',
  'rival@rival.example',
]
await makeUser(app, { email: ownerEmail })
await makeUser(app, { email: adminEmail })
const member = await makeUser(app, { email: memberEmail, firstName: 'Mara', lastName: 'Mott' })
await makeUser(app, { email: rivalEmail })
const team = await makeTeam(app, [ownerEmail, adminEmail, memberEmail], { [adminEmail]: 1 })
await kysely.updateTable('team').set({ name: 'Halden' }).where('guid', '=', team).execute()
await makeTeam(app, [rivalEmail])
const page = '/team/admin?tabActive=sign-in'

/** The subjects of the emails to an address that are about it. */
async function told(email: string): Promise<number> {
  const all = await app.outbox.to(email)
  return all.filter(({ subject }) => subject.startsWith('Halden requires two-step verification')).length
}

const keys = new Map<string, string>()
async function setUp(browser: Browser, email: string): Promise<void> {
  await browser.open('/setting?tabActive=twofactor')
  await browser.send('beginSecondFactor')
  keys.set(email, keyOn(browser))
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, keyOn(browser)) })
}

test('who has none is listed, told at once, a week and a day before, and stopped from that day on', async () => {
  const owner = await signIn(app, ownerEmail)
  await setUp(owner, ownerEmail)
  await owner.open(page)
  expect(owner.text()).toContain('2 members don’t have it')
  expect(owner.text()).toContain(`Mara Mott (${memberEmail})`)
  expect(owner.text()).not.toContain(`(${ownerEmail})`)
  await owner.choose('Required from a date').fill('Day', '1999-01-01').press('Save rule')
  expect(owner.status).toBe(400)
  expect(owner.page.root.querySelector('#date')?.getAttribute('value')).toBe('1999-01-01')
  const date = app.clock.dateIn(30)
  const from = Date.parse(date)
  await owner.fill('Day', date).press('Save rule')
  expect(owner.text()).toContain('Required from')
  await app.settle()
  expect([await told(memberEmail), await told(adminEmail), await told(ownerEmail)]).toEqual([1, 1, 0])

  await member.open('/home')
  expect([member.status, member.url.pathname]).toEqual([200, '/home'])
  expect(member.text()).toContain('Halden requires two-step verification from')
  expect(member.page.links('Set it up')).toEqual(['/setting?tabActive=twofactor'])
  await setUp(await signIn(app, adminEmail), adminEmail)

  for (const days of [7, 1]) {
    app.clock.advance(from - days * day - app.clock.now() + 1000)
    await app.settle()
    await app.settle()
  }
  // Who has set it up meanwhile hears no more of it.
  expect([await told(memberEmail), await told(adminEmail), await told(ownerEmail)]).toEqual([3, 1, 0])
  const before = await signIn(app, memberEmail)
  expect(before.path).toBe('/home')
  app.clock.advance(from - app.clock.now() + 1000)
  await app.settle()
  const after = await trySignIn(app, memberEmail)
  await after.open('/s')
  expect(after.url.pathname).toBe('/setting')
  expect(after.text()).toContain('Halden requires two-step verification')
  expect(await told(memberEmail)).toBe(3)
})

test('of a day that was moved, only the new one counts', async () => {
  const admin = await secured(adminEmail)
  await admin.open(page)
  await admin.choose('Required from a date').fill('Day', app.clock.dateIn(10)).press('Save rule')
  const member = await signIn(app, memberEmail)
  expect((await member.open('/s')).url.pathname).toBe('/s')
  await admin.open(page)
  await admin.choose('Optional').press('Save rule')
  await app.settle()
  const before = await told(memberEmail)
  app.clock.advance(11 * day)
  await app.settle()
  expect(await told(memberEmail)).toBe(before)
  const now = await secured(adminEmail)
  await now.open('/team/admin?tabActive=audit')
  expect(now.text()).toContain('changed two-step verification from optional to required from')
  expect(now.text()).toContain('changed two-step verification from required to required from')
  expect(now.text()).toMatch(/changed two-step verification from required from .* to optional/)
})

test('required at once, it stops who has none at the next request', async () => {
  const admin = await secured(adminEmail)
  const member = await signIn(app, memberEmail)
  await admin.open(page)
  await admin.choose(/^Required Members/).press('Save rule')
  expect((await member.open('/s')).url.pathname).toBe('/setting')
  await admin.open(page)
  await admin.choose('Optional').press('Save rule')
  expect((await member.open('/s')).url.pathname).toBe('/s')
})

test('no one else sets it: members, strangers, the administrator of the server, another team’s admin', async () => {
  const values = { requirement: 'now', date: '' }
  const [own, other] = [await signIn(app, memberEmail), await signIn(app, rivalEmail)]
  expect(await sendForged(own, '/team/admin', 'teamSecondFactor', values)).toBe(404)
  expect(await sendForged(stranger(app), '/team/admin', 'teamSecondFactor', values)).toBe(401)
  const operator = await signIn(app, operatorEmail)
  expect(await sendForged(operator, '/team/admin', 'teamSecondFactor', values)).toBe(404)
  await other.open(page)
  await other.send('teamSecondFactor', values)
  const row = await kysely
    .selectFrom('team')
    .select('requires_second_factor')
    .where('guid', '=', team)
    .executeTakeFirst()
  expect(row?.requires_second_factor).toBe(0)
})

/** Signed in with the code of the app. */
async function secured(email: string): Promise<Browser> {
  app.clock.advance(minute)
  const browser = await trySignIn(app, email)
  await browser.send('secondFactor', { twoFactorCode: appCode(app, keys.get(email)!) })
  return browser
}

import { beforeEach, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const [adminEmail, memberEmail, outsideEmail] = [
  'admin@halden.example',
  'member@halden.example',
  'outside@elsewhere.example',
]
for (const email of [adminEmail, memberEmail, outsideEmail])
  await makeUser(app, { email, browser: somebody() })
const team = await makeTeam(app, [adminEmail, memberEmail])

beforeEach(() => app.clock.advance(16 * minute))

async function allow(methods: readonly string[] | null): Promise<void> {
  const stored = methods && JSON.stringify(methods)
  await kysely.updateTable('team').set({ allowed_methods: stored }).where('guid', '=', team).execute()
}

/** Asks for a code, and answers the page after it. */
async function ask(email: string, browser = app.browser(somebody())): Promise<Browser> {
  await browser.open('/access/code')
  await browser.fill('Email address', email).press('Email me a code')
  await app.settle()
  return browser
}

async function codesTo(email: string): Promise<string[]> {
  const all = await app.outbox.to(email)
  return all.filter(({ subject }) => subject.includes('sign-in code')).flatMap(({ code }) => code ?? [])
}

test('the page offers it where a team allows it, and an admin allows it', async () => {
  const door = await app.browser().open('/access/login')
  expect(door.page.links(/code by email/)).toEqual([])
  const admin = await signIn(app, adminEmail)
  await admin.open('/team/admin?tabActive=sign-in')
  await admin.choose(/^Code by email/).press('Change methods …')
  expect(admin.text()).toContain('No member is locked out.')
  await admin.press('Change methods')
  await door.open('/access/login')
  expect(door.page.links(/code by email/)).toEqual(['/access/code'])
})

test('a member signs in by the code, once, in the browser that requested it', async () => {
  const browser = await ask(memberEmail)
  const [code] = (await codesTo(memberEmail)).slice(-1)
  const other = await app.browser(somebody()).open(`/access/code?step=code&email=${memberEmail}`)
  await other.send('prove', { code: code! })
  expect([other.status, other.cookies.names().includes('session')]).toEqual([400, false])
  await browser.fill('Six-digit code', code!).press('Sign in')
  expect(browser.path).toBe('/home')
  const again = await ask(memberEmail)
  await again.send('prove', { code: code! })
  expect(again.status).toBe(400)
  await browser.open('/setting?tabActive=sessions')
  expect(browser.text()).toContain('Code by email')
  await app.settle()
  await browser.open('/setting/activity')
  expect(browser.text()).toContain('signed in with a code by email')
  expect(browser.text()).toContain('entered a wrong sign-in code')
})

test('every address gets the same page; only members of such a team get an email', async () => {
  const pages = new Set<string>()
  for (const email of [memberEmail, outsideEmail, 'nobody@halden.example']) {
    const browser = await ask(email)
    pages.add(`${browser.status} ${browser.text().replaceAll(email, 'ADDRESS')}`)
    await browser.send('prove', { code: '000000' })
    pages.add(`wrong ${browser.status} ${browser.text().replaceAll(email, 'ADDRESS')}`)
  }
  expect(pages.size).toBe(2)
  expect(await codesTo(outsideEmail)).toEqual([])
  expect(await codesTo('nobody@halden.example')).toEqual([])
})

test('where it is the only way, a password is not enough; where it is none, a code is not sent', async () => {
  await allow(['email'])
  const shut = await trySignIn(app, memberEmail)
  expect(shut.status).toBe(403)
  expect(shut.page.links(/code by email/)).toEqual(['/access/code'])
  const browser = await ask(memberEmail)
  const code = (await codesTo(memberEmail)).at(-1)!
  await allow(['password'])
  await browser.send('prove', { code })
  expect([browser.status, browser.cookies.names().includes('session')]).toEqual([403, false])
  const before = (await codesTo(memberEmail)).length
  await ask(memberEmail)
  expect((await codesTo(memberEmail)).length).toBe(before)
  await allow(null)
  await ask(memberEmail)
  expect((await codesTo(memberEmail)).length).toBe(before)
})

test('five wrong codes use it up, and it lives fifteen minutes', async () => {
  await allow(['email'])
  const browser = await ask(memberEmail)
  const code = (await codesTo(memberEmail)).at(-1)!
  const wrong = code === '111111' ? '222222' : '111111'
  for (let at = 0; at < 5; at++) await browser.send('prove', { code: wrong })
  await browser.send('prove', { code })
  expect([browser.status, browser.cookies.names().includes('session')]).toEqual([400, false])
  app.clock.advance(16 * minute)
  const late = await ask(memberEmail)
  const next = (await codesTo(memberEmail)).at(-1)!
  app.clock.advance(15 * minute)
  await late.send('prove', { code: next })
  expect(late.cookies.names().includes('session')).toBe(false)
})

test('requests are limited, with the words of every such limit', async () => {
  const browser = app.browser(somebody())
  for (let at = 0; at < 5; at++) await ask(memberEmail, browser)
  await ask(memberEmail, browser)
  expect(browser.status).toBe(429)
  expect(browser.text()).toContain('Too many attempts.')
})

test('two-step verification comes after it', async () => {
  await allow(['email', 'password'])
  const member = await signIn(app, memberEmail)
  await member.open('/setting?tabActive=twofactor')
  await member.send('beginSecondFactor')
  const key = keyOn(member)
  await member.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  const browser = await ask(memberEmail)
  await browser.send('prove', { code: (await codesTo(memberEmail)).at(-1)! })
  expect([browser.url.pathname, browser.cookies.names().includes('session')]).toEqual([
    '/access/secondfactor',
    false,
  ])
})

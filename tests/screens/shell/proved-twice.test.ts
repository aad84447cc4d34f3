// @module-tag engines
import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Page } from '#tests/support/browser/page.ts'
import { makePerson } from '#tests/support/world/addresses.ts'
import { startApp } from '#tests/support/world/app.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, password, recipientEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator, share } = await makeWorld({ share: { recipients: recipientEmail } })
const newPassword = 'nine patient herons by the canal'

type Values = Parameters<Browser['sendTwice']>[1]

/**
 * Presses a button twice, so that the second answer takes the place of the first: this browser has no cookie of the
 * first. Returns where both lead.
 */
async function pressTwice(browser: Browser, intent: string, values: Values = {}): Promise<(string | null)[]> {
  const before = browser.cookies.header(browser.url)
  const [one, other] = await browser.sendTwice(intent, values)
  expect([one.status, other.status, browser.cookies.header(browser.url) !== before]).toEqual([303, 303, true])
  expect(other.headers.getSetCookie()).toEqual(one.headers.getSetCookie())
  return [one, other].map(({ headers }) => headers.get('location'))
}

/** Of all emails, since those that are sent at the same time arrive in any order. */
async function newestLink(email: string, part: string): Promise<string> {
  const emails = await app.outbox.to(email)
  return emails.flatMap(({ links }) => links).findLast((link) => link.includes(part))!
}

async function atCode(guid = share): Promise<{ browser: Browser; code: string }> {
  const browser = await app.browser(somebody()).open(`/file/${guid}`)
  await browser.send('ask', { email: recipientEmail })
  return { browser, code: await codeFor(app, recipientEmail) }
}

/** Turns on two-step verification, and returns its key. */
async function withSecondFactor(browser: Browser): Promise<string> {
  await browser.open('/setting?tabActive=twofactor')
  await browser.send('beginSecondFactor')
  const key = keyOn(browser)
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  app.clock.advance(minute)
  return key
}

test('a recipient who presses twice after their code is in, by the second answer as by the first', async () => {
  const { browser, code } = await atCode()
  expect(await pressTwice(browser, 'prove', { code })).toEqual([`/file/${share}`, `/file/${share}`])
  await browser.open(`/file/${share}`)
  expect([browser.status, browser.path]).toEqual([200, `/file/${share}`])
})

test('so is who is asked for the second factor', async () => {
  const { email, browser } = await makePerson(app, {})
  const key = await withSecondFactor(browser)
  const there = await trySignIn(app, email, password)
  expect(there.url.pathname).toBe('/access/secondfactor')
  const twoFactorCode = appCode(app, key)
  expect(await pressTwice(there, 'secondFactor', { twoFactorCode })).toEqual(['/home', '/home'])
  expect((await there.open('/home')).path).toBe('/home')
})

test('who turns it on reads the recovery codes that there are', async () => {
  const { browser } = await makePerson(app, {})
  await browser.open('/setting?tabActive=twofactor')
  await browser.send('beginSecondFactor')
  const answers = await browser.sendTwice('confirmSecondFactor', {
    twoFactorCode: appCode(app, keyOn(browser)),
  })
  const texts = await Promise.all(answers.map(async (answer) => new Page(await answer.text()).text()))
  const codes = texts.map((text) => text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g))
  expect([answers.map(({ status }) => status), codes[0]?.length]).toEqual([[200, 200], 10])
  expect(codes[1]).toEqual(codes[0])
})

test('who changes the password is told that it is changed, and who resets it as well', async () => {
  const { email, browser } = await makePerson(app, {})
  await browser.open('/setting?tabActive=password')
  const there = '/setting?tabActive=password'
  expect(await pressTwice(browser, 'changePassword', { password, newPassword })).toEqual([there, there])
  await app
    .browser()
    .open('/access/reset')
    .then((one) => one.send('request', { email }))
  const other = await app.browser().open(await newestLink(email, '/access/reset?'))
  const [one, two] = await pressTwice(other, 'reset', { newPassword: password })
  expect([new URL(one!, other.url).pathname, two]).toEqual(['/access/login', one])
  expect((await signIn(app, email)).path).toBe('/home')
})

test('who activates an account is in it', async () => {
  const browser = await app.browser(somebody()).open('/access/register')
  const email = 'wanda@example.org'
  await browser.send('register', { firstName: 'Wanda', lastName: 'Weiss', email, password })
  await browser.open(await newestLink(email, '/access/activated/'))
  expect(await pressTwice(browser, 'activate')).toEqual(['/home', '/home'])
  expect((await browser.open('/home')).path).toBe('/home')
})

test('who registers the first account of an installation is in it', async () => {
  const fresh = await startApp()
  const browser = await fresh.browser().open('/access/register')
  const values = { firstName: 'Olivia', lastName: 'Ortega', email: 'first@example.org', password }
  const [one, other] = await pressTwice(browser, 'register', values)
  expect([one, other]).toEqual(['/home', '/home'])
  expect((await browser.open('/home')).path).toBe('/home')
})

test('a code that was used is none from another page, nor a minute later, nor for another browser', async () => {
  const { browser, code } = await atCode()
  const { page, url } = browser
  const thief = Object.assign(await app.browser(somebody()).open(`/file/${share}`), { page })
  await browser.send('prove', { code })
  await thief.send('prove', { code })
  expect(thief.status).toBe(403)
  const again = app.browser(somebody())
  again.cookies.keep(`browser=${browser.cookies.value('browser')}; Path=/`, url)
  await again.open(url.pathname + url.search)
  await again.open(`/access/filelogin?share=${share}&email=${encodeURIComponent(recipientEmail)}&step=code`)
  await again.send('prove', { code })
  expect([again.status, again.text()]).toEqual([400, expect.stringContaining('That code is wrong')])
  app.clock.advance(minute)
  again.page = page
  await again.send('prove', { code })
  expect([again.status, again.text()]).toEqual([400, expect.stringContaining('That code is wrong')])
})

test('what is stored for the second answer tells nothing without the form', async () => {
  const { browser, code } = await atCode(await makeShare(app, operator))
  await browser.send('prove', { code })
  const rows = await app.strongroom.services.database.kysely.selectFrom('sent_form').selectAll().execute()
  const outcomes = rows.map(({ outcome }) => outcome ?? '')
  expect(outcomes.some((outcome) => /^[\w-]{80,}$/.test(outcome))).toBe(true)
  expect(outcomes.join()).not.toMatch(/reader=|session=/)
})

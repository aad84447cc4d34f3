import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, password } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'

const tab = '/setting?tabActive=twofactor'

let people = 0

const { app } = await makeWorld()

type Person = { email: string; browser: Browser; key: string; codes: string[] }

/** Someone signed in whose two-factor code is on, and of whom no email waits. */
async function person(): Promise<Person> {
  const email = `journey${++people}@example.org`
  const browser = await makeUser(app, { email })
  await browser.open(tab)
  await browser.press('Set up two-step verification')
  const key = keyOn(browser)
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  const codes = browser.text().match(/\b\w{4}-\w{4}-\w{4}\b/g) ?? []
  app.clock.advance(minute)
  return { email, browser, key, codes }
}

/** A browser that has typed the right password. */
async function atCode({ email }: Person): Promise<Browser> {
  const browser = await app.browser().open('/access/login?to=%2Fs')
  await browser.send('signIn', { email, password })
  expect([browser.status, browser.heading()]).toEqual([200, 'Two-step verification'])
  return browser
}

test('the password alone opens nothing; with the code of the app the person is where it wanted to go', async () => {
  const one = await person()
  const browser = await atCode(one)
  expect((await app.browser().open('/home')).path).toMatch(/^\/access\/login/)
  const code = appCode(app, one.key)
  const challenge = browser.path
  expect((await browser.open('/home')).path).toMatch(/^\/access\/login/)
  await browser.open(challenge)
  browser.fill('Code', ` ${code.slice(0, 3)} ${code.slice(3)}`)
  await browser.press('Continue')
  expect([browser.status, browser.path]).toEqual([200, '/s'])
})

test('a code that was seen over the shoulder is nothing for a second sign-in', async () => {
  const one = await person()
  const [first, second] = [await atCode(one), await atCode(one)]
  const code = appCode(app, one.key)
  await first.send('secondFactor', { twoFactorCode: code })
  expect(first.path).toBe('/s')
  await second.send('secondFactor', { twoFactorCode: code })
  expect(second.status).toBe(400)
  expect(second.text()).toContain('That code is wrong, expired or already used.')
})

test('the code that switched it on signs no one in', async () => {
  const email = 'first@example.org'
  const browser = await makeUser(app, { email })
  await browser.open(tab)
  await browser.press('Set up two-step verification')
  const key = keyOn(browser)
  const code = appCode(app, key)
  await browser.send('confirmSecondFactor', { twoFactorCode: code })
  const other = await atCode({ email, browser, key, codes: [] })
  await other.send('secondFactor', { twoFactorCode: code })
  expect(other.status).toBe(400)
})

test('a recovery code signs in once, and its owner is notified', async () => {
  const one = await person()
  const [code = ''] = one.codes
  const browser = await atCode(one)
  await browser.send('secondFactor', { twoFactorCode: code.toLowerCase() })
  expect(browser.path).toBe('/s')
  const emails = (await app.outbox.all()).filter(({ to }) => to.includes(one.email))
  expect(emails.map(({ subject }) => subject)).toContain('A recovery code was used for Strongroom')
  await browser.open(tab)
  expect(browser.text()).toContain('9 codes left.')
  const again = await atCode(one)
  await again.send('secondFactor', { twoFactorCode: code })
  expect(again.status).toBe(400)
})

test('while wrong codes are refused, people who are signed in stay in, and can switch it off', async () => {
  const one = await person()
  for (let tries = 0; tries < 10; tries++) {
    const browser = await atCode(one)
    await browser.send('secondFactor', { twoFactorCode: 'wrong' })
    expect(browser.status).toBe(400)
  }
  const late = await atCode(one)
  await late.send('secondFactor', { twoFactorCode: appCode(app, one.key) })
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '900'])
  expect(late.text()).toContain(
    'Too many attempts. Wait a few minutes, then try again. You can sign in now from a browser you’ve used before, or after resetting your password.',
  )
  await one.browser.open(tab)
  await one.browser.send('endSecondFactor', { password })
  const free = await app.browser().open('/access/login')
  await free.send('signIn', { email: one.email, password })
  expect(free.path).toBe('/home')
})

test('an account without a password shows a code to switch it off', async () => {
  const one = await person()
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('user').set({ has_password: 0 }).where('email', '=', one.email).execute()
  await one.browser.open(tab)
  const ids = one.browser.page.root.querySelectorAll('[id]').map((element) => element.getAttribute('id'))
  expect(new Set(ids).size).toBe(ids.length)
  await one.browser.send('endSecondFactorByCode', { offCode: 'wrong' })
  expect(one.browser.status).toBe(400)
  expect(one.browser.page.links('That code is wrong')).toEqual(['#offCode'])
  await one.browser.send('endSecondFactorByCode', { offCode: appCode(app, one.key) })
  expect(one.browser.text()).toContain('Two-step verification is off.')
})

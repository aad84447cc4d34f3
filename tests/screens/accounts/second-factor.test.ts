import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail, password, recipientEmail } from '#tests/support/world/make.ts'
import { changeSignIn } from '#tests/support/world/ways-in.ts'
import { codeFor } from '#tests/support/world/people.ts'

const rightCode = '246810'

const { app, share: guid } = await makeWorld({ share: {} })
changeSignIn(app, {
  secondFactor: { isOn: async () => true, check: async (_user, code) => code === rightCode },
})

/** Someone who has typed the right password, and waits. */
async function waiting(address = '/access/login', form = {}): Promise<Browser> {
  const browser = await app.browser().open(address)
  return browser.send('signIn', { email: operatorEmail, password, ...form })
}

test('after the password a code is asked for, and then comes the page that was wanted', async () => {
  const browser = await waiting('/s?page=1', { isRemembered: 'on' })
  expect([browser.url.pathname, browser.heading()]).toEqual(['/access/secondfactor', 'Two-step verification'])
  const field = browser.page.root.querySelector('#twoFactorCode')!
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(Buffer.from(browser.bytes).toString()).not.toMatch(/<script/)
  expect(browser.cookies.names()).not.toContain('session')
  await browser.send('secondFactor', { twoFactorCode: ' 246 810 ' })
  expect([browser.status, browser.path]).toEqual([200, '/s?page=1'])
  expect(browser.cookies.names()).not.toContain('challenge')
})

test('before the code nothing else takes the browser for signed in', async () => {
  const browser = await waiting()
  for (const address of [
    '/home',
    '/share',
    '/setting',
    '/access/setup',
    '/access/changepassword',
    `/s/${guid}`,
  ]) {
    expect((await browser.fetch(address)).headers.get('location')).toMatch(/^\/access\/login\?to=/)
  }
  expect((await browser.fetch(`/view/${guid}/page/1`)).status).toBe(401)
  expect((await browser.open(`/file/${guid}`)).url.pathname).toBe('/access/filelogin')
  await browser.open('/access/login')
  expect(browser.heading()).toBe('Sign in')
})

test('a wrong code keeps the form and says so; the fifth ends it', async () => {
  const browser = await waiting()
  for (let tries = 0; tries < 4; tries++) {
    await browser.send('secondFactor', { twoFactorCode: '000000' })
    expect([browser.status, browser.heading()]).toEqual([400, 'Two-step verification'])
    expect(browser.text()).toContain('That code is wrong, expired or already used.')
  }
  await browser.send('secondFactor', { twoFactorCode: '000000' })
  expect([browser.path, browser.status]).toEqual(['/access/login', 200])
  expect(browser.text()).toContain('Sign in again.')
  expect((await browser.open('/access/secondfactor')).path).toBe('/access/login')
  app.clock.advance(16 * minute)
})

test('nothing typed is refused in words and is no try', async () => {
  const browser = await waiting()
  for (let tries = 0; tries < 6; tries++) {
    await browser.send('secondFactor', { twoFactorCode: '' })
    expect([browser.status, browser.text().includes('Enter the code.')]).toEqual([400, true])
  }
  await browser.send('secondFactor', { twoFactorCode: rightCode })
  expect(browser.path).toBe('/home')
})

test('the step belongs to the browser that typed the password, for ten minutes', async () => {
  const stranger = await app.browser().open('/access/secondfactor')
  expect([stranger.path, stranger.text().includes('Sign in again.')]).toEqual(['/access/login', true])
  const browser = await waiting()
  const line = browser.cookies.value('challenge')
  expect(line).toBeTruthy()
  const form = browser.page.submission(browser.page.form('secondFactor'))
  app.clock.advance(10 * minute)
  await browser.submit({
    ...form,
    entries: form.entries.map((entry) =>
      entry.name === 'twoFactorCode' ? { ...entry, value: rightCode } : entry,
    ),
  })
  expect([browser.path, browser.cookies.names().includes('session')]).toEqual(['/access/login', false])
})

test('the cookie of the step is out of reach of scripts and lasts ten minutes', async () => {
  const browser = await app.browser().open('/access/login')
  const { entries } = browser.page.submission(browser.page.form('signIn'))
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  const answer = await browser.fetch('/access/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, email: operatorEmail, password }).toString(),
  })
  const lines = answer.headers.getSetCookie()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^challenge=[^;]+; Max-Age=600; Path=\/;( Expires=[^;]+;)? HttpOnly; SameSite=Lax$/,
  )
})

test('a recipient’s code by email still works beside it', async () => {
  const browser = await waiting()
  await browser.open(`/file/${guid}`)
  await browser.send('ask', { email: recipientEmail })
  const code = await codeFor(app, recipientEmail)
  await browser.send('prove', { code })
  expect(browser.path).toBe(`/file/${guid}`)
})

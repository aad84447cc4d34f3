import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { operatorEmail, password, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makePerson } from '#tests/support/world/addresses.ts'

const newPassword = 'nine patient herons by the canal'

const { app } = await makeWorld()

async function askForLink(email: string): Promise<Browser> {
  const browser = await app.browser().open('/access/login')
  await browser.follow('Forgot your password?')
  return browser.send('request', { email })
}

async function resetLink(email: string): Promise<string> {
  await askForLink(email)
  return app.outbox.linkTo(email, '/access/reset?')
}

test('who forgot the password chooses a new one by an emailed link, which ends every session', async () => {
  const { email, browser: elsewhere } = await makePerson(app, {})
  const browser = await app.browser().open(await resetLink(email))
  expect(browser.heading()).toBe('Choose a new password')
  expect(browser.text()).toContain(email)
  browser.fill('New password', newPassword)
  await browser.press('Change password')
  expect([browser.url.pathname, browser.status]).toEqual(['/access/login', 200])
  expect(browser.text()).toContain('Password changed. Sign in with the new one.')
  expect((await elsewhere.open('/home')).status).toBe(401)
  expect((await trySignIn(app, email, password)).path).toBe('/access/login')
  expect((await trySignIn(app, email, newPassword)).path).toBe('/home')
  expect((await app.outbox.newest(email)).subject).toContain('password was changed')
})

test('a reset link changes nothing when it is only opened, works once, and only the newest does', async () => {
  const { email, browser: elsewhere } = await makePerson(app, {})
  const old = await resetLink(email)
  const link = await resetLink(email)
  expect((await app.browser().open(old)).status).toBe(410)
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await app.browser().fetch(link, { method, headers: { 'sec-purpose': 'prefetch' } })).status).toBe(
      200,
    )
  }
  expect((await elsewhere.open('/home')).path).toBe('/home')
  const [one, other] = [await app.browser().open(link), await app.browser().open(link)]
  await one.send('reset', { newPassword })
  await other.send('reset', { newPassword: 'somebody else was here too' })
  expect([other.status, other.heading()]).toEqual([410, 'This link no longer works'])
  expect((await app.browser().open(link)).status).toBe(410)
  expect((await trySignIn(app, email, newPassword)).path).toBe('/home')
})

test('a reset link is over after an hour', async () => {
  const { email } = await makePerson(app, {})
  const link = await resetLink(email)
  const browser = await app.browser().open(link)
  app.clock.advance(hour)
  expect((await app.browser().open(link)).status).toBe(410)
  await browser.send('reset', { newPassword })
  expect(browser.status).toBe(410)
  expect((await trySignIn(app, email, password)).path).toBe('/home')
})

test('a password that cannot be used is refused, and the link still works', async () => {
  const { email } = await makePerson(app, {})
  const browser = await app.browser().open(await resetLink(email))
  for (const [weak, words] of [
    ['short', 'Use at least 12 characters.'],
    ['qwertyuiopas', 'too easy to guess'],
    [email, 'contains your name, your address'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
  ] as const) {
    await browser.send('reset', { newPassword: weak })
    expect([browser.status, browser.heading()]).toEqual([400, 'Choose a new password'])
    expect(browser.text()).toContain(words)
    expect(browser.page.valueOf('New password')).toBe('')
  }
  await browser.send('reset', { newPassword })
  expect(browser.url.pathname).toBe('/access/login')
})

test('a link of another purpose, or an invented one, sets no password', async () => {
  const email = 'pending@example.org'
  const registering = await app.browser().open('/access/register')
  await registering.send('register', { firstName: 'Pia', lastName: 'Pending', email, password })
  const { links } = await app.outbox.newest(email)
  const activation = links
    .find((link) => link.includes('/activated/'))!
    .split('/')
    .at(-1)!
  for (const token of [activation, 'x'.repeat(43), '', '%00', '../', 'x'.repeat(10_000)]) {
    const browser = await app.browser().open(`/access/reset?token=${token}`)
    expect(browser.status).toBe(410)
    expect(browser.text()).not.toContain('Error:')
  }
})

test('asking for a link says the same whether there is an account or not, and emails only the account', async () => {
  const { email } = await makePerson(app, {})
  const known = await askForLink(email)
  const unknown = await askForLink('stranger@example.org')
  expect([known.url.pathname, known.status]).toEqual(['/access/reset', 200])
  expect(known.text()).toBe(unknown.text())
  expect(known.text()).toContain('If that address has an account')
  expect((await app.outbox.newest(email)).links.some((link) => link.includes('/access/reset?'))).toBe(true)
  expect(await app.outbox.to('stranger@example.org')).toEqual([])
})

test('the link in the email is of the configured address, whatever host the request names', async () => {
  const { email } = await makePerson(app, {})
  const browser = await app.browser().open('/access/reset')
  const { action, entries } = browser.page.submission(browser.page.form('request'))
  const body = new URLSearchParams(
    entries.map(({ name, value }) => [name, name === 'email' ? email : String(value)]),
  )
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  const answer = await browser.fetch(action || '/access/reset', {
    method: 'POST',
    headers,
    body: body.toString(),
  })
  expect(answer.status).toBe(303)
  const mail = await app.outbox.newest(email)
  expect(mail.links.find((link) => link.includes('/access/reset?'))).toMatch(/^http:\/\/localhost:3000\//)
  expect(mail.text + mail.html).not.toContain('evil.example')
})

test('asking again and again is stopped, with the address kept', async () => {
  const { email } = await makePerson(app, {})
  let browser = await askForLink(email)
  for (let round = 1; browser.status === 200; round++) {
    expect(round).toBeLessThan(10)
    browser = await askForLink(email)
  }
  expect(browser.status).toBe(429)
  expect(browser.page.valueOf('Email address')).toBe(email)
  app.clock.advance(hour + minute)
  expect((await askForLink(email)).status).toBe(200)
})

test('who is signed in can use a reset link, too, and is signed out by it', async () => {
  await askForLink(operatorEmail)
  const { links } = await app.outbox.newest(operatorEmail)
  const browser = await signIn(app, operatorEmail)
  await browser.open(links.find((link) => link.includes('/access/reset?'))!)
  await browser.send('reset', { newPassword })
  expect(browser.url.pathname).toBe('/access/login')
})

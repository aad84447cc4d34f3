import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { openShare, operatorEmail, password, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { codeFor } from '#tests/support/world/people.ts'

const { app, share: guid } = await makeWorld({ share: {} })

const words = 'Session expired for your security'

test('who comes back too late signs in on the spot and is where the work was', async () => {
  const browser = await signIn(app, operatorEmail)
  app.clock.advance(31 * minute)
  await browser.open(`/s/${guid}?page=1`)
  expect([browser.status, browser.path, browser.heading()]).toEqual([
    401,
    `/s/${guid}?page=1`,
    'Sign in again',
  ])
  expect(browser.text()).toContain(words)
  expect(browser.text()).not.toContain('contract.pdf')
  await browser.send('signIn', { email: operatorEmail, password: 'not the right phrase at all' })
  expect(browser.status).toBe(400)
  await browser.send('signIn', { email: operatorEmail, password })
  expect([browser.status, browser.path, browser.heading()]).toEqual([
    200,
    `/s/${guid}?page=1`,
    'contract.pdf',
  ])
})

test('the page of an ended session forgets its cookie, and runs no script', async () => {
  const browser = await signIn(app, operatorEmail)
  app.clock.advance(31 * minute)
  for (const method of ['HEAD', 'GET']) {
    const other = app.browser()
    other.cookies.keep(`session=${browser.cookies.value('session')}; Path=/`, other.url)
    const answer = await other.fetch('/home', { method })
    expect(answer.status).toBe(401)
    expect(
      answer.headers.getSetCookie().some((line) => /^session=[^;]*;.*Expires=Sat, 01 Jan 2000/.test(line)),
    ).toBe(true)
    expect(other.cookies.names()).not.toContain('session')
    expect(await answer.text()).not.toMatch(/<script/)
  }
})

test('any answer to an ended session tells the browser so, pages for everyone too', async () => {
  const browser = await signIn(app, operatorEmail)
  app.clock.advance(31 * minute)
  await browser.open('/access/reset')
  expect([browser.status, browser.cookies.names().includes('session')]).toEqual([200, false])
  await browser.send('request', { email: 'nobody@example.org' })
  expect(browser.status).toBe(200)
})

test('who never had a session is sent to sign in, without the words', async () => {
  const browser = await app.browser().open('/s')
  expect([browser.status, browser.path]).toEqual([200, '/access/login?to=%2Fs'])
  expect(browser.text()).not.toContain(words)
})

test.each(['file', 'view'])(
  'a reader whose proof has ended says again who it is where the %s is read, and comes back there',
  async (page) => {
    const reader = await openShare(app, guid)
    app.clock.advance(3 * hour)
    await reader.open(`/${page}/${guid}`)
    expect([reader.status, reader.path, reader.heading()]).toEqual([
      401,
      `/${page}/${guid}`,
      'Confirm your email',
    ])
    expect(reader.text()).toContain(words)
    expect(reader.text()).not.toContain('contract.pdf')
    await reader.send('ask', { email: recipientEmail })
    const code = await codeFor(app, recipientEmail)
    await reader.send('prove', { code })
    expect([reader.status, reader.path]).toEqual([200, `/${page}/${guid}`])
  },
)

test('bytes of an ended proof are refused', async () => {
  const reader = await openShare(app, guid)
  const [image = ''] = reader.page.pageImages()
  app.clock.advance(3 * hour)
  expect((await reader.fetch(image)).status).toBe(401)
})

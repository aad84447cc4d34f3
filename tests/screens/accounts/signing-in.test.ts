import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeOperator, operatorEmail, password, signIn } from '#tests/support/world/make.ts'

const wrong = 'not the right phrase at all'

async function tryIn(
  app: App,
  form: Record<string, string>,
  address = '/access/login',
  options: BrowserOptions = {},
): Promise<Browser> {
  const browser = await app.browser(options).open(address)
  return browser.send('signIn', { email: operatorEmail, password, ...form })
}

describe('signing in', () => {
  test('takes the address in any case and with spaces around it', async () => {
    const app = await startApp()
    await makeOperator(app)
    expect((await tryIn(app, { email: ` ${operatorEmail.toUpperCase()} ` })).path).toBe('/home')
  })

  test('says the same to a wrong password and to an unknown address, and keeps the address', async () => {
    const app = await startApp()
    await makeOperator(app)
    const known = await tryIn(app, { password: wrong })
    const unknown = await tryIn(app, { email: 'nobody@example.org', password: wrong })
    for (const browser of [known, unknown]) {
      expect([browser.status, browser.path]).toEqual([400, '/access/login'])
      expect(browser.text()).toContain('Wrong email address or password.')
      expect(browser.page.valueOf('Password')).toBe('')
      expect(browser.cookies.names()).not.toContain('session')
    }
    expect(known.text()).toBe(unknown.text())
    expect(known.page.valueOf('Email address')).toBe(operatorEmail)
    expect(unknown.page.valueOf('Email address')).toBe('nobody@example.org')
  })

  test.each([
    ['nothing', { email: '', password: '' }],
    ['no password', { password: '' }],
    ['an address that is none', { email: 'olivia' }],
    ['a password of a thousand and one characters', { password: 'x'.repeat(1001) }],
  ])('with %s is refused in words', async (_, form) => {
    const app = await startApp()
    await makeOperator(app)
    const browser = await tryIn(app, form)
    expect([browser.status, browser.path]).toEqual([400, '/access/login'])
    expect(browser.text()).toContain('There is a problem')
  })

  test('is closed for a quarter of an hour after ten wrong passwords, also to the right one', async () => {
    const app = await startApp()
    await makeOperator(app)
    for (let tries = 0; tries < 10; tries++) expect((await tryIn(app, { password: wrong })).status).toBe(400)
    const closed = await tryIn(app, { isRemembered: 'on' })
    expect([closed.status, closed.path]).toEqual([429, '/access/login'])
    expect(closed.text()).toContain('Too many attempts. Wait a few minutes, then try again.')
    expect(closed.page.valueOf('Email address')).toBe(operatorEmail)
    expect(closed.page.isChosen('Stay signed in')).toBe(true)
    app.clock.advance(15 * minute)
    expect((await tryIn(app, {})).path).toBe('/home')
  })

  test('who guesses one address from many networks, and many addresses from one, is stopped', async () => {
    const app = await startApp()
    await makeOperator(app)
    const fromMany = []
    for (let at = 1; at <= 11; at++) {
      fromMany.push((await tryIn(app, { password: wrong }, '/access/login', { ip: `192.0.2.${at}` })).status)
    }
    expect(fromMany).toEqual([...Array<number>(10).fill(400), 429])
    const fromOne = []
    for (let at = 1; at <= 51; at++) {
      const email = `guess${at}@example.org`
      fromOne.push(
        (await tryIn(app, { email, password: wrong }, '/access/login', { ip: '198.51.100.7' })).status,
      )
    }
    expect(fromOne).toEqual([...Array<number>(50).fill(400), 429])
  })

  test('begins a new session: the cookie of before is worth nothing', async () => {
    const app = await startApp()
    const browser = await makeOperator(app)
    const before = browser.cookies.value('session')
    await browser.press('Sign out')
    await browser.send('signIn', { email: operatorEmail, password })
    expect(browser.cookies.value('session')).not.toBe(before)
  })

  test('who is signed in already is taken home from the doors', async () => {
    const app = await startApp()
    const browser = await makeOperator(app)
    expect((await browser.open('/access/login')).path).toBe('/home')
    expect((await browser.open('/access/login?to=%2Fs')).path).toBe('/s')
    expect((await browser.open('/access/register')).path).toBe('/home')
  })
})

describe('the page that was wanted', () => {
  let app: App

  beforeAll(async () => {
    app = await startApp()
    await makeOperator(app)
  })
  afterAll(() => app.close())

  test('comes after signing in, query and all, also when the first try fails', async () => {
    const browser = await app.browser().open('/s?page=1')
    expect(browser.path).toBe('/access/login?to=%2Fs%3Fpage%3D1')
    expect(browser.text()).toContain('Sign in to continue to the page you requested.')
    await browser.send('signIn', { email: operatorEmail, password: wrong })
    expect(browser.status).toBe(400)
    await browser.send('signIn', { email: operatorEmail, password })
    expect([browser.path, browser.status]).toEqual(['/s?page=1', 200])
  })

  test('can be named in any script', async () => {
    const browser = await tryIn(app, {}, `/access/login?to=${encodeURIComponent('/s?q=Größe 文')}`)
    expect([browser.status, decodeURIComponent(browser.url.search)]).toEqual([200, '?q=Größe 文'])
  })

  test.each([
    '//evil.example/home',
    'https://evil.example/',
    'HTTPS:evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '///evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '',
    '@evil.example',
    '/\0/evil.example',
  ])('is home when the address says %j', async (to) => {
    for (const encoded of [encodeURIComponent(to), encodeURIComponent(encodeURIComponent(to))]) {
      const browser = await app.browser().open('/access/login')
      await browser.open(`/access/login?to=${encoded}`)
      await browser.send('signIn', { email: operatorEmail, password })
      expect([browser.path, browser.status]).toEqual(['/home', 200])
      const again = await browser.fetch(`/access/login?to=${encoded}`)
      expect([again.status, again.headers.get('location')]).toEqual([302, '/home'])
    }
  })

  test.each(['/%2F/evil.example', '/%5Cevil.example', '/x/../%2Fevil.example'])(
    'stays on this server when the address says %j',
    async (to) => {
      const browser = await signIn(app, operatorEmail)
      const { headers } = await browser.fetch(`/access/login?to=${encodeURIComponent(to)}`)
      const target = new URL(headers.get('location')!, 'http://localhost:3000/access/login')
      expect(target.origin).toBe('http://localhost:3000')
      expect(target.pathname).not.toMatch(/^\/[/\\]/)
    },
  )
})

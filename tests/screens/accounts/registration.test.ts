import { describe, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeOperator, makeUser, operatorEmail, password, trySignIn } from '#tests/support/world/make.ts'

const ulrich = { firstName: 'Ulrich', lastName: 'Unger', email: 'ulrich@example.org', password }

async function register(app: App, person: Record<string, string>, ip = '127.0.0.1'): Promise<Browser> {
  const browser = await app.browser({ ip }).open('/access/register')
  return browser.send('register', person)
}

async function activationLink(app: App, email: string): Promise<string> {
  return app.outbox.linkTo(email, '/access/activated/')
}

describe('the first account of an installation', () => {
  test('is active at once and is the operator', async () => {
    const app = await startApp()
    const browser = await app.browser().open('/access/register')
    expect(browser.text()).toContain('This is the first account on this server.')
    await browser.send('register', ulrich)
    expect([browser.path, browser.status, browser.heading()]).toEqual(['/home', 200, 'Good morning, Ulrich'])
    expect(browser.text()).toContain('ulrich@example.org\nEnterprise plan, administrator\n')
    expect(await app.outbox.all()).toEqual([])
  })

  test('is one only, when two register at the same moment', { tags: ['engines'] }, async () => {
    const app = await startApp()
    const both = await Promise.all([
      register(app, ulrich, '192.0.2.1'),
      register(app, { ...ulrich, firstName: 'Vera', email: 'vera@example.org' }, '192.0.2.2'),
    ])
    expect(both.map(({ url }) => url.pathname).toSorted()).toEqual(['/access/validation', '/home'])
  })
})

describe('a later account', () => {
  test('is told to look for an email, and cannot sign in before', async () => {
    const app = await startApp()
    await makeOperator(app)
    const browser = await register(app, ulrich)
    expect([browser.url.pathname, browser.heading()]).toEqual(['/access/validation', 'Check your email'])
    expect((await browser.open('/home')).path).toBe('/access/login?to=%2Fhome')
    const early = await trySignIn(app, ulrich.email)
    expect(early.status).toBe(403)
    expect(early.text()).toContain('Your account isn’t active yet.')
    expect(early.page.valueOf('Email address')).toBe(ulrich.email)
  })

  test('stays pending when scanners open its link, and is active after the button, once', async () => {
    const app = await startApp()
    await makeOperator(app)
    await register(app, ulrich)
    const link = await activationLink(app, ulrich.email)
    const scanner = app.browser({ userAgent: 'LinkScanner/1.0' })
    for (const method of ['GET', 'HEAD']) {
      for (const purpose of ['', 'prefetch', 'preview']) {
        const headers = { purpose, 'sec-purpose': purpose }
        expect((await scanner.fetch(link, { method, headers, site: 'none' })).status).toBe(200)
      }
    }
    expect((await trySignIn(app, ulrich.email)).status).toBe(403)

    const browser = await app.browser().open(link)
    expect(browser.heading()).toBe('Activate your account')
    expect(browser.text()).toContain(ulrich.email)
    await browser.press('Activate account')
    expect([browser.path, browser.heading()]).toEqual(['/home', 'Good morning, Ulrich'])
    expect(browser.text()).not.toContain('(operator)')
    expect((await trySignIn(app, ulrich.email)).path).toBe('/home')

    const second = await app.browser().open(link)
    expect([second.status, second.path]).toEqual([200, '/access/login'])
    expect(second.text()).toContain('This link has expired or was already used.')
  })

  test('cannot be activated by two presses: the second is told at sign-in that the link was used', async () => {
    const app = await startApp()
    await makeOperator(app)
    await register(app, ulrich)
    const link = await activationLink(app, ulrich.email)
    const [one, other] = [await app.browser().open(link), await app.browser().open(link)]
    await one.press('Activate account')
    await other.press('Activate account')
    expect([other.status, other.path]).toEqual([200, '/access/login'])
    expect(other.text()).toContain('This link has expired or was already used.')
    expect((await other.open('/home')).path).toBe('/access/login?to=%2Fhome')
  })

  test('gets a new mail on request; only the newest link works, for seven days', async () => {
    const app = await startApp()
    await makeOperator(app)
    const browser = await register(app, ulrich)
    const first = await activationLink(app, ulrich.email)
    app.clock.advance(day)
    await browser.send('resend', { email: ulrich.email.toUpperCase() })
    expect(browser.text()).toContain('If that account isn’t active yet, we’ve emailed a new link to it.')
    const second = await activationLink(app, ulrich.email)
    expect((await app.browser().open(first)).path).toBe('/access/login')
    expect((await app.browser().open(second)).heading()).toBe('Activate your account')
    app.clock.advance(7 * day)
    expect((await app.browser().open(second)).path).toBe('/access/login')
  })

  test('asking for an email for an address without a waiting account gives the same page and no email', async () => {
    const app = await startApp()
    await makeOperator(app)
    const known = await register(app, ulrich)
    await known.send('resend', { email: ulrich.email })
    const pages = [known.text()]
    for (const email of [operatorEmail, 'nobody@example.org']) {
      const browser = await app.browser().open('/access/validation')
      pages.push((await browser.send('resend', { email })).text())
      expect(await app.outbox.to(email)).toEqual([])
    }
    expect(new Set(pages).size).toBe(1)
  })
})

test('registering an address that has an account looks the same, changes nothing, and tells its owner', async () => {
  const app = await startApp()
  await makeUser(app, { email: ulrich.email })
  const emails = (await app.outbox.to(ulrich.email)).length
  const unknown = await register(app, { ...ulrich, email: 'nobody@example.org' })
  const known = await register(app, { ...ulrich, password: 'another long enough phrase' })
  const seen = ({ status, url, headers }: Browser) => [
    status,
    url.pathname,
    [...headers.keys()],
    headers.get('content-length'),
  ]
  expect(seen(known)).toEqual(seen(unknown))
  expect(known.text()).toBe(unknown.text())
  const owner = await app.outbox.to(ulrich.email)
  expect(owner).toHaveLength(emails + 1)
  expect(owner.at(-1)!.subject).toContain('You already have')
  expect(owner.at(-1)!.text).not.toContain('/access/activated/')
  expect((await trySignIn(app, ulrich.email)).path).toBe('/home')
  expect((await trySignIn(app, ulrich.email, 'another long enough phrase')).status).toBe(400)
})

test.each([
  ['an address that is none', { email: 'ulrich@nowhere' }, 'Enter a full email address'],
  ['no address', { email: '' }, 'Enter your email address.'],
  ['a name with markup', { firstName: '<b>Ulrich</b>' }, 'name'],
  ['a name that is a link', { lastName: 'www.evil.com' }, 'name'],
  ['no name', { firstName: '' }, 'Enter your first name.'],
  ['a short password', { password: 'abcdefghijk' }, 'Use at least 12 characters.'],
  ['a common password', { password: 'password1234' }, 'too easy to guess'],
  ['a password made of the own name', { password: 'ulrichunger12' }, 'contains your name'],
])('registering with %s is refused with the form filled, and makes no account', async (_, wrong, words) => {
  const app = await startApp()
  const browser = await register(app, { ...ulrich, ...wrong })
  expect([browser.status, browser.path, browser.heading()]).toEqual([
    400,
    '/access/register',
    'Create an account',
  ])
  expect(browser.page.root.querySelector('[role=alert]')!.text).toContain(words)
  const typed = { 'First name': 'firstName', 'Last name': 'lastName', 'Email address': 'email' } as const
  for (const [label, name] of Object.entries(typed)) {
    expect(browser.page.valueOf(label)).toBe({ ...ulrich, ...wrong }[name])
  }
  expect(browser.page.valueOf('Password')).toBe('')
  expect(Buffer.from(browser.bytes).toString()).not.toContain({ ...ulrich, ...wrong }.password)
  expect((await browser.reload()).text()).toContain('This is the first account on this server.')
})

test('who registers without end from one network is told to wait, with the form filled', async () => {
  const app = await startApp()
  await makeOperator(app, { browser: { ip: '192.0.2.9' } })
  let browser = await register(app, ulrich)
  for (let tries = 1; browser.status === 200; tries++) {
    expect(tries).toBeLessThan(10)
    browser = await register(app, ulrich)
  }
  expect(browser.status).toBe(429)
  expect(browser.text()).toContain('Too many attempts.')
  expect(browser.page.valueOf('Email address')).toBe(ulrich.email)
})

import { describe, expect, test } from 'vitest'
import type { CodeTerms } from '#server/accounts/registering/signup-codes.ts'
import type { Config } from '#server/config.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { makeOperator, password } from '#tests/support/world/make.ts'

const ulrich = { firstName: 'Ulrich', lastName: 'Unger', email: 'ulrich@example.org', password }
const refusal = 'That sign-up code is wrong, expired or already used.'

/** An installation with its operator; others register as the mode says. */
async function started(registration: Config['registration']): Promise<App> {
  const app = await startApp({ config: { registration } })
  await makeOperator(app, { browser: { ip: '192.0.2.200' } })
  return app
}

async function newCode(app: App, terms: Partial<CodeTerms> = {}): Promise<string> {
  const standard = { tierCode: null, usesLeft: 1, expiresAt: null, note: '' }
  return (await app.strongroom.services.accounts.signupCodes.create({ ...standard, ...terms })).code
}

async function register(app: App, typed: Record<string, string>, ip = '192.0.2.1'): Promise<Browser> {
  const browser = await app.browser({ ip }).open('/access/register')
  return browser.send('register', { ...ulrich, ...typed })
}

/** Whether the answer is that an email has been sent. */
function isTaken(browser: Browser): boolean {
  return browser.status === 200 && browser.url.pathname === '/access/validation'
}

async function tierOf(app: App, email: string): Promise<number | null> {
  const { kysely } = app.strongroom.services.database
  const row = await kysely
    .selectFrom('user')
    .select('tier_code')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.tier_code ?? null
}

describe('where registration is closed', () => {
  test('the page says so, and whom to ask', async () => {
    const app = await started('closed')
    const browser = await app.browser().open('/access/register')
    expect([browser.status, browser.heading()]).toEqual([200, 'Sign-up is by invitation only'])
    expect(browser.text()).toContain('Ask the administrator of Strongroom at localhost:3000')
    expect(browser.page.root.querySelectorAll('form')).toEqual([])
  })

  test('a form from elsewhere makes no account, known address or not', async () => {
    const app = await startApp({ config: { registration: 'closed' } })
    const early = await app.browser({ ip: '192.0.2.1' }).open('/access/register')
    const { entries, ...form } = early.page.submission(early.page.form('register'))
    const kept = entries.filter(({ name }) => name === 'token' || name === 'intent')
    await makeOperator(app)
    for (const email of [ulrich.email, 'olivia@example.org']) {
      const typed = Object.entries({ ...ulrich, email, code: await newCode(app) })
      const sent = [...kept, ...typed.map(([name, value]) => ({ name, value }))]
      await early.submit({ ...form, action: '/access/register', entries: sent })
      expect([early.status, early.heading()]).toEqual([403, 'Sign-up is closed'])
      expect(early.text()).toContain('Sign-up is by invitation only. Ask your administrator for an account.')
    }
    expect(await tierOf(app, ulrich.email)).toBeNull()
    expect(await app.outbox.all()).toEqual([])
  })

  test(
    'the first account of the installation is made all the same, and one only of two at once',
    { tags: ['engines'] },
    async () => {
      for (const registration of ['closed', 'code'] as const) {
        const app = await startApp({ config: { registration } })
        const both = ['one', 'two'].map((_, at) => app.browser({ ip: `192.0.2.${at}` }))
        // Both see the page before either sends it.
        for (const browser of both) {
          await browser.open('/access/register')
          expect(browser.text()).toContain('This is the first account on this server.')
        }
        const people = both.map((browser, at) =>
          browser.send('register', { ...ulrich, email: `${at}@example.org` }),
        )
        const paths = (await Promise.all(people)).map((browser) => browser.path)
        expect(paths.filter((path) => path === '/home')).toHaveLength(1)
        const { kysely } = app.strongroom.services.database
        expect(await kysely.selectFrom('user').select('guid').execute()).toHaveLength(1)
      }
    },
  )
})

describe('where a code is needed', () => {
  test('its link fills in code and address, which can be changed; it is used by the button alone', async () => {
    const app = await started('code')
    const code = await newCode(app)
    const browser = await app.browser().open(`/access/register/ulrich%40example.org/${code}`)
    expect([browser.status, browser.heading()]).toEqual([200, 'Create an account'])
    expect(browser.page.valueOf('Email address')).toBe('ulrich@example.org')
    expect(browser.page.valueOf('Sign-up code')).toBe(code)
    for (const method of ['GET', 'HEAD']) await browser.fetch(browser.path, { method, site: 'none' })
    await browser.send('register', { ...ulrich, email: 'other@example.org' })
    expect(isTaken(browser)).toBe(true)
    expect(await tierOf(app, 'other@example.org')).not.toBeNull()
  })

  test('without one, or with one that never was, was used, or is too old, no account is made', async () => {
    const app = await started('code')
    const used = await newCode(app)
    expect(isTaken(await register(app, { email: 'first@example.org', code: used }))).toBe(true)
    const old = await newCode(app, { expiresAt: app.clock.now() + day })
    app.clock.advance(day)
    const pages = []
    for (const code of ['7KQ2-M9XD-0TRA-41ZW', used, old, 'nonsense']) {
      const browser = await register(app, { code })
      expect([browser.status, browser.path]).toEqual([400, '/access/register'])
      expect(browser.page.valueOf('Sign-up code')).toBe(code)
      expect(browser.page.valueOf('First name')).toBe('Ulrich')
      pages.push(browser.text())
    }
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain(refusal)
    const without = await register(app, { code: '' })
    expect(without.status).toBe(400)
    expect(without.text()).toContain('Enter your sign-up code')
    expect(await tierOf(app, ulrich.email)).toBeNull()
    expect(await app.outbox.to(ulrich.email)).toEqual([])
  })

  test('of two who race for its last use, one gets it', { tags: ['engines'] }, async () => {
    const app = await started('code')
    const code = await newCode(app)
    const racers = [1, 2, 3].map((at) =>
      register(app, { email: `racer${at}@example.org`, code }, `192.0.2.${at}`),
    )
    expect((await Promise.all(racers)).filter(isTaken)).toHaveLength(1)
  })

  test('it is used up also by an address that has an account: so it tells no one which one has', async () => {
    const app = await started('code')
    const code = await newCode(app, { usesLeft: 2 })
    const known = await register(app, { email: 'olivia@example.org', code })
    const unknown = await register(app, { code })
    expect(isTaken(known)).toBe(true)
    expect(known.text()).toBe(unknown.text())
    const third = await register(app, { email: 'third@example.org', code })
    expect(third.text()).toContain(refusal)
  })

  test('it can be used any number of times, in small letters and without its hyphens', async () => {
    const app = await started('code')
    const code = await newCode(app, { usesLeft: null })
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org']) {
      const typed = ` ${code.replaceAll('-', '').toLowerCase()} `
      expect(isTaken(await register(app, { email, code: typed }))).toBe(true)
    }
  })

  test('who guesses is stopped for an hour, and right ones are no guesses', async () => {
    const app = await started('code')
    const code = await newCode(app, { usesLeft: null })
    for (let at = 0; at < 11; at++) {
      expect(isTaken(await register(app, { email: `person${at}@example.org`, code }, '192.0.2.9'))).toBe(true)
    }
    const statuses = []
    for (let at = 0; at < 11; at++) {
      const email = `guess${at}@example.org`
      statuses.push((await register(app, { email, code: '7KQ2-M9XD-0TRA-41ZW' }, '192.0.2.9')).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    expect((await register(app, { code }, '192.0.2.9')).status).toBe(429)
    expect(isTaken(await register(app, { code }, '192.0.2.10'))).toBe(true)
    app.clock.advance(hour)
    expect(isTaken(await register(app, { email: 'later@example.org', code }, '192.0.2.9'))).toBe(true)
  })
})

test('a code brings its plan, also where anyone can register; without one the standard plan holds', async () => {
  const app = await started('open')
  const plain = await app.browser().open('/access/register')
  expect(plain.text()).not.toContain('Sign-up code')
  await register(app, { email: 'plain@example.org' })
  await register(app, { email: 'pro@example.org', code: await newCode(app, { tierCode: 2 }) })
  expect([await tierOf(app, 'plain@example.org'), await tierOf(app, 'pro@example.org')]).toEqual([9, 2])
  const wrong = await register(app, { code: '7KQ2-M9XD-0TRA-41ZW' })
  expect(wrong.text()).toContain(refusal)
  expect(wrong.page.valueOf('Sign-up code')).toBe('7KQ2-M9XD-0TRA-41ZW')
})

test('a code that is made is kept as a hash only, and gone when it is revoked by name or by itself', async () => {
  const app = await started('code')
  const {
    database,
    accounts: { signupCodes },
  } = app.strongroom.services
  const terms = { tierCode: 4, usesLeft: 3, expiresAt: null, note: 'partners' }
  const one = await signupCodes.create(terms)
  const rows = await database.kysely.selectFrom('signup_code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(one.code.replaceAll('-', ''))
  expect(await signupCodes.list()).toEqual([
    { ...terms, name: one.name, createdAt: app.clock.now(), isUsable: true },
  ])
  await signupCodes.revoke(one.name)
  expect((await register(app, { code: one.code })).text()).toContain(refusal)
  const other = await signupCodes.create(terms)
  await signupCodes.revoke(other.code)
  await expect(signupCodes.revoke(other.name)).rejects.toMatchObject({ problem: 'notFound' })
  await expect(signupCodes.revoke('%')).rejects.toMatchObject({ problem: 'notFound' })
  expect(await signupCodes.list()).toEqual([])
})

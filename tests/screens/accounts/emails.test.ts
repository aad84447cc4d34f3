import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { makeUser, password, recipientEmail, signIn } from '#tests/support/world/make.ts'

let people = 0

const { app } = await makeWorld({ share: {} })

const person = { firstName: 'Vera', lastName: 'Voss', password }
const newPassword = 'nine patient herons by the canal'

/** What a form sends whose request names another host in every way a header can. */
const hostile: [string, Record<string, string>][] = [
  ['Host', { host: 'evil.example' }],
  ['Host with a port and a path', { host: 'localhost:3000@evil.example' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
  ['several X-Forwarded-Host', { 'x-forwarded-host': 'localhost:3000, evil.example' }],
  ['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
  ['X-Host and others', { 'x-host': 'evil.example', 'x-original-host': 'evil.example' }],
  ['X-Original-URL', { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': '//evil.example' }],
  ['Referer', { referer: 'https://evil.example/access/reset' }],
]

async function sendFrom(
  browser: Browser,
  page: string,
  intent: string,
  typed: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  await browser.open(page)
  const { entries } = browser.page.submission(browser.page.form(intent))
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  return browser.fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ ...fields, ...typed }).toString(),
  })
}

describe.each(hostile)('a request that names another host by %s', (_, headers) => {
  test.each([
    ['/access/register', 'register', '/access/activated/'],
    ['/access/validation', 'resend', '/access/activated/'],
    ['/access/reset', 'request', '/access/reset?token='],
    ['/access/register', 'register', '/access/login'],
    ['/access/filelogin', 'ask', '/file/'],
  ])('gets from %s (%s) an email with a link to %s of the configured address', async (page, intent, path) => {
    const number = ++people
    const isKnown = intent === 'request' || path === '/access/login'
    const email = intent === 'ask' ? recipientEmail : `person${number}@example.org`
    const browser = { ip: `198.51.${number >> 8}.${number & 255}` }
    if (isKnown) await makeUser(app, { email, browser })
    if (intent === 'resend') {
      const first = await app.browser(browser).open('/access/register')
      await first.send('register', { ...person, email })
    }
    const before = await app.outbox.to(email)
    const typed = intent === 'register' ? { ...person, email } : { email }
    const answer = await sendFrom(app.browser(browser), page, intent, typed, headers)
    // What a browser would never send may be refused, but never believed.
    expect([303, 403]).toContain(answer.status)
    expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
    const emails = (await app.outbox.to(email)).slice(before.length)
    expect(emails).toHaveLength(answer.status === 303 ? 1 : 0)
    for (const mail of emails) {
      expect(mail.links.filter((link) => !link.startsWith('http://localhost:3000/'))).toEqual([])
      expect(mail.links.some((link) => link.includes(path))).toBe(true)
      expect(mail.text + mail.html + mail.subject).not.toContain('evil')
    }
    if (intent === 'ask') app.clock.advance(hour)
  })
})

describe('the link of an email', () => {
  async function registered(): Promise<{ email: string; link: string }> {
    const email = `reader${++people}@example.org`
    const browser = await app.browser({ ip: `198.51.100.${people & 255}` }).open('/access/register')
    await browser.send('register', { ...person, email })
    return { email, link: await app.outbox.linkTo(email, '/access/activated/') }
  }

  async function reset(email: string): Promise<string> {
    const browser = await app.browser({ ip: `198.51.101.${people & 255}` }).open('/access/reset')
    await browser.send('request', { email })
    return app.outbox.linkTo(email, '/access/reset?token=')
  }

  test('to activate does not work after a new registration, a reset, a suspension, a week, or its use', async () => {
    const ends: ((email: string, link: string) => Promise<unknown>)[] = [
      async (email) => {
        const again = await app.browser({ ip: `198.51.102.${++people & 255}` }).open('/access/register')
        await again.send('register', { ...person, email })
      },
      async (email) => {
        const browser = await app.browser().open(await reset(email))
        await browser.send('reset', { newPassword })
      },
      async (email) => app.strongroom.services.accounts.administration.disable(email),
      async (_, link) => {
        const browser = await app.browser().open(link)
        await browser.press('Activate account')
      },
      async () => app.clock.advance(7 * day),
    ]
    for (const end of ends) {
      const { email, link } = await registered()
      const open = await app.browser().open(link)
      expect(open.heading()).toBe('Activate your account')
      await end(email, link)
      expect((await app.browser().open(link)).path).toBe('/access/login')
      await open.press('Activate account')
      expect([open.path, open.cookies.names().includes('session')]).toEqual(['/access/login', false])
      expect(open.text()).toContain('This link has expired or was already used.')
    }
  })

  test('to choose a password does not work after its use, a newer one, a suspension, a change, or an hour', async () => {
    const ends: ((email: string, link: string) => Promise<unknown>)[] = [
      async (_, link) => {
        const browser = await app.browser().open(link)
        await browser.send('reset', { newPassword: 'quite another set of words' })
      },
      async (email) => reset(email),
      async (email) => app.strongroom.services.accounts.administration.disable(email),
      async (email) => {
        const { credentials: accounts, sessions } = app.strongroom.services.accounts
        const { kysely } = app.strongroom.services.database
        const row = await kysely
          .selectFrom('user')
          .select('guid')
          .where('email', '=', email)
          .executeTakeFirst()
        const client = { ip: '127.0.0.1', userAgent: '' }
        const { id } = await sessions.start(row!.guid, client)
        const { user } = (await sessions.find(id))!
        await accounts.changePassword(
          client,
          user,
          { current: password, next: 'a fresh phrase of words' },
          id,
        )
      },
      async () => app.clock.advance(hour),
    ]
    for (const end of ends) {
      const email = `resetter${++people}@example.org`
      await makeUser(app, { email, browser: { ip: `198.51.103.${people & 255}` } })
      const link = await reset(email)
      const open = await app.browser().open(link)
      expect(open.heading()).toBe('Choose a new password')
      await end(email, link)
      expect((await app.browser().open(link)).status).toBe(410)
      await open.send('reset', { newPassword })
      expect([open.status, open.heading()]).toEqual([410, 'This link no longer works'])
      const trial = await app.browser({ ip: `198.51.104.${people & 255}` }).open('/access/login')
      await trial.send('signIn', { email, password: newPassword })
      expect(trial.path).toBe('/access/login')
    }
  })

  test('opens nothing of another kind', async () => {
    const { email, link } = await registered()
    const activation = link.split('/').at(-1)!
    expect((await app.browser().open(`/access/reset?token=${activation}`)).status).toBe(410)
    const token = new URL(await reset(email)).searchParams.get('token')!
    expect((await app.browser().open(`/access/activated/${token}`)).path).toBe('/access/login')
    const forger = await app.browser().open(link)
    await forger.send('activate', { link: token })
    expect(forger.path).toBe('/access/login')
    expect((await app.browser().open(link)).heading()).toBe('Activate your account')
  })
})

test('the first letter of an account that the operator makes names the configured address only', async () => {
  const email = 'made@example.org'
  const { administration } = app.strongroom.services.accounts
  await administration.create({ email, firstName: 'Mia', lastName: 'Made', isSent: true })
  const mail = await app.outbox.newest(email)
  const [link = ''] = mail.links
  expect(link).toMatch(/^http:\/\/localhost:3000\/access\//)
  const browser = await app.browser().open(link)
  await browser.send('setUp', { password })
  expect(browser.path).toBe('/home')
  expect((await signIn(app, email)).path).toBe('/home')
  expect((await app.browser().open(link)).status).toBe(410)
})

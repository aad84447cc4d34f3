import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'

const { app, operator } = await makeWorld()

const guid = '0123456789abcdef'.repeat(2)
const doors = [
  '/access/login',
  '/access/sso',
  '/access/login?email=olivia%40example.org&to=%2Fs',
  '/access/register',
  '/access/register?email=a%40b.example&code=x',
  '/access/reset',
  '/access/validation',
  '/access/filelogin',
  '/access/filelogin?step=links',
  '/access/logout',
  '/access/keep',
  `/p/request/${guid}`,
]
const open = ['/version', '/send', '/test', '/thankyou', '/c/feedback']
const inside = [
  '/home',
  '/share',
  '/share?write=note',
  '/share/presets',
  `/share/sent/${guid}`,
  '/s',
  `/s/${guid}`,
  `/s/${guid}/again`,
  `/s/${guid}/delete`,
  '/r',
  '/bin',
  `/s/${guid}/requests`,
  '/requests',
  `/p/forward/approve/${guid}`,
  `/p/request/reject/${guid}?request=${guid}`,
  `/s/${guid}/edit`,
  `/s/${guid}/versions`,
  `/s/${guid}/activity`,
  `/s/${guid}/people/${guid}`,
  `/s/${guid}/terms`,
  `/s/${guid}/comments`,
  `/s/${guid}/passkey`,
  '/setting',
  '/setting/delete',
  '/menu',
  '/access/setup',
  '/access/setup?token=x',
  '/access/changepassword?email=olivia%40example.org',
]

describe('a stranger', () => {
  test.each(inside)('who asks for %s is sent to sign in', async (address) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await app.browser().fetch(address, { method })
      expect([status, headers.get('location')]).toEqual([
        302,
        `/access/login?to=${encodeURIComponent(address)}`,
      ])
      expect(body === null || (await new Response(body).text()) === '').toBe(true)
    }
  })

  test.each(inside)("gets nothing from the framework's data address of %s", async (address) => {
    for (const dataAddress of [`${address}.data`, `${address}.data?_routes=shares.new`]) {
      const answer = await app.browser().fetch(dataAddress)
      expect(await answer.text()).not.toContain('olivia')
      expect([200, 202, 302, 403, 404]).toContain(answer.status)
    }
  })

  test.each(['/nothing', '/s/a/b/c', '/access/nothing', '/.env', '/wp-login.php', '/access/'])(
    'who asks for %s, which does not exist, is sent to sign in',
    async (address) => {
      const { status, headers } = await app.browser().fetch(address)
      expect([status, headers.get('location')]).toEqual([302, '/access/login'])
    },
  )

  test.each(['/assets/none.js', '/assets/', '/assets/none.js.data'])(
    'who asks for %s, a file that is not there, is told so',
    async (address) => {
      const answer = await app.browser().fetch(address)
      expect([answer.status, await answer.text()]).toEqual([404, 'There is no such file.\n'])
    },
  )

  test.each(['/?_data=x', '/home?_data=routes%2Fshell', '/access/login?_data=', '/home.data?_data=x'])(
    'who asks for %s, as the framework did once, is refused without a word in the log',
    async (address) => {
      for (const method of ['GET', 'HEAD', 'POST'])
        expect((await app.browser().fetch(address, { method })).status).toBe(400)
    },
  )

  test('is led from the start to sign-in', async () => {
    expect((await app.browser().open('/')).url.pathname).toBe('/access/login')
    expect((await app.browser().open('/outgoing')).url.search).toBe('?to=%2Fs')
  })
})

test.each(['/s/a/b/c', '/access/nothing', '/home/x', '/file/a/b/c', '/VIEW/x/y/z'])(
  'who is signed in and asks for %s, where there are other pages, is told that nothing is there',
  async (address) => {
    await operator.open(address)
    expect([operator.status, operator.heading()]).toEqual([404, 'Page not found'])
    expect(operator.page.links('Go to home page')).toEqual(['/home'])
  },
)

describe('every page', () => {
  test.each([...doors, ...open])('%s runs no script and forbids other sites to use it', async (address) => {
    const browser = await app.browser().open(address)
    expect([browser.status, browser.path]).toEqual([200, address])
    const html = Buffer.from(browser.bytes).toString()
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
    expect(html).not.toMatch(/<[^>]+\sstyle=/i)
    const policy = browser.headers.get('content-security-policy')!
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(browser.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('no-store') as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(browser.headers.get('strict-transport-security')).toBeNull()
    expect(browser.headers.get('x-powered-by')).toBeNull()
  })

  test.each([
    '/home',
    '/s',
    '/r',
    '/bin',
    '/setting',
    '/nothing',
    `/s/${guid}`,
    '/access/404',
    '/access/500',
  ])('%s has the same protections signed in', async (address) => {
    await operator.open(address)
    expect(operator.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(operator.headers.get('cache-control')).toContain('no-store')
    expect(operator.headers.get('x-frame-options')).toBe('DENY')
  })

  test('has an own nonce each time', async () => {
    const pages = [await operator.fetch('/home'), await operator.fetch('/home')]
    const nonces = pages.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)?.[1],
    )
    expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(nonces[1]).not.toBe(nonces[0])
  })

  test('has one heading of the first rank, a title, a language and labels on its fields', async () => {
    for (const address of [...doors, ...open]) {
      const { page } = await app.browser().open(address)
      expect(page.root.querySelectorAll('h1')).toHaveLength(1)
      expect(page.title()).toMatch(/ – Strongroom$/)
      expect(page.root.querySelector('html')!.getAttribute('lang')).toBe('en')
      for (const field of page.root.querySelectorAll('input:not([type=hidden], [type=submit])')) {
        expect(page.root.querySelector(`label[for=${field.getAttribute('id')}]`)).not.toBeNull()
      }
    }
  })
})

describe('cookies', () => {
  async function signInLines(publicUrl: string): Promise<{ lines: string[]; browser: Browser }> {
    const secured = await startApp({ config: { publicUrl: new URL(publicUrl) } })
    const browser = secured.browser({ origin: publicUrl })
    const page = await browser.fetch('/access/register')
    const lines = page.headers.getSetCookie()
    await browser.open('/access/register')
    const { entries } = browser.page.submission(browser.page.form('register'))
    const person = { firstName: 'Olivia', lastName: 'Ortega', email: operatorEmail, password }
    const fields = {
      ...Object.fromEntries(entries.map(({ name, value }) => [name, String(value)])),
      ...person,
    }
    const answer = await browser.fetch('/access/register', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    lines.push(...answer.headers.getSetCookie())
    return { lines, browser }
  }

  test('over https are secure and bound to this host, and the page is told to stay with https', async () => {
    const { lines, browser } = await signInLines('https://files.example.com')
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      '__Host-browser',
      '__Host-session',
      '__Host-known',
    ])
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await browser.open('/home')
    expect(browser.status).toBe(200)
    expect(browser.headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  test('over http work without the prefix, and stay out of reach of scripts and other sites', async () => {
    const { lines, browser } = await signInLines('http://localhost:3000')
    expect(lines.map((line) => line.split('=')[0])).toEqual(['browser', 'session', 'known'])
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await browser.open('/home')).status).toBe(200)
  })
})

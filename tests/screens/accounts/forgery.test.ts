import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { makeShare, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { Page } from '#tests/support/browser/page.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'

const { app, share: guid } = await makeWorld({ share: {} })

async function tokenOf(browser: Browser, address = '/s'): Promise<string> {
  await browser.open(address)
  return tokenOn(browser)
}

type Change = (entries: Record<string, string>) => Record<string, string>

/** Sends the form with this intent as another site, or with another token, would. */
async function forge(browser: Browser, intent: string, change: Change, headers: Record<string, string> = {}) {
  const { entries } = browser.page.submission(browser.page.form(intent))
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  return browser.fetch(browser.path, {
    method: 'POST',
    body: new URLSearchParams(change(fields)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

async function wordsOf(answer: Response): Promise<string> {
  return new Page(await answer.text()).text()
}

async function isStillShared(): Promise<boolean> {
  const { kysely } = app.strongroom.services.database
  const row = await kysely.selectFrom('share').select('status').where('guid', '=', guid).executeTakeFirst()
  return row?.status === 'Active'
}

async function shareCount(): Promise<number> {
  const { kysely } = app.strongroom.services.database
  return (await kysely.selectFrom('share').select('guid').execute()).length
}

const foreign: [string, Record<string, string>][] = [
  ['with another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['with the origin null', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['with the origin null and no other sign', { origin: 'null', 'sec-fetch-site': '' }],
  ['with another port as origin', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }],
  ['with a look-alike origin', { origin: 'http://localhost:3000.evil.example', 'sec-fetch-site': '' }],
  ['marked cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['marked same-site', { 'sec-fetch-site': 'same-site' }],
]

describe('a form from another site', () => {
  test.each(foreign)('%s is refused although it has the right token', async (_, headers) => {
    const browser = await signIn(app, operatorEmail)
    await browser.open(`/s/${guid}`)
    const answer = await forge(browser, 'unshare', (fields) => fields, headers)
    expect(answer.status).toBe(403)
    expect(await wordsOf(answer)).toContain('This form came from another site, so it was blocked.')
    expect(await isStillShared()).toBe(true)
  })

  test.each(foreign)('%s signs no one in', async (_, headers) => {
    const browser = await app.browser().open('/access/login')
    const answer = await forge(
      browser,
      'signIn',
      (fields) => ({ ...fields, email: operatorEmail, password }),
      headers,
    )
    expect(answer.status).toBe(403)
    expect(browser.cookies.names()).not.toContain('session')
  })

  test.each(foreign)('%s stores no file', async (_, headers) => {
    const browser = await signIn(app, operatorEmail)
    const token = await tokenOf(browser, '/share')
    const fields = { token, intent: 'share', recipients: 'rita@example.net' }
    const file = { name: 'file', value: { name: 'contract.pdf', bytes: pdf() } }
    const entries = [...Object.entries(fields).map(([name, value]) => ({ name, value })), file]
    const { contentType, body } = encodeForm(entries, 'multipart/form-data')
    const { kysely } = app.strongroom.services.database
    const before = await kysely.selectFrom('file').select('guid').execute()
    const answer = await browser.fetch('/share', {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers },
      body,
    })
    expect(answer.status).toBe(403)
    expect(await kysely.selectFrom('file').select('guid').execute()).toEqual(before)
  })

  test.each([
    ['/access/logout', 'signOutEverywhere'],
    ['/access/changepassword', 'changePassword'],
    ['/setting?tabActive=sessions', 'endOtherSessions'],
  ])('at %s is refused, with the right token and with none', async (address, intent) => {
    const [browser, other] = [await signIn(app, operatorEmail), await signIn(app, operatorEmail)]
    await browser.open(address)
    const values = { password, newPassword: 'nine patient herons by the canal' }
    const site = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await forge(browser, intent, (fields) => ({ ...fields, ...values }), site)).status).toBe(403)
    const bare = await forge(browser, intent, (fields) => ({ ...fields, ...values, token: '' }))
    expect(bare.status).toBe(403)
    expect((await other.open('/home')).status).toBe(200)
    expect((await signIn(app, operatorEmail)).path).toBe('/home')
  })

  test('can only link to pages: those open as always', async () => {
    const browser = await signIn(app, operatorEmail)
    const answer = await browser.fetch(`/s/${guid}`, { site: 'cross-site' })
    expect(answer.status).toBe(200)
  })
})

describe('a form without the token of this browser and session', () => {
  const changes: [string, () => Promise<Change>][] = [
    [
      'without a token',
      async () =>
        ({ token: _, ...rest }) =>
          rest,
    ],
    ['with an empty token', async () => (fields) => ({ ...fields, token: '' })],
    ['with an invented token', async () => (fields) => ({ ...fields, token: 'A'.repeat(43) })],
    [
      'with a changed token',
      async () => (fields) => ({
        ...fields,
        token: fields['token']!.replace(/^./, (first) => (first === '-' ? 'A' : '-')),
      }),
    ],
    [
      'with a token ten thousand characters long',
      async () => (fields) => ({ ...fields, token: 'ä'.repeat(10_000) }),
    ],
    [
      "with a token of the same person's other browser",
      async () => {
        const token = await tokenOf(await signIn(app, operatorEmail))
        return (fields) => ({ ...fields, token })
      },
    ],
    [
      "with a stranger's token",
      async () => {
        const token = await tokenOf(app.browser(), '/access/login')
        return (fields) => ({ ...fields, token })
      },
    ],
  ]

  test.each(changes)('%s is refused in words, and nothing changes', async (_, change) => {
    const browser = await signIn(app, operatorEmail)
    await browser.open(`/s/${guid}`)
    const answer = await forge(browser, 'unshare', await change())
    expect(answer.status).toBe(403)
    expect(await wordsOf(answer)).toContain('This form has expired. Nothing was saved.')
    expect(await isStillShared()).toBe(true)
  })

  test.each(changes)('%s the share form comes back filled', async (_, change) => {
    const browser = await signIn(app, operatorEmail)
    await browser.open('/share')
    const [before, changed] = [await shareCount(), await change()]
    browser.fill('People', 'rita@example.net').fill('Message', 'Please read').choose('Anyone with the link')
    browser.attach('File', { name: 'contract.pdf', bytes: pdf() })
    await browser.press('Share file', (entries) => {
      const { token = '' } = changed({ token: String(entries[0]!.value) })
      return entries.map((entry) => (entry.name === 'token' ? { name: 'token', value: token } : entry))
    })
    expect([browser.status, browser.path]).toEqual([403, '/share'])
    expect(browser.text()).toContain('What you typed is still here – submit it again.')
    expect(browser.page.valueOf('People')).toBe('rita@example.net')
    expect(browser.page.valueOf('Message')).toBe('Please read')
    expect(browser.page.isChosen('Anyone with the link')).toBe(true)
    expect(await shareCount()).toBe(before)
  })

  test('a token of before signing in is worth nothing afterwards, and works again when the form is repeated', async () => {
    const browser = app.browser()
    const token = await tokenOf(browser, '/access/login')
    await browser.send('signIn', { email: operatorEmail, password })
    await browser.open(`/s/${guid}`)
    expect((await forge(browser, 'unshare', (fields) => ({ ...fields, token }))).status).toBe(403)
    expect(await isStillShared()).toBe(true)
  })

  test('a sign-in form without it comes back with the address but without the password', async () => {
    const browser = await app.browser().open('/access/login')
    browser.fill('Email address', operatorEmail).fill('Password', password)
    await browser.press('Sign in', (entries) => entries.filter(({ name }) => name !== 'token'))
    expect(browser.status).toBe(403)
    expect(browser.page.valueOf('Email address')).toBe(operatorEmail)
    expect(Buffer.from(browser.bytes).toString()).not.toContain(password)
    browser.fill('Password', password)
    expect((await browser.press('Sign in')).path).toBe('/home')
  })
})

test('a browser that sends no Origin and no Sec-Fetch headers signs in, shares and signs out', async () => {
  const browser = await signIn(app, operatorEmail, { mode: 'old' })
  const shared = await makeShare(app, browser)
  expect(browser.path).toBe(`/s/${shared}`)
  expect(browser.heading()).toBe('contract.pdf')
  await browser.press('Unshare')
  expect(browser.text()).toContain('Unshared. Only you can open it now.')
  await browser.press('Sign out')
  expect(browser.path).toBe('/access/login')
})

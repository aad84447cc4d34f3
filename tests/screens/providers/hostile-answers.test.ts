import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import { minute } from '#tests/support/world/clock.ts'
import { LyingProvider, type Lies } from '#tests/support/providers/lying-provider.ts'
import { makeOperator, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { OpenIdProvider } from '#tests/support/providers/openid-provider.ts'
import {
  claimsOf,
  didNotWork,
  expectIn,
  expectRefused,
  makeProviderWorld,
  setOut,
  signInAt,
  startLying,
} from './providers.ts'

const { app, providers } = await makeProviderWorld()
providers.google.person = claimsOf('google')
providers.linkedin.person = claimsOf('linkedin')

describe('an answer of a provider', () => {
  /** A browser at the sign-in page, and the address at which it would be back. */
  async function almostBack(browser = app.browser()) {
    await browser.open('/access/login')
    const back = await providers.google.signIn(await setOut(browser, 'google'))
    return { browser, back: new URL(back, browser.url) }
  }

  test.each<[string, (back: URL) => void]>([
    ['without a state', (back) => back.searchParams.delete('state')],
    ['with an empty state', (back) => back.searchParams.set('state', '')],
    ['with an invented state', (back) => back.searchParams.set('state', 'A'.repeat(43))],
    [
      'with a changed state',
      (back) => back.searchParams.set('state', `${back.searchParams.get('state')!.slice(0, -1)}-`),
    ],
    ['with a state of a megabyte', (back) => back.searchParams.set('state', 'x'.repeat(1_000_000))],
    ['with two states', (back) => back.searchParams.append('state', 'x')],
    ['without a code', (back) => back.searchParams.delete('code')],
    ['with an invented code', (back) => back.searchParams.set('code', 'invented')],
    ['with two codes', (back) => back.searchParams.append('code', 'x')],
    ['without saying who answers', (back) => back.searchParams.delete('iss')],
    ['of another issuer', (back) => back.searchParams.set('iss', 'https://evil.example')],
    ['with an error', (back) => back.searchParams.set('error', 'server_error')],
    ['with nothing', (back) => void (back.search = '')],
  ])('%s lets no one in', async (_, change) => {
    const { browser, back } = await almostBack()
    change(back)
    await browser.open(back.href)
    await expectRefused(browser)
  })

  test('works once', async () => {
    const { browser, back } = await almostBack()
    await browser.open(back.href)
    await expectIn(browser, 'gina@example.org')
    await browser.press('Sign out')
    await browser.open(back.href)
    await expectRefused(browser)
  })

  test('works in the browser that set out, and in no other', async () => {
    const { browser, back } = await almostBack()
    for (const other of [app.browser(), await app.browser().open('/access/login')]) {
      await other.open(back.href)
      await expectRefused(other)
    }
    await browser.open(back.href)
    await expectIn(browser, 'gina@example.org')
  })

  test('that attackers got for their own account does not sign a victim in to it', async () => {
    const { back } = await almostBack()
    const victim = await signIn(app, operatorEmail)
    await victim.open(back.href)
    expect(victim.text()).toContain(didNotWork)
    await expectIn(victim, operatorEmail)
  })

  test('works for ten minutes', async () => {
    const early = await almostBack()
    app.clock.advance(10 * minute - 1)
    await early.browser.open(early.back.href)
    await expectIn(early.browser, 'gina@example.org')
    const late = await almostBack()
    app.clock.advance(10 * minute)
    await late.browser.open(late.back.href)
    await expectRefused(late.browser)
  })

  test('does not work at the address of another provider, whatever state it brings', async () => {
    const { browser, back } = await almostBack()
    await browser.open(`/access/callback/linkedin${back.search}`)
    await expectRefused(browser)
    await browser.open('/access/login')
    const authorization = new URL(await setOut(browser, 'linkedin'))
    back.searchParams.set('state', authorization.searchParams.get('state')!)
    await browser.open(`/access/callback/linkedin${back.search}`)
    await expectRefused(browser)
  })

  test('with a code that was begun in another browser does not let its owner in here', async () => {
    const [own, stolen] = [await almostBack(), await almostBack()]
    own.back.searchParams.set('code', stolen.back.searchParams.get('code')!)
    await own.browser.open(own.back.href)
    await expectRefused(own.browser)
  })

  test('is used up by a GET only', async () => {
    const { browser, back } = await almostBack()
    for (const method of ['HEAD', 'POST', 'PUT']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await browser.fetch(back.href, { method, headers })).status).toBe(405)
    }
    const data = await browser.fetch(back.href.replace('?', '.data?'))
    expect(data.headers.getSetCookie().join()).not.toContain('session=')
    await browser.open(back.href)
    await expectIn(browser, 'gina@example.org')
  })
})

describe('a provider that lies', () => {
  let app: App
  let liar: LyingProvider

  beforeAll(async () => {
    ;({ app, liar } = await startLying())
  })
  afterAll(async () => {
    await app.close()
    await liar.close()
  })
  beforeEach(() => {
    liar.lies = {}
  })

  test('is believed while it tells the truth', async () => {
    await expectIn(await signInAt(app.browser(), 'google', liar), 'lena@example.org')
  })

  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Lies]>([
    ['an ID token for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    [
      'an ID token for several clients that was made for another',
      { claims: (claims) => ({ ...claims, aud: ['strongroom', 'another'], azp: 'another' }) },
    ],
    ['an ID token of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['an ID token that is over', { claims: (claims) => ({ ...claims, exp: now - 3600, iat: now - 7200 }) }],
    ['an ID token without an end', { claims: (claims) => ({ ...claims, exp: undefined }) }],
    ['an ID token of tomorrow', { claims: (claims) => ({ ...claims, nbf: now + 86_400 }) }],
    ['an ID token without a person', { claims: (claims) => ({ ...claims, sub: undefined }) }],
    ['an ID token with another nonce', { nonce: 'another' }],
    ['an ID token without a nonce', { claims: (claims) => ({ ...claims, nonce: undefined }) }],
    ['an ID token that is not signed', { signature: 'none' }],
    ['an ID token signed with another key', { signature: 'other key' }],
    ['an ID token signed with the secret', { signature: 'secret' }],
    ['an ID token with half a signature', { signature: 'cut' }],
    [
      'the name of another issuer in the answer',
      { answer: (answer) => answer.set('iss', 'https://x.example') },
    ],
    ['no name in the answer, although it promised one', { answer: (answer) => answer.delete('iss') }],
  ])('with %s lets no one in', async (_, lies) => {
    const browser = await app.browser().open('/access/login')
    const address = await setOut(browser, 'google')
    liar.lies = lies
    await browser.open(liar.signIn(address))
    await expectRefused(browser)
  })

  test('and names the address of an account gets no further than the question to its owner', async () => {
    await makeUser(app, { email: 'owen@example.org' })
    liar.lies = { claims: (claims) => ({ ...claims, sub: 'evil', email: 'owen@example.org' }) }
    const browser = await signInAt(app.browser(), 'google', liar)
    expect(browser.heading()).toBe('Connect Google to your account')
    expect((await browser.open('/home')).url.pathname).toBe('/access/login')
  })
})

describe('a provider that says wrong things of itself', () => {
  test.each<[string, Lies, string]>([
    [
      'another issuer than it was asked as',
      { document: (document) => ({ ...document, issuer: 'https://evil.example' }) },
      didNotWork,
    ],
    [
      'no address to sign in at',
      { document: (document) => ({ ...document, authorization_endpoint: undefined }) },
      didNotWork,
    ],
    [
      'a script for an address',
      { document: (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }) },
      didNotWork,
    ],
    ['ten megabytes', { documentBytes: 10 * 1024 * 1024 }, 'isn’t responding'],
  ])('%s is not used, and the sign-in page still works', async (_, lies, words) => {
    const { app, liar } = await startLying()
    liar.lies = lies
    const browser = await app.browser().open('/access/login?to=%2Fs')
    await browser.press('Continue with Google')
    expect(browser.path).toBe('/access/login?to=%2Fs')
    expect(browser.text()).toContain(words)
    expect(liar.sentBytes).toBeLessThan(10 * 1024 * 1024)
    const { kysely } = app.strongroom.services.database
    expect(await kysely.selectFrom('sign_in_flow').selectAll().execute()).toEqual([])
    liar.lies = {}
    await expectIn(await signInAt(app.browser(), 'google', liar), 'lena@example.org')
  })

  test('that is not there at all says so too', async () => {
    const { app, liar } = await startLying()
    await liar.close()
    const browser = await app.browser().open('/access/login')
    await browser.press('Continue with Google')
    await expectRefused(browser, 'isn’t responding')
    expect((await signIn(app, operatorEmail)).path).toBe('/home')
  })

  test('with keys elsewhere and without protection on the way lets no one in', async () => {
    const { app, liar } = await startLying()
    liar.lies = { document: (document) => ({ ...document, jwks_uri: 'http://192.0.2.1/keys' }) }
    await expectRefused(await signInAt(app.browser(), 'google', liar), 'isn’t responding')
  })
})

test('a provider that has the answer of another sent to its own address gets no code', async () => {
  const [honest, liar] = [await OpenIdProvider.start('google'), await LyingProvider.start()]
  const app = await startApp({ config: { providers: { google: honest.config, linkedin: liar.config } } })
  await makeOperator(app)
  honest.person = claimsOf('google')
  liar.lies = {
    document: (said) => ({ ...said, authorization_response_iss_parameter_supported: undefined }),
  }
  const browser = await app.browser().open('/access/login')
  const back = await honest.signIn(await setOut(browser, 'google'))
  await browser.open(back.replace('/google?', '/linkedin?').replace(/&iss=[^&]*/, ''))
  await expectRefused(browser)
  expect(liar.seenCodes).toBe(0)
  await browser.open(back)
  await expectIn(browser, 'gina@example.org')
})

describe('the button of a provider', () => {
  test('pressed by another site, or without this browser’s token, begins nothing', async () => {
    const { app } = await startLying()
    const { kysely } = app.strongroom.services.database
    const browser = await app.browser().open('/access/login')
    const { entries } = browser.page.submission(browser.page.form('signInVia'))
    const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [change, headers] of [
      [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      [{}, { 'sec-fetch-site': 'same-site' }],
      [{ token: '' }, {}],
      [{ token: 'A'.repeat(86) }, {}],
      [{ token: '', intent: 'connectVia' }, {}],
    ]) {
      const body = new URLSearchParams({ ...fields, ...change } as Record<string, string>).toString()
      const answer = await browser.fetch('/access/via/google', {
        method: 'POST',
        headers: { ...type, ...headers } as Record<string, string>,
        body,
      })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('refresh')).toBeNull()
    }
    expect(await kysely.selectFrom('sign_in_flow').selectAll().execute()).toEqual([])
  })

  test('on a page of before the last sign-in shows itself again, and works', async () => {
    const { app, liar } = await startLying()
    const browser = await app.browser().open('/access/login?to=%2Fs')
    await browser.press('Continue with Google', (entries) =>
      entries.map((entry) => (entry.name === 'token' ? { ...entry, value: 'old' } : entry)),
    )
    expect([browser.status, browser.heading()]).toEqual([403, 'Sign in with Google'])
    expect(browser.text()).toContain('submit it again')
    await browser.open(await liar.signIn(await setOut(browser, 'google')))
    expect(browser.path).toBe('/s')
  })

  test('opened as an address does nothing but lead to the sign-in page', async () => {
    const { app } = await startLying()
    const answer = await app.browser().fetch('/access/via/google')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/access/login'])
  })

  test('adds no way in for a stranger', async () => {
    const { app } = await startLying()
    const browser = await app.browser().open('/access/login')
    await browser.press('Continue with Google', (entries) =>
      entries.map((entry) => (entry.name === 'intent' ? { ...entry, value: 'connectVia' } : entry)),
    )
    expect([browser.status, browser.heading()]).toEqual([401, 'Sign in first'])
  })

  test('pressed sixty times in a quarter of an hour, and never gone through with, is enough', async () => {
    const { app, liar } = await startLying()
    await signInAt(app.browser(), 'google', liar)
    const browser = await app.browser().open('/access/login')
    for (let times = 0; times < 60; times++) {
      await setOut(browser, 'google')
      await browser.open('/access/login')
    }
    await browser.press('Continue with Google')
    expect(browser.text()).toContain('Too many attempts.')
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeOperator, operatorEmail } from '#tests/support/world/make.ts'
import { OpenIdProvider, personalTenant, tenant } from '#tests/support/providers/openid-provider.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import {
  claimsOf,
  expectIn,
  expectRefused,
  labels,
  setOut,
  signInAt,
  makeProviderWorld,
  type Name,
  accountOf,
} from './providers.ts'

const names = Object.keys(labels) as Name[]
const { app, providers } = await makeProviderWorld()
// All come from one network, whose limits are tried elsewhere.
beforeEach(() => app.clock.advance(hour))

describe.each(names)('signing in with %s', (name) => {
  test('makes an account the first time, and finds it the second time', async () => {
    const email = `first-${name}@example.org`
    providers[name].person = claimsOf(name, email, `first-${name}`)
    const browser = await signInAt(app.browser(), name, providers[name])
    expect([browser.path, browser.status]).toEqual(['/home', 200])
    await expectIn(browser, email)
    const account = await accountOf(app, email)
    expect(account).toMatchObject({ status: 'Active', first_name: 'Gina', last_name: 'Gallo', tier_code: 9 })
    expect(account).toMatchObject({ has_password: 0, needs_setup: 0 })
    const mail = await app.outbox.newest(email)
    expect(mail.text).toContain(`by signing in with ${labels[name]}, which confirmed the address`)
    const again = await signInAt(app.browser(), name, providers[name])
    await expectIn(again, email)
    expect(await accountOf(app, email)).toEqual(account)
  })

  test('finds the same account after the address has changed there', async () => {
    const person = claimsOf(name, `before-${name}@example.org`, `moved-${name}`)
    if (name === 'microsoft') person['oid'] = '00000000-0000-0000-66f3-000000000001'
    providers[name].person = person
    await signInAt(app.browser(), name, providers[name])
    providers[name].person = { ...person, email: `after-${name}@example.org` }
    const browser = await signInAt(app.browser(), name, providers[name])
    await expectIn(browser, `before-${name}@example.org`)
    expect(await accountOf(app, `after-${name}@example.org`)).toBeUndefined()
  })

  test('leads to the page that was wanted', async () => {
    providers[name].person = claimsOf(name, `first-${name}@example.org`, `first-${name}`)
    const browser = await signInAt(app.browser(), name, providers[name], '/s?page=1')
    expect([browser.path, browser.status]).toEqual(['/s?page=1', 200])
  })

  test('leads to no other host, whatever was wanted', async () => {
    for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example', '/x/..//evil.example']) {
      const browser = await signInAt(app.browser(), name, providers[name], to)
      expect(browser.path).toBe('/home')
    }
  })

  test('works for a browser of old too', async () => {
    const browser = await signInAt(app.browser({ mode: 'old' }), name, providers[name])
    expect(browser.path).toBe('/home')
  })

  test('is a button on the register page too', async () => {
    const browser = await app.browser().open('/access/register')
    await browser.open(await providers[name].signIn(await setOut(browser, name)))
    expect(browser.path).toBe('/home')
  })

  test('without a proved address makes no account and says why', async () => {
    const person = claimsOf(name, `unproved-${name}@example.org`, `unproved-${name}`)
    const flag = name === 'microsoft' ? 'xms_edov' : 'email_verified'
    const oid = '00000000-0000-0000-66f3-000000000002'
    for (const more of [{ [flag]: false }, { [flag]: undefined }, { email: undefined }, { email: 'none' }]) {
      providers[name].person = { ...person, ...(name === 'microsoft' ? { oid } : {}), ...more }
      const browser = await signInAt(app.browser(), name, providers[name])
      await expectRefused(browser, 'didn’t confirm your email address')
    }
    expect(await accountOf(app, `unproved-${name}@example.org`)).toBeUndefined()
  })

  test('that the person breaks off leads back to the sign-in page', async () => {
    const browser = await app.browser().open('/access/login?to=%2Fs')
    const authorization = new URL(await setOut(browser, name))
    const state = authorization.searchParams.get('state')!
    const iss = name === 'microsoft' ? '' : `&iss=${encodeURIComponent(providers[name].config.issuer.href)}`
    await browser.open(`/access/callback/${name}?error=access_denied&state=${state}${iss}`)
    expect(browser.path).toBe('/access/login?to=%2Fs')
    await expectRefused(browser)
  })

  test('that answers no more says so in words, and the sign-in page still works', async () => {
    const browser = await app.browser().open('/access/login')
    const back = await providers[name].signIn(await setOut(browser, name))
    providers[name].failure = 503
    await browser.open(back)
    providers[name].failure = null
    await expectRefused(browser, 'isn’t responding')
  })
})

test.each([
  {},
  { given_name: 'Gina' },
  { given_name: 'visit evil.com', family_name: 'Gallo' },
  { name: '7' },
])('whom the provider gives no usable name (%j) says who it is before anything else', async (claims) => {
  const sub = `nameless ${JSON.stringify(claims)}`
  const email = `nameless-${Buffer.from(sub).toString('hex').slice(-8)}@example.org`
  providers.google.person = { sub, email, email_verified: true, ...claims }
  const browser = await signInAt(app.browser(), 'google', providers.google, '/s')
  expect(browser.path).toBe('/access/setup?to=%2Fs')
  await browser.send('setUp', { firstName: 'Gina', lastName: 'Gallo' })
  expect([browser.path, browser.status]).toEqual(['/s', 200])
  expect(await accountOf(app, email)).toMatchObject({ first_name: 'Gina', has_password: 0, needs_setup: 0 })
})

test('what each is asked for is what it knows', async () => {
  async function authorizationOf(name: Name): Promise<URLSearchParams> {
    const browser = await app.browser().open('/access/login')
    return new URL(await setOut(browser, name)).searchParams
  }
  for (const name of ['google', 'microsoft'] as const) {
    const parameters = await authorizationOf(name)
    expect([...parameters.keys()]).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']))
    expect(parameters.get('code_challenge_method')).toBe('S256')
    expect(parameters.get('scope')).toBe('openid profile email')
    expect(parameters.get('redirect_uri')).toBe(`http://localhost:3000/access/callback/${name}`)
  }
  const parameters = await authorizationOf('linkedin')
  expect([...parameters.keys()].filter((key) => /nonce|challenge/.test(key))).toEqual([])
  expect(parameters.get('state')).toMatch(/^[\w-]{43}$/)
})

test('the page on the way there runs no script, and its link works where it does not renew itself', async () => {
  const browser = await app.browser().open('/access/login')
  const address = await setOut(browser, 'google')
  expect(browser.headers.get('refresh')).toBe(`0; url=${address}`)
  expect(browser.headers.get('content-security-policy')).toContain("form-action 'self';")
  expect(Buffer.from(browser.bytes).toString()).not.toContain('<script')
  expect(browser.heading()).toBe('Sign in with Google')
})

describe('Microsoft', () => {
  test('tells people of two tenants apart that have the same number there', async () => {
    const person = { ...claimsOf('microsoft', 'tina@example.org', 'tina'), oid: personalTenant }
    providers.microsoft.person = person
    await expectIn(await signInAt(app.browser(), 'microsoft', providers.microsoft), 'tina@example.org')
    providers.microsoft.person = { ...person, email: 'tom@example.org', tid: personalTenant }
    await expectIn(await signInAt(app.browser(), 'microsoft', providers.microsoft), 'tom@example.org')
    const { kysely } = app.strongroom.services.database
    const found = await kysely
      .selectFrom('identity')
      .select('issuer')
      .where('subject', '=', personalTenant)
      .orderBy('email')
      .execute()
    const { origin } = providers.microsoft.config.issuer
    expect(found.map(({ issuer }) => issuer)).toEqual([
      `${origin}/${tenant}/v2.0`,
      `${origin}/${personalTenant}/v2.0`,
    ])
  })

  test.each<[string, { tenant?: string }, Record<string, unknown>, { keysOf?: string }]>([
    ['another tenant than the one that is let in', { tenant: personalTenant }, {}, {}],
    ['no tenant', {}, { tid: undefined }, {}],
    ['no number of its own for the person', {}, { oid: undefined }, {}],
    ['a key of another tenant', {}, {}, { keysOf: personalTenant }],
  ])('with %s lets no one in', async (_, more, claims, options) => {
    const microsoft = await OpenIdProvider.start('microsoft', options)
    const config = { providers: { microsoft: { ...microsoft.config, ...more } } }
    const app = await startApp({ config })
    await makeOperator(app)
    microsoft.person = { ...claimsOf('microsoft'), ...claims }
    await expectRefused(await signInAt(app.browser(), 'microsoft', microsoft))
  })

  test('lets in the people of the one tenant', async () => {
    const microsoft = await OpenIdProvider.start('microsoft')
    const app = await startApp({ config: { providers: { microsoft: { ...microsoft.config, tenant } } } })
    await makeOperator(app)
    microsoft.person = claimsOf('microsoft')
    await expectIn(await signInAt(app.browser(), 'microsoft', microsoft), 'gina@example.org')
  })
})

describe('an installation that no one has made the first account of', () => {
  test('is its first visitor’s, as by the form', async () => {
    const google = await OpenIdProvider.start('google')
    const app = await startApp({ config: { providers: { google: google.config } } })
    google.person = claimsOf('google', operatorEmail)
    const browser = await signInAt(app.browser(), 'google', google)
    await expectIn(browser, operatorEmail)
    const { kysely } = app.strongroom.services.database
    const accounts = await kysely.selectFrom('user').select(['email', 'is_operator']).execute()
    expect(accounts).toEqual([{ email: operatorEmail, is_operator: 1 }])
  })
})

describe('a provider that is not configured', () => {
  test.each(['google', 'other', '__proto__'])('%s has no button and no address', async (name) => {
    const app = await startApp()
    const operator = await makeOperator(app)
    const stranger = await app.browser().open('/access/login')
    expect(stranger.text()).not.toContain('Continue with Google')
    for (const address of [`/access/via/${name}`, `/access/callback/${name}?code=x&state=y`]) {
      const answer = await stranger.fetch(address)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/access/login'])
      expect((await operator.open(address)).status).toBe(404)
    }
    const token = tokenOn(stranger)
    const answer = await stranger.fetch(`/access/via/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, intent: 'signInVia' }).toString(),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/access/login'])
  })
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { SamlProvider, type Answer, type Said } from '#tests/support/providers/saml-provider.ts'
import { accountOf, makeAcme, newAddress } from './providers.ts'
import { attacks } from './saml-attacks.ts'

const refusal = 'That sign-in didn’t work. Nothing was changed.'

const { app } = await makeWorld()
const provider = await SamlProvider.start(app.clock.now)
afterAll(() => provider.close())
const { connections: teamConnections } = app.strongroom.services.teams
const team = await makeAcme(app)
const teamGuid = team.guid
await teamConnections.setSaml(team, provider.metadata)
const metadata = await app.browser().fetch(`/access/sso/saml/metadata/${teamGuid}`)
provider.know(await metadata.text())

beforeEach(() => {
  provider.said = {}
  // Each test begins in a window of its own.
  app.clock.advance(16 * minute)
})

/** Types an address on our page, and returns where the page leads. */
async function begin(browser: Browser, email: string): Promise<string> {
  await browser.open('/access/sso')
  browser.fill('Email address', email)
  await browser.press('Continue')
  return browser.page.links(/^Continue to /)[0] ?? ''
}

/** Posts what the provider answered, as another site does: without our cookies and our token. */
async function post({ action, ...fields }: Answer): Promise<string> {
  const { pathname } = new URL(action)
  const response = await app.browser().fetch(pathname, {
    method: 'POST',
    site: 'cross-site',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://login.acme.example' },
    body: new URLSearchParams(fields).toString(),
  })
  expect(response.status).toBe(303)
  // An answer that sets a cookie would take the place of the cookies that the browser has and did not send.
  expect(response.headers.getSetCookie()).toEqual([])
  return response.headers.get('location')!
}

async function signOn(browser: Browser, said: Said): Promise<Browser> {
  provider.said = said
  const answer = await provider.signIn(await begin(browser, said.nameId ?? 'anna@acme.example'))
  return browser.open(await post(answer))
}

async function accounts(): Promise<number> {
  const { kysely } = app.strongroom.services.database
  return (await kysely.selectFrom('user').select('guid').execute()).length
}

/** That an attempt led to the words, and neither an account nor a session came of it. */
async function expectRefused(browser: Browser, before: number): Promise<void> {
  expect([browser.status, browser.url.pathname]).toEqual([200, '/access/sso'])
  expect(browser.text()).toContain(refusal)
  expect(browser.cookies.names()).not.toContain('session')
  expect(await accounts()).toBe(before)
  expect((await browser.open('/home')).url.pathname).toBe('/access/login')
}

describe('a person of the team', () => {
  test('who is new gets an account as a member, and comes into the same one again', async () => {
    const email = newAddress()
    const browser = await signOn(app.browser(), { nameId: email })
    expect([browser.status, browser.path]).toEqual([200, '/home'])
    expect(await accountOf(app, email)).toMatchObject({
      first_name: 'Anna',
      last_name: 'Adler',
      team_guid: teamGuid,
      team_role: 2,
      invite_status: 'Active',
      status: 'Active',
    })
    const before = await accounts()
    const again = await signOn(app.browser(), { nameId: email })
    expect(again.path).toBe('/home')
    expect(await accounts()).toBe(before)
  })

  test('whom the provider gives no name is asked for it first', async () => {
    const attributes = { givenName: '', sn: '' }
    const browser = await signOn(app.browser(), { nameId: newAddress(), attributes })
    expect(browser.path).toBe('/access/setup?to=%2Fhome')
    expect((await browser.open('/share')).url.pathname).toBe('/access/setup')
  })

  test('who has an account in the team comes into it', async () => {
    const email = newAddress()
    await makeUser(app, { email })
    const { all: teams } = app.strongroom.services.teams
    await teams.addMember(await teams.find('Acme'), email, 1)
    const before = await accounts()
    expect((await signOn(app.browser(), { nameId: email })).path).toBe('/home')
    expect(await accounts()).toBe(before)
    expect(await accountOf(app, email)).toMatchObject({ team_role: 1 })
  })

  test('is known by the name of the provider when the address changes, and by an attribute for it', async () => {
    const [email, later] = [newAddress(), newAddress()]
    const named = { nameId: 'id-4711' }
    const first = app.browser()
    provider.said = { ...named, attributes: { mail: email } }
    await first.open(await post(await provider.signIn(await begin(first, email))))
    expect(first.path).toBe('/home')
    const before = await accounts()
    const second = app.browser()
    provider.said = { ...named, attributes: { mail: later } }
    await second.open(await post(await provider.signIn(await begin(second, later))))
    expect(second.path).toBe('/home')
    expect(await accounts()).toBe(before)
  })

  test('comes back to the page that was wanted', async () => {
    const email = newAddress()
    await signOn(app.browser(), { nameId: email })
    const browser = await app.browser().open('/share')
    await browser.follow(/single sign-on/)
    browser.fill('Email address', email)
    await browser.press('Continue')
    provider.said = { nameId: email }
    const answer = await provider.signIn(browser.page.links(/^Continue to /)[0]!)
    await browser.open(await post(answer))
    expect(browser.path).toBe('/share')
  })

  test('whose clock is half a minute off comes in', async () => {
    for (const off of [-30_000, 30_000]) {
      const now = app.clock.now() + off
      const said = { nameId: newAddress(), notBefore: now, notOnOrAfter: now + minute }
      expect((await signOn(app.browser(), said)).path).toBe('/home')
    }
  })

  test('an old browser does all of it', async () => {
    expect((await signOn(app.browser({ mode: 'old' }), { nameId: newAddress() })).path).toBe('/home')
  })

  test('an answer whose response is signed as well is taken', async () => {
    const said: Said = { nameId: newAddress(), signs: ['assertion', 'response'] }
    expect((await signOn(app.browser(), said)).path).toBe('/home')
  })
})

describe('an answer is refused', () => {
  test.each(attacks)('%s', async (_, said) => {
    const browser = app.browser()
    const before = await accounts()
    const address = await begin(browser, 'victim@acme.example')
    provider.said = { nameId: 'victim@acme.example', ...said(app.clock.now()) }
    await browser.open(await post(await provider.signIn(address)))
    await expectRefused(browser, before)
  })

  test('in another browser than the one that began', async () => {
    const [browser, victim] = [app.browser(), app.browser()]
    const before = await accounts()
    await victim.open('/access/sso')
    const location = await post(await provider.signIn(await begin(browser, 'victim@acme.example')))
    await victim.open(location)
    await expectRefused(victim, before)
  })

  test('in another sign-in of the same team', async () => {
    const [browser, other] = [app.browser(), app.browser()]
    const before = await accounts()
    const answer = await provider.signIn(await begin(browser, 'victim@acme.example'))
    const begun = new URL(await begin(other, 'victim@acme.example'))
    const RelayState = begun.searchParams.get('RelayState')!
    await other.open(await post({ ...answer, RelayState }))
    await expectRefused(other, before)
  })

  test.each(['', 'A'.repeat(43)])('that no one asked for, with the state %j', async (RelayState) => {
    const browser = await app.browser().open('/access/sso')
    const before = await accounts()
    const answer = await provider.signIn(await begin(app.browser(), 'victim@acme.example'))
    await browser.open(await post({ ...answer, RelayState }))
    await expectRefused(browser, before)
  })

  test('a second time, and what it leads to works once', async () => {
    const said = { nameId: newAddress() }
    provider.said = said
    const browser = app.browser()
    const answer = await provider.signIn(await begin(browser, said.nameId))
    const location = await post(answer)
    const before = await accounts()
    expect(await post(answer)).toBe('/access/sso/finish')
    expect((await browser.open(location)).path).toBe('/home')
    expect(await accounts()).toBe(before + 1)
    expect(await post(answer)).toBe('/access/sso/finish')
    const { kysely } = app.strongroom.services.database
    await kysely.deleteFrom('session').execute()
    await browser.open(location)
    expect(browser.text()).toContain(refusal)
  })

  test('with an assertion that was used in another sign-in', async () => {
    const said = { nameId: newAddress(), assertionId: '_the-same' }
    expect((await signOn(app.browser(), said)).path).toBe('/home')
    const before = await accounts()
    await expectRefused(await signOn(app.browser(), said), before)
  })

  test('ten minutes after it was begun', async () => {
    const browser = app.browser()
    const before = await accounts()
    const address = await begin(browser, 'victim@acme.example')
    app.clock.advance(11 * minute)
    provider.said = { nameId: 'victim@acme.example' }
    await browser.open(await post(await provider.signIn(address)))
    await expectRefused(browser, before)
  })

  test('after five wrong ones for the same sign-in', async () => {
    const browser = app.browser()
    const address = await begin(browser, 'victim@acme.example')
    provider.said = { nameId: 'victim@acme.example', hasOtherKey: true }
    for (let tries = 0; tries < 5; tries++) await post(await provider.signIn(address))
    provider.said = { nameId: 'victim@acme.example' }
    expect(await post(await provider.signIn(address))).toBe('/access/sso/finish')
  })

  test('at the address of another team', async () => {
    const { all: teams } = app.strongroom.services.teams
    const other = await teams.create('Other')
    const browser = app.browser()
    const before = await accounts()
    provider.said = { nameId: 'victim@acme.example' }
    const answer = await provider.signIn(await begin(browser, 'victim@acme.example'))
    const action = answer.action.replace(teamGuid, other.guid)
    await browser.open(await post({ ...answer, action }))
    await expectRefused(browser, before)
  })
})

test('an account with the address that is not in the team is opened to no one', async () => {
  const email = newAddress()
  await makeUser(app, { email })
  const before = await accounts()
  const browser = await signOn(app.browser(), { nameId: email })
  expect(browser.url.pathname).toBe('/access/sso')
  expect(browser.text()).toContain('it isn’t in the team that uses this single sign-on')
  expect(browser.cookies.names()).not.toContain('session')
  expect(await accounts()).toBe(before)
  expect(await accountOf(app, email)).toMatchObject({ team_guid: null })
})

test('who was taken out of the team comes in no more', async () => {
  const email = newAddress()
  await signOn(app.browser(), { nameId: email })
  const { all: teams } = app.strongroom.services.teams
  await teams.removeMember(await teams.find('Acme'), email)
  const browser = await signOn(app.browser(), { nameId: email })
  expect(browser.text()).toContain('it isn’t in the team that uses this single sign-on')
  expect(browser.cookies.names()).not.toContain('session')
})

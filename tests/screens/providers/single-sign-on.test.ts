import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, password, signIn, userOf } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { OpenIdProvider, type Claimed } from '#tests/support/providers/openid-provider.ts'
import { accountOf, makeAcme, newAddress } from './providers.ts'

const { app } = await makeWorld()
const { connections: teamConnections } = app.strongroom.services.teams
const team = await makeAcme(app)
const redirectUri = `http://localhost:3000/access/callback/sso/${team.guid}`
const provider = await OpenIdProvider.start('google', { redirectUri })
afterAll(() => provider.close())
const { issuer, clientId, clientSecret } = provider.config
await teamConnections.setOidc(team, { issuer: issuer.href, clientId, clientSecret })

// Each test begins in a window of its own.
beforeEach(() => app.clock.advance(16 * minute))

async function begin(browser: Browser, email: string): Promise<Browser> {
  await browser.open('/access/sso')
  browser.fill('Email address', email)
  return browser.press('Continue')
}

async function comeBack(browser: Browser, person: Claimed): Promise<Browser> {
  provider.person = person
  const [address] = browser.page.links(/^Continue to /)
  return browser.open(await provider.signIn(address!))
}

async function signOn(browser: Browser, person: Claimed): Promise<Browser> {
  await begin(browser, String(person['email']))
  return comeBack(browser, person)
}

describe('by OpenID Connect', () => {
  test('a new person of the team gets an account as a member, and comes into it again', async () => {
    const person = { sub: 'anna', email: newAddress(), given_name: 'Anna', family_name: 'Adler' }
    expect((await signOn(app.browser(), person)).path).toBe('/home')
    const made = await accountOf(app, person.email)
    expect(made).toMatchObject({
      first_name: 'Anna',
      last_name: 'Adler',
      team_guid: team.guid,
      team_role: 2,
      invite_status: 'Active',
    })
    expect((await signOn(app.browser(), person)).path).toBe('/home')
    expect((await accountOf(app, person.email))?.guid).toBe(made?.guid)
  })

  test('a person whose account is in the team comes into it', async () => {
    const email = newAddress()
    await makeUser(app, { email })
    await app.strongroom.services.teams.all.addMember(team, email, 1)
    const before = await accountOf(app, email)
    expect((await signOn(app.browser(), { sub: 'known', email })).path).toBe('/home')
    expect(await accountOf(app, email)).toMatchObject({ guid: before!.guid, team_role: 1 })
  })

  test.each<[string, Claimed]>([
    ['in a domain that is not the team’s', { sub: 'x1', email: 'victim@other.example' }],
    ['below a domain of the team', { sub: 'x2', email: 'victim@mail.acme.example' }],
    ['that the provider says is not proved', { sub: 'x3', email: 'v@acme.example', email_verified: false }],
    ['that is missing', { sub: 'x4' }],
  ])('an address %s signs no one in', async (_, person) => {
    const browser = await begin(app.browser(), 'victim@acme.example')
    await comeBack(browser, person)
    expect(browser.url.pathname).toBe('/access/sso')
    expect(browser.text()).toMatch(/didn’t work|didn’t confirm your email address/)
    expect(browser.cookies.names()).not.toContain('session')
    expect(await accountOf(app, String(person['email']))).toBeUndefined()
  })

  test('another browser than the one that began is not let in', async () => {
    const [browser, victim] = [app.browser(), await app.browser().open('/access/sso')]
    const email = newAddress()
    await begin(browser, email)
    provider.person = { sub: 'attacker', email }
    await victim.open(await provider.signIn(browser.page.links(/^Continue to /)[0]!))
    expect(victim.text()).toContain('That sign-in didn’t work.')
    expect(victim.cookies.names()).not.toContain('session')
    expect(await accountOf(app, email)).toBeUndefined()
  })

  test('an answer without a state, or for another team, is refused', async () => {
    const other = await app.strongroom.services.teams.all.create('Elsewhere')
    for (const guid of [team.guid, other.guid, 'nobody']) {
      const browser = await app.browser().open('/access/sso')
      await browser.open(`/access/callback/sso/${guid}?code=x&state=y`)
      expect(browser.text()).toContain('That sign-in didn’t work.')
    }
  })

  test('an account that is not in the team is opened to no one; in a locked domain that is said', async () => {
    const email = newAddress()
    await makeUser(app, { email })
    const browser = await signOn(app.browser(), { sub: 'outside', email })
    expect(browser.text()).toContain('it isn’t in the team that uses this single sign-on')
    expect(browser.cookies.names()).not.toContain('session')
    const { domains: teamDomains } = app.strongroom.services.teams
    await teamDomains.lock(team, 'acme.example')
    await signOn(browser, { sub: 'outside', email })
    await teamDomains.unlock(team, 'acme.example')
    expect(browser.status).toBe(403)
    expect(browser.text()).toContain('Only members of a certain team can sign in')
    expect(browser.cookies.names()).not.toContain('session')
    expect(await accountOf(app, email)).toMatchObject({ team_guid: null })
  })
})

describe('the page', () => {
  test('says the same of every address whose domain has no provider, with an account or without', async () => {
    const texts: string[] = []
    for (const address of ['olivia@example.org', 'nobody@example.org', 'nobody@nowhere.example']) {
      texts.push((await begin(app.browser(), address)).text())
    }
    expect(texts[0]).toContain('No team on this server uses single sign-on for this email domain.')
    expect(new Set(texts).size).toBe(1)
  })

  test('leads every address of a domain with one to the same place', async () => {
    const email = newAddress()
    await makeUser(app, { email })
    const places = []
    for (const address of [email, 'nobody@acme.example', 'NOBODY@ACME.example ']) {
      const browser = await begin(app.browser(), address)
      const target = new URL(browser.page.links(/^Continue to /)[0]!)
      expect(browser.headers.get('refresh')).toBe(`0; url=${target.href}`)
      expect(target.search).not.toContain('acme')
      places.push(target.origin + target.pathname)
    }
    expect(new Set(places).size).toBe(1)
  })

  test('wants a whole address', async () => {
    const browser = await begin(app.browser(), 'anna')
    expect(browser.status).toBe(400)
    expect(browser.page.valueOf('Email address')).toBe('anna')
  })

  test('leads on who is signed in already', async () => {
    const email = newAddress()
    const browser = await signOn(app.browser(), {
      sub: 'already',
      email,
      given_name: 'Anna',
      family_name: 'Adler',
    })
    expect((await browser.open('/access/sso?to=%2Fs')).path).toBe('/s')
    expect((await browser.open('/access/sso?to=%2F%2Fevil.example')).path).toBe('/home')
  })

  test('takes sixty beginnings of one network in a quarter of an hour', async () => {
    const statuses = []
    for (let tries = 0; tries < 61; tries++) {
      statuses.push((await begin(app.browser({ ip: '198.51.100.7' }), 'a@nowhere.example')).status)
    }
    expect([statuses[59], statuses[60]]).toEqual([200, 429])
  })
})

describe('a team', () => {
  test('that allows other ways only lets no one in by password', async () => {
    const email = newAddress()
    await makeUser(app, { email })
    const {
      teams: { all: teams },
      accounts: { sessions },
    } = app.strongroom.services
    await teams.addMember(team, email, 2)
    await teams.setMethods(team, ['sso'])
    const browser = await app.browser().open('/access/login')
    await browser.send('signIn', { email, password })
    expect(browser.status).toBe(403)
    expect(browser.text()).toContain('Your team doesn’t allow this sign-in method.')
    expect(browser.page.links(/^Continue|^Sign in/)).toEqual(['/access/sso'])
    expect(browser.cookies.names()).not.toContain('session')
    expect((await browser.open('/home')).url.pathname).toBe('/access/login')
    expect((await signOn(browser, { sub: email, email })).path).toBe('/home')
    await teams.setMethods(team, null)
    expect(await sessions.countActive()).toBeGreaterThan(0)
    expect((await signIn(app, email)).path).toBe('/home')
  })

  test('that asks for a second factor leads members to their settings, and keeps what they send', async () => {
    const email = newAddress()
    const browser = await makeUser(app, { email })
    const { all: teams } = app.strongroom.services.teams
    await teams.addMember(team, email, 2)
    await browser.open('/share')
    await app.strongroom.services.teams.secondFactor.set(team, 'now')
    await browser.send('share', { recipients: 'rita@example.net' })
    expect([browser.status, browser.heading()]).toEqual([403, 'Set up two-step verification'])
    expect((await browser.open('/home')).path).toBe('/setting?tabActive=twofactor')
    expect((await browser.open('/s')).path).toBe('/setting?tabActive=twofactor&to=%2Fs')
    expect(browser.text()).toContain('requires two-step verification')
    await browser.press('Set up two-step verification')
    await browser.fill('Code from the app', appCode(app, keyOn(browser))).press('Turn on')
    await browser.follow('I’ve saved them')
    expect([browser.status, browser.path]).toEqual([200, '/s'])
    await app.strongroom.services.accounts.secondFactor.end(await userOf(app, email), { password })
    expect((await browser.open('/share')).path).toBe('/setting?tabActive=twofactor&to=%2Fshare')
    expect(await (await browser.fetch('/s.data')).text()).toContain('tabActive=twofactor')
    await app.strongroom.services.teams.secondFactor.set(team, 'optional')
    expect((await browser.open('/home')).path).toBe('/home')
  })
})

test('our metadata says who we are and that assertions must be signed', async () => {
  const address = `/access/sso/saml/metadata/${team.guid}`
  const response = await app.browser().fetch(address)
  expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8')
  const xml = await response.text()
  expect(xml).toContain(`entityID="http://localhost:3000${address}"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
  expect(xml).toContain(`Location="http://localhost:3000/access/sso/saml/${team.guid}"`)
  expect((await app.browser().fetch('/access/sso/saml/metadata/nobody')).status).toBe(404)
})

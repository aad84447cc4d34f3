import { describe, expect, test } from 'vitest'
import type { SignInRefusal } from '#server/accounts/sign-in/sign-in.ts'
import { writeCredentials } from '#server/api/credentials.ts'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeOperator, makeUser, operatorEmail, password } from '#tests/support/world/make.ts'
import { changeSignIn, sessionOf } from '#tests/support/world/ways-in.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { codeOf, Program } from './program.ts'

let people = 0

const { app } = await makeWorld()

async function somebody() {
  const email = `holder${++people}@example.org`
  const ip = `198.51.100.${people}`
  const browser = await makeUser(app, { email, browser: { ip } })
  return { email, browser, ip, program: new Program(app, { ip }) }
}

/** The password of a token call, as programs encode it. */
function encoded(email: string, own = password): Record<string, string> {
  return { Credentials: writeCredentials({ email, password: own, isRemembered: false }) }
}

describe('a program signs in', () => {
  test('with its credentials encoded, and is told who it is and what it can keep', async () => {
    const { email, program } = await somebody()
    const { http, said, headers } = await program.post('/v2/account/token', encoded(email.toUpperCase()))
    expect([http, said.StatusCode]).toEqual([200, 10000])
    expect(said['User']).toMatchObject({
      Email: email,
      FirstName: 'Ulrich',
      Status: 'Active',
      IsPasswordReset: false,
    })
    expect(said['AccessToken']).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual([])
    program.token = String(said['AccessToken'])
    const info = await program.get('/v3/users/info')
    expect(codeOf(info)).toEqual([200, 10120])
    expect(info.said['User']).toMatchObject({ Email: email, UsageStorageConsumed: 0 })
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([200, 10000])
  })

  test('with its credentials plain, as a form or as JSON', async () => {
    const { email, program } = await somebody()
    const plain = await program.post('/v2/account/token', { Credentials: `***0${email}:${password}` })
    const fields = await program.post('/v2/account/token', { Email: email, Password: password })
    const json = await program.send('POST', '/v2/account/token', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ Email: email, Password: password }),
    })
    expect([plain, fields, json].map((one) => one.said.StatusCode)).toEqual([10000, 10000, 10000])
  })

  test('with a wrong password, an unknown address or no credentials it gets one and the same answer', async () => {
    const { email, program } = await somebody()
    const answers = [
      await program.post('/v2/account/token', encoded(email, 'not the password')),
      await program.post('/v2/account/token', encoded('nobody@example.org')),
      await program.post('/v2/account/token', { Credentials: '***1' }),
      await program.post('/v2/account/token', { Credentials: 'no credentials at all' }),
      await program.post('/v2/account/token'),
    ]
    expect(new Set(answers.map(({ http, text }) => `${http} ${text}`)).size).toBe(1)
    expect(codeOf(answers[0]!)).toEqual([200, 10001])
  })

  test('too often with a wrong password it is stopped with 429, and the screens count the same tries', async () => {
    const { email, program, ip } = await somebody()
    for (let tries = 0; tries < 10; tries++) await program.post('/v2/account/token', encoded(email, 'wrong'))
    const refused = await program.post('/v2/account/token', encoded(email))
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 10003, '900'])
    const browser = await app.browser({ ip }).open('/access/login')
    await browser.send('signIn', { email, password })
    expect(browser.status).toBe(429)
    app.clock.advance(hour)
  })

  test('to an account with two-factor code it is asked for the code, and gets in with it', async () => {
    const { email, browser, program } = await somebody()
    await browser.open('/setting?tabActive=twofactor')
    await browser.press('Set up two-step verification')
    const key = keyOn(browser)
    const now = () => appCode(app, key)
    await browser.send('confirmSecondFactor', { twoFactorCode: now() })
    app.clock.advance(minute)
    const answer = await program.post('/v2/account/token', encoded(email))
    expect([answer.said.StatusCode, answer.said['AccessToken']]).toEqual([10010, undefined])
    const wrong = await program.post('/v2/account/token', { ...encoded(email), TwoFACode: '12345' })
    expect([wrong.said.StatusCode, wrong.said['Field']]).toEqual([10011, 'TwoFACode'])
    const right = await program.post('/v2/account/token', { ...encoded(email), TwoFACode: now() })
    expect(right.said.StatusCode).toBe(10000)
    program.token = String(right.said['AccessToken'])
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([200, 10000])
  })

  test.each<[string, SignInRefusal]>([
    ['allows other ways only', { code: 10006, methods: ['google'] }],
    ['Only members of a certain team', { code: 10012, domain: 'example.org' }],
  ])('under a team that %s it is told so and gets no token', async (_what, refusal) => {
    const own = await startApp()
    await makeOperator(own)
    changeSignIn(own, { policy: async () => refusal })
    const { said } = await new Program(own).post('/v2/account/token', encoded(operatorEmail))
    expect(said).toEqual({
      StatusCode: refusal.code,
      StatusMessage: expect.any(String),
      ...(refusal.code === 10006 ? { EnabledLoginMethod: ['google'] } : {}),
    })
    const { kysely } = own.strongroom.services.database
    expect(await kysely.selectFrom('session').select('guid').where('is_api', '=', 1).execute()).toEqual([])
  })
})

describe('a token', () => {
  test('is asked for by every call but those for anyone', async () => {
    const { program } = await somebody()
    for (const path of ['/v3/users/info', '/v1/account/validate', `/v4/shares/info/${'0'.repeat(32)}`]) {
      const answer = await program.get(path)
      expect(codeOf(answer)).toEqual([401, 10001])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(codeOf(await program.post('/v3/shares'))).toEqual([401, 10001])
    expect(codeOf(await program.upload())).toEqual([401, 10001])
    program.token = `${'0'.repeat(32)}.${'A'.repeat(43)}`
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([401, 10001])
  })

  test('ends half an hour after its last use; a remembered one lives for 30 days', async () => {
    const { email, program, ip } = await somebody()
    await program.enter(email)
    const remembered = await new Program(app, { ip }).enter(email, { isRemembered: true })
    app.clock.advance(20 * minute)
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([200, 10000])
    app.clock.advance(31 * minute)
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([401, 10001])
    app.clock.advance(29 * 24 * hour)
    expect(codeOf(await remembered.get('/v1/account/validate'))).toEqual([200, 10000])
    app.clock.advance(24 * hour)
    expect(codeOf(await remembered.get('/v1/account/validate'))).toEqual([401, 10001])
  })

  test('ends when its program signs out', async () => {
    const { email, program } = await somebody()
    await program.enter(email)
    expect(codeOf(await program.post('/v1/account/logout'))).toEqual([200, 20000])
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([401, 10001])
  })

  test('is in the list of devices, where its person ends it', async () => {
    const { email, ip } = await somebody()
    const program = await new Program(app, { ip, userAgent: 'DealDesk/2.1' }).enter(email)
    const browser = await app.browser({ ip }).open('/access/login')
    await browser.send('signIn', { email, password })
    await browser.open('/setting?tabActive=sessions')
    expect(browser.text()).toContain('Password, through the API')
    await browser.send('endOtherSessions')
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([401, 10001])
  })

  test('ends when the operator shuts the account out', async () => {
    const { email, program } = await somebody()
    await program.enter(email)
    await app.strongroom.services.accounts.administration.disable(email)
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([401, 10001])
    expect((await program.post('/v2/account/token', encoded(email))).said.StatusCode).toBe(10013)
  })

  test('is no cookie, and a cookie is no token', async () => {
    const { program, browser } = await somebody()
    const { guid, secret } = sessionOf(browser)
    program.token = `${guid}.${secret}`
    expect(program.token).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([401, 10001])
    program.token = null
    const answer = await program.get('/v3/users/info', { cookie: browser.cookies.header(browser.url) ?? '' })
    expect(codeOf(answer)).toEqual([401, 10001])
  })

  test('with a secret that is not its own opens nothing, and ends nothing', async () => {
    const { email, program, ip } = await somebody()
    await program.enter(email, { isRemembered: true })
    const forged = new Program(app, { ip })
    forged.token = `${program.token!.split('.')[0]}.${'A'.repeat(43)}`
    expect(codeOf(await forged.get('/v3/users/info'))).toEqual([401, 10001])
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([200, 10120])
  })

  test('is good for nothing else while the team asks for a second factor that is missing', async () => {
    const { email, program } = await somebody()
    await program.enter(email)
    const { all: teams, secondFactor } = app.strongroom.services.teams
    const team = await teams.create(`Careful ${people}`)
    await teams.addMember(team, email, 2)
    await secondFactor.set(team, 'now')
    expect(codeOf(await program.post('/v3/shares'))).toEqual([200, 10010])
    await secondFactor.set(team, 'optional')
    expect(codeOf(await program.post('/v3/shares'))).toEqual([200, 20000])
  })

  test('that begins takes none of the news from its person', async () => {
    const { email, program } = await somebody()
    const newsOf = () =>
      app.strongroom.services.database.kysely
        .selectFrom('user')
        .select(['news_since', 'signed_in_at'])
        .where('email', '=', email)
        .executeTakeFirst()
    const before = await newsOf()
    app.clock.advance(hour)
    await program.enter(email)
    expect(await newsOf()).toEqual(before)
  })

  test('makes a code with which its person goes on in a browser, once', async () => {
    const { email, program } = await somebody()
    await program.enter(email)
    const { said } = await program.post('/v1/account/handoff')
    expect(said['Code']).toMatch(/^[0-9a-f]{64}\|[\w-]{43}\|\d{8}T\d{6}Z$/)
    const browser = await app.browser().open(String(said['Url']))
    expect(browser.text()).toContain(email)
    await browser.send('handOff')
    expect(browser.path).toBe('/home')
    await app.browser().open(String(said['Url']))
    expect(codeOf(await program.get('/v3/users/info'))).toEqual([200, 10120])
  })

  test('of an account that has to choose a new password is good for that news and nothing else', async () => {
    const { email, program } = await somebody()
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('user').set({ must_change_password: 1 }).where('email', '=', email).execute()
    await program.enter(email)
    expect((await program.get('/v3/users/info')).said['User']).toMatchObject({ IsPasswordReset: true })
    expect(codeOf(await program.post('/v3/shares'))).toEqual([200, 10014])
    expect(codeOf(await program.post('/v1/account/logout'))).toEqual([200, 20000])
  })
})

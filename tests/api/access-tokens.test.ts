import { describe, expect, test } from 'vitest'
import { callGuards } from '#server/api/calls.ts'
import type { TokenScope } from '#server/rules/accounts/tokens/token-scopes.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { codeOf, Program } from './program.ts'

const { app } = await makeWorld()
const { accounts, teams, database } = app.strongroom.services
const day = 24 * hour
let people = 0

async function somebody() {
  const email = `token${++people}@example.org`
  const ip = `198.51.100.${people}`
  await makeUser(app, { email, browser: { ip } })
  return { email, ip, user: (await programOf(email, ip)).user }
}

async function programOf(email: string, ip: string) {
  const entered = await new Program(app, { ip }).enter(email)
  const { user } = (await accounts.sessions.findByToken(entered.token!))!
  return { entered, user }
}

/** A program with a personal access token of someone new. */
async function holder(scope: TokenScope[] = ['read'], tokenEnd = '') {
  const person = await somebody()
  const made = await accounts.accessTokens.make(
    person.user,
    { tokenName: 'Nightly report', scope, tokenEnd },
    'password',
  )
  const program = new Program(app, { ip: person.ip })
  program.token = made.token
  return { ...person, ...made, program }
}

const validate = '/v1/account/validate'

/** The events of an account, as kind and detail. */
async function recordOf(subject: string): Promise<[string, unknown][]> {
  const rows = await database.kysely
    .selectFrom('event')
    .select(['kind', 'detail'])
    .where('subject_guid', '=', subject)
    .where('kind', 'like', 'AccessToken%')
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind, detail }) => [kind, JSON.parse(detail)])
}

describe('a personal access token', () => {
  test('speaks for its account, and is stored nowhere', async () => {
    const { program, email, token } = await holder()
    expect(token).toMatch(/^strongroom_pat_[\da-f]{72}$/)
    const info = await program.get('/v3/users/info')
    expect([...codeOf(info), (info.said['User'] as { Email: string }).Email]).toEqual([200, 10120, email])
    expect(codeOf(await program.get(validate))).toEqual([200, 10000])
    expect(codeOf(await program.post('/v3/shares'))).toEqual([200, 20000])
    const rows = await database.kysely.selectFrom('access_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(-72, -8))
  })

  test('that is unknown, has ended, was ended, or is damaged gets one answer', async () => {
    const [ended, dated, damaged] = [
      await holder(),
      await holder(['read'], app.clock.dateIn(1)),
      await holder(),
    ]
    await accounts.accessTokens.end(ended.user, ended.guid)
    damaged.program.token = damaged.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const unknown = new Program(app)
    unknown.token = `strongroom_pat_${'0'.repeat(64)}758d6336`
    app.clock.advance(2 * day)
    const none = new Program(app)
    const answers = await Promise.all(
      [ended.program, dated.program, damaged.program, unknown, none].map((one) => one.get(validate)),
    )
    expect(codeOf(answers[0]!)).toEqual([401, 10001])
    expect(new Set(answers.map(({ http, text }) => `${http} ${text}`)).size).toBe(1)
  })

  test('makes only the calls of its scopes; the refusal names the missing one', async () => {
    const { program } = await holder(['read'])
    const refused = await program.post('/v3/shares/disable', { ShareGuid: '0'.repeat(32) })
    expect(codeOf(refused)).toEqual([403, 10016])
    expect(refused.said.StatusMessage).toContain('“share” (Share files)')
    const upload = await program.upload()
    expect([...codeOf(upload), upload.said.StatusMessage]).toEqual([
      403,
      10016,
      expect.stringContaining('“share” (Share files) or “rooms” (Change data rooms)'),
    ])
    const { program: sharer } = await holder(['share'])
    expect(await sharer.share()).toMatch(/^[\da-f]{32}$/)
    expect(codeOf(await sharer.post('/v3/shares'))).toEqual([403, 10016])
  })

  test('of all scopes makes no call that changes how its owner signs in', async () => {
    const never = callGuards.filter(({ scope }) => scope === 'never').map(({ name }) => name)
    expect(never.toSorted()).toEqual([
      'POST /v1/account/handoff',
      'POST /v1/account/logout',
      'POST /v1/users/email/{action}',
      'POST /v1/users/onboarding/set',
      'POST /v2/users/name',
      'POST /v2/users/password',
      'POST /v2/users/token/add',
      'POST /v2/users/token/delete',
      'POST /v2/users/token/refresh',
    ])
    const { program } = await holder(['read', 'share', 'rooms', 'admin'])
    for (const name of never) {
      const path = name.replace('POST ', '').replace('{action}', 'add')
      expect(codeOf(await program.post(path, { Email: 'x@example.net' }))).toEqual([403, 10016])
    }
    expect(codeOf(await program.get(validate))).toEqual([200, 10000])
  })

  test('is no cookie and signs no browser in', async () => {
    const { token } = await holder()
    const browser = app.browser()
    await browser.open('/home')
    const request = new Request('http://localhost:3000/home', {
      headers: { host: 'localhost:3000', authorization: `Bearer ${token}`, cookie: `session=${token}` },
    })
    const answer = await app.strongroom.handle(request, { ip: '198.51.100.9', userAgent: 'x' })
    expect([answer.status, new URL(answer.headers.get('location') ?? '', request.url).pathname]).toEqual([
      302,
      '/access/login',
    ])
  })

  test('of another account opens nothing of this one', async () => {
    const [sender, other] = [await holder(['read', 'share']), await holder(['read', 'share'])]
    const guid = await sender.program.share()
    const own = await sender.program.get(`/v1/shares/info/${guid}/sender`)
    expect(own.said.StatusCode).toBe(20000)
    const [foreign, missing] = [
      await other.program.get(`/v1/shares/info/${guid}/sender`),
      await other.program.get(`/v1/shares/info/${'0'.repeat(32)}/sender`),
    ]
    expect(foreign.text).toBe(missing.text)
  })

  test('downloads by the links that its calls answer, until it is ended', async () => {
    const { program, user, guid } = await holder(['read', 'share'])
    const share = await program.share()
    const { said } = await program.get(`/v2/vieworig/${share}/sender`)
    const link = new URL(String(said['DownloadUrl'])).pathname
    const anyone = new Program(app)
    expect((await anyone.get(link)).bytes.subarray(0, 4).toString()).toBe('%PDF')
    await accounts.accessTokens.end(user, guid)
    expect((await anyone.get(link)).http).toBe(410)
  })
})

describe('what holds for its owner holds for it', () => {
  test('a suspended account: it is refused, and does not come back', async () => {
    const { program, email } = await holder()
    await accounts.administration.disable(email)
    expect(codeOf(await program.get(validate))).toEqual([401, 10001])
    await accounts.administration.enable(email)
    expect(codeOf(await program.get(validate))).toEqual([401, 10001])
  })

  test('a team that asks for a second factor, allows other ways to sign in, or has locked the domain', async () => {
    const { program, email } = await holder()
    const team = await teams.all.create(`Strict ${people}`)
    await teams.all.addMember(team, email, 2)
    await teams.secondFactor.set(team, 'now')
    expect(codeOf(await program.get(validate))).toEqual([200, 10010])
    await teams.secondFactor.set(team, 'optional')
    await database.kysely
      .updateTable('team')
      .set({ allowed_methods: JSON.stringify(['google']) })
      .where('guid', '=', team.guid)
      .execute()
    expect(codeOf(await program.get(validate))).toEqual([200, 10006])
  })

  test('a step that comes first', async () => {
    const { program, email } = await holder()
    await database.kysely
      .updateTable('user')
      .set({ must_change_password: 1 })
      .where('email', '=', email)
      .execute()
    expect(codeOf(await program.get(validate))).toEqual([200, 10014])
  })
})

describe('on record', () => {
  test('are its making, each call that changes something, and one that reads once an hour', async () => {
    const { program, user } = await holder(['read', 'share'])
    for (let times = 0; times < 3; times++) await program.post('/v3/shares')
    for (let times = 0; times < 2; times++)
      await program.post('/v3/shares/disable', { ShareGuid: '0'.repeat(32) })
    app.clock.advance(61 * minute)
    await program.post('/v3/shares')
    const used = (call: string) => ['AccessTokenUsed', { token: 'Nightly report', call }]
    expect(await recordOf(user.guid)).toEqual([
      ['AccessTokenMade', { token: 'Nightly report', scopes: 'read share' }],
      used('POST /v3/shares'),
      used('POST /v3/shares/disable'),
      used('POST /v3/shares/disable'),
      used('POST /v3/shares'),
    ])
  })

  test('are its latest use and from where, written every few minutes', async () => {
    const { program, user, ip } = await holder()
    const useOf = async () => (await accounts.accessTokens.list(user))[0]!
    expect((await useOf()).usedAt).toBeNull()
    await program.get(validate)
    const first = await useOf()
    expect(first.usedFrom).toBe(ip)
    app.clock.advance(minute)
    await program.get(validate)
    expect((await useOf()).usedAt).toBe(first.usedAt)
    app.clock.advance(5 * minute)
    await program.get(validate)
    expect((await useOf()).usedAt).toBe(first.usedAt! + 6 * minute)
  })

  test('is its end; its owner is told a week before', async () => {
    const { user, email } = await holder(['read'], app.clock.dateIn(20))
    app.clock.advance(14 * day)
    await app.settle()
    const letters = (await app.outbox.to(email)).map(({ subject }) => subject)
    expect(letters).toContain('Your access token “Nightly report” ends soon')
    app.clock.advance(8 * day)
    await app.settle()
    expect((await recordOf(user.guid)).map(([kind]) => kind)).toEqual([
      'AccessTokenMade',
      'AccessTokenEnding',
      'AccessTokenEnded',
    ])
    expect(await accounts.accessTokens.list(user)).toEqual([])
  })
})

test('a token that calls too often is told how long to wait, and others are not', async () => {
  const { program, guid } = await holder()
  const first = await program.get(validate)
  expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
    '"token";q=3000;w=300',
    '"token";r=2999;t=300',
  ])
  await database.kysely
    .updateTable('rate')
    .set({ count: 3000 })
    .where('key', '=', `access-token|${guid}`)
    .execute()
  const refused = await program.get(validate)
  expect([...codeOf(refused), refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
    429,
    10003,
    '300',
    '"token";r=0;t=300',
  ])
  expect(refused.said.StatusMessage).toContain('more than 3,000 calls in 5 minutes')
  expect(codeOf(await (await holder()).program.get(validate))).toEqual([200, 10000])
  app.clock.advance(5 * minute)
  expect(codeOf(await program.get(validate))).toEqual([200, 10000])
})

test('a token has an end within a year, and not in the past; an account has fifty at most', async () => {
  const { user } = await somebody()
  const form = (tokenEnd: string) => ({ tokenName: 'x', scope: ['read' as const], tokenEnd })
  const make = (tokenEnd: string) => accounts.accessTokens.make(user, form(tokenEnd), 'password')
  for (const date of ['2020-01-01', app.clock.dateIn(380), 'soon'])
    await expect(make(date)).rejects.toMatchObject({ problem: 'badForm', field: 'tokenEnd' })
  for (let made = 0; made < 50; made++) await make('')
  await expect(make('')).rejects.toMatchObject({ problem: 'badForm', field: 'tokenName' })
  expect(await accounts.accessTokens.endAll(user, 'owner')).toBe(50)
  await make('')
})

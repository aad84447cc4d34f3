import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { networksIn } from '#server/proxies.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendForged } from '#tests/support/browser/forged-form.ts'
import { OpenIdProvider } from '#tests/support/providers/openid-provider.ts'
import { SamlProvider, type Answer } from '#tests/support/providers/saml-provider.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator } = await makeWorld({ config: { outgoingNetworks: networksIn('loopback') } })
const { kysely } = app.strongroom.services.database
const [adminEmail, memberEmail, rivalEmail] = [
  'admin@acme.example',
  'member@acme.example',
  'rival@rival.example',
]
let admin = await makeUser(app, { email: adminEmail })
const member = await makeUser(app, { email: memberEmail })
let rival = await makeUser(app, { email: rivalEmail })
const team = await makeTeam(app, [adminEmail, memberEmail])
await makeTeam(app, [rivalEmail])
await kysely
  .insertInto('team_domain')
  .values({ domain: 'acme.example', team_guid: team, is_locked: 0, asserted_at: 1 })
  .execute()
const redirectUri = `http://localhost:3000/access/callback/sso/${team}`
const openId = await OpenIdProvider.start('google', { redirectUri })
const saml = await SamlProvider.start(app.clock.now)
afterAll(() => Promise.all([openId.close(), saml.close()]))
const page = '/team/admin?tabActive=sign-in'
const { issuer, clientId, clientSecret } = openId.config

beforeEach(async () => {
  saml.said = {}
  openId.person = { sub: 'admin', email: adminEmail, given_name: 'Ada', family_name: 'Adler' }
  app.clock.advance(16 * minute)
  admin = await signIn(app, adminEmail)
})

async function prepareOidc(given: Record<string, string> = {}): Promise<Browser> {
  await admin.open(`${page}&panel=oidc`)
  return admin.send('prepareOidc', { issuer: issuer.href, clientId, clientSecret, ...given })
}

/** Presses Test, and returns where the page leads. */
async function begin(): Promise<string> {
  await admin.open(page)
  await admin.press(/^Test the provider that is being set up/)
  return admin.page.links(/^Continue to /)[0] ?? ''
}

async function testOidc(): Promise<Browser> {
  return admin.open(await openId.signIn(await begin()))
}

/** Posts what the provider answered, as another site does. */
async function post({ action, ...fields }: Answer): Promise<string> {
  const response = await app.browser().fetch(new URL(action).pathname, {
    method: 'POST',
    site: 'cross-site',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://login.acme.example' },
    body: new URLSearchParams(fields).toString(),
  })
  return response.headers.get('location')!
}

async function connections(): Promise<{ kind: string; is_on: number }[]> {
  return kysely
    .selectFrom('team_connection')
    .select(['kind', 'is_on'])
    .where('team_guid', '=', team)
    .orderBy('is_on')
    .execute()
}

describe('OpenID Connect', () => {
  test('is set up, tested there and back, switched on, and then signs people in', async () => {
    await prepareOidc()
    expect(admin.text()).toContain('Saved. Test it, then switch it on.')
    expect(admin.text()).toContain('Not switched on yet')
    // Not before a test has worked, even by a forged form.
    await admin.send('teamProvider', { act: 'Switch on' })
    expect([admin.status, await connections()]).toEqual([400, [{ kind: 'oidc', is_on: 0 }]])
    const before = await kysely.selectFrom('identity').selectAll().execute()
    await testOidc()
    expect(admin.path).toBe(page)
    expect(admin.text()).toContain('The test worked.')
    expect(admin.text()).toContain(`It would open the account of ${adminEmail}.`)
    expect(admin.text()).toContain('given_name')
    // It signed no one in, and connected nothing.
    expect(await kysely.selectFrom('identity').selectAll().execute()).toEqual(before)
    expect((await app.browser().open('/access/sso')).page.links(/^Continue to/)).toEqual([])
    await admin.press('Switch on')
    expect(admin.text()).toContain('Single sign-on is on.')
    const person = app.browser()
    await person.open('/access/sso')
    await person.fill('Email address', memberEmail).press('Continue')
    openId.person = { sub: 'member', email: memberEmail }
    await person.open(await openId.signIn(person.page.links(/^Continue to /)[0]!))
    expect(person.path).toBe('/home')
    await admin.open('/team/admin?tabActive=audit')
    expect(admin.text()).toContain(`tested the identity provider ${issuer.href}, which worked`)
    expect(admin.text()).toContain(`for single sign-on from none to ${issuer.href}`)
  })

  test.each([
    [
      'an address outside the domains',
      { sub: 'x', email: 'ada@other.example' },
      'isn’t at a domain of the team',
    ],
    ['no address', { sub: 'x' }, 'sent no email address'],
    [
      'an address that is not verified',
      { sub: 'x', email: adminEmail, email_verified: false },
      'isn’t verified, so they can’t sign in',
    ],
  ])('a test with %s says so, and takes back that it worked', async (_, person, words) => {
    await prepareOidc()
    await testOidc()
    expect(admin.text()).toContain('The test worked.')
    openId.person = person
    await testOidc()
    expect(admin.text()).toContain('The test didn’t work.')
    expect(admin.text()).toContain(words)
    await admin.send('teamProvider', { act: 'Switch on', place: 'draft' })
    expect(admin.text()).toContain('no test of it has worked yet')
  })

  test('a wrong secret is found by the test, and the form keeps everything but the secret', async () => {
    await prepareOidc({ clientSecret: 'not the secret at all' })
    await testOidc()
    expect(admin.text()).toContain('doesn’t accept the client ID or the client secret')
    await prepareOidc({ issuer: 'http://127.0.0.1:9/', clientId: 'kept' })
    expect(admin.status).toBe(400)
    expect(admin.text()).toContain('There’s no usable configuration at /.well-known/openid-configuration')
    expect(admin.page.root.querySelector('#clientId')?.getAttribute('value')).toBe('kept')
    expect(admin.page.root.querySelector('#clientSecret')?.getAttribute('value')).toBeUndefined()
  })

  test('another browser, and who no longer administers the team, ends no test', async () => {
    await prepareOidc()
    const back = await openId.signIn(await begin())
    const other = await app.browser().open(back)
    expect([other.url.pathname, other.cookies.names().includes('session')]).toEqual(['/access/sso', false])
    await kysely.updateTable('user').set({ team_role: 2 }).where('email', '=', adminEmail).execute()
    await admin.open(back)
    await kysely.updateTable('user').set({ team_role: 0 }).where('email', '=', adminEmail).execute()
    await admin.open(page)
    expect(admin.text()).not.toContain('The test worked.')
  })
})

describe('SAML', () => {
  test('takes its place after a test, from pasted metadata or from their address', async () => {
    const known = await app.browser().fetch(`/access/sso/saml/metadata/${team}`)
    saml.know(await known.text())
    await admin.open(`${page}&panel=saml`)
    await admin.send('prepareSaml', { metadata: '<nothing/>' })
    expect(admin.status).toBe(400)
    expect(admin.text()).toContain('it does not describe one entity')
    expect(admin.page.root.querySelector('#metadata')?.text).toContain('<nothing/>')
    await admin.open(`${page}&panel=saml`)
    const file = { name: 'acme.xml', bytes: Buffer.from(saml.metadata) }
    await admin.attach('Or its file', file).press('Save')
    expect(admin.text()).toContain('Certificate until')
    await admin.open(`${page}&panel=saml`)
    await admin.send('prepareSaml', { metadata: saml.metadata })
    expect(admin.text()).toContain('Certificate until')
    await admin.open(`${page}&panel=saml`)
    await admin.attach('Or its file', { name: 'big.xml', bytes: Buffer.alloc(1_100_000, 'x') }).press('Save')
    expect([admin.status, admin.text().includes('The metadata can have up to 1 MB.')]).toEqual([413, true])
    saml.said = { nameId: adminEmail, audience: 'someone-else' }
    await admin.open(await post(await saml.signIn(await begin())))
    expect(admin.text()).toContain('The test didn’t work.')
    expect(admin.text()).toContain('Check the entity ID entered at the provider.')
    saml.said = { nameId: adminEmail, attributes: { email: adminEmail } }
    await admin.open(await post(await saml.signIn(await begin())))
    expect(admin.text()).toContain('The test worked.')
    expect(admin.text()).toContain('NameID')
    await admin.press('Switch on')
    expect(await connections()).toEqual([{ kind: 'saml', is_on: 1 }])
  })
})

describe('an address for metadata', () => {
  test.each([
    ['http://10.0.0.1/metadata', 'isn’t on the internet'],
    ['https://169.254.169.254/latest/meta-data', 'isn’t on the internet'],
    ['ftp://example.org', 'begins with https://'],
    ['https://me:secret@example.org/', 'begins with https://'],
  ])('%s is not asked', async (address, words) => {
    await admin.open(`${page}&panel=saml`)
    await admin.send('prepareSaml', { address })
    expect(admin.status).toBe(400)
    expect(admin.text()).toContain(words)
    expect(admin.page.root.querySelector('#address')?.getAttribute('value')).toBe(address)
  })
})

test('who runs the provider comes into no account of an administrator of the server', async () => {
  await prepareOidc()
  await testOidc()
  await admin.press('Switch on')
  await kysely
    .updateTable('user')
    .set({ team_guid: team, team_role: 2, email: 'olivia@acme.example' })
    .where('email', '=', operatorEmail)
    .execute()
  for (const sub of ['olivia', 'olivia']) {
    const person = await app.browser().open('/access/sso')
    await person.fill('Email address', 'olivia@acme.example').press('Continue')
    openId.person = { sub, email: 'olivia@acme.example' }
    await person.open(await openId.signIn(person.page.links(/^Continue to /)[0]!))
    expect([person.url.pathname, person.cookies.names().includes('session')]).toEqual(['/access/sso', false])
    // Not even if it was connected before.
    await kysely
      .insertInto('identity')
      .values((from) => ({
        guid: 'olivia',
        user_guid: from.selectFrom('user').select('guid').where('email', '=', 'olivia@acme.example'),
        issuer: `team:${team} ${issuer.href}`,
        subject: 'olivia',
        provider: 'sso' as const,
        email: null,
        created_at: 1,
        used_at: 1,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await admin.open(`${page}&methods=sso`)
  expect(admin.text()).toContain('olivia@acme.example administers this server and couldn’t sign in any more')
  await kysely
    .updateTable('user')
    .set({ team_guid: null, team_role: null, email: operatorEmail })
    .where('email', '=', 'olivia@acme.example')
    .execute()
})

test('an admin who is no owner prepares and tests, and does not switch on', async () => {
  await kysely.updateTable('user').set({ team_role: 1 }).where('email', '=', adminEmail).execute()
  await prepareOidc()
  await testOidc()
  expect(admin.text()).toContain('Only an owner of the team can switch it on.')
  const before = await connections()
  await admin.send('teamProvider', { act: 'Switch on', place: 'draft' })
  expect([admin.status, await connections()]).toEqual([404, before])
  await kysely.updateTable('user').set({ team_role: 0 }).where('email', '=', adminEmail).execute()
})

test('what a test brought is forgotten after an hour, not that it worked', async () => {
  await prepareOidc()
  await testOidc()
  app.clock.advance(61 * minute)
  await app.strongroom.services.sweep()
  admin = await signIn(app, adminEmail)
  await admin.open(page)
  expect(admin.text()).not.toContain('given_name')
  expect(admin.text()).toContain('Last test that worked')
  await admin.press('Switch on')
  expect(await connections()).toEqual([{ kind: 'oidc', is_on: 1 }])
})

test('switching off and removing ask first, and never leave the team without a way to sign in', async () => {
  await kysely.updateTable('team').set({ allowed_methods: '["sso"]' }).where('guid', '=', team).execute()
  await admin.open(`${page}&panel=off`)
  expect(admin.text()).toContain('Switch single sign-on off?')
  expect(admin.text()).toContain('Members sign in with single sign-on only.')
  for (const act of ['Switch off', 'Remove']) {
    await admin.send('teamProvider', { act, place: 'on' })
    expect([admin.status, (await connections()).length]).toEqual([400, 1])
  }
  await kysely.updateTable('team').set({ allowed_methods: null }).where('guid', '=', team).execute()
  await admin.open(`${page}&panel=off`)
  await admin.press('Switch off')
  expect(await connections()).toEqual([{ kind: 'oidc', is_on: 0 }])
  const person = await app.browser().open('/access/sso')
  await person.fill('Email address', memberEmail).press('Continue')
  expect(person.text()).toContain('No team on this server uses single sign-on')
  await admin.open(`${page}&panel=remove-draft`)
  await admin.press('Remove')
  expect(await connections()).toEqual([])
})

test('another provider does not take the place of the one that alone knows who switches it on', async () => {
  await prepareOidc()
  await testOidc()
  await admin.press('Switch on')
  // The address of the account is elsewhere; the provider that is on knows its person all the same.
  const moved = { email: 'ada@elsewhere.example' }
  const { guid } = await kysely
    .updateTable('user')
    .set(moved)
    .where('email', '=', adminEmail)
    .returning('guid')
    .executeTakeFirstOrThrow()
  const known = { guid: 'ada', user_guid: guid, provider: 'sso' as const, email: adminEmail }
  await kysely
    .insertInto('identity')
    .values({ ...known, issuer: `team:${team} ${issuer.href}`, subject: 'admin', created_at: 1, used_at: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely.updateTable('team').set({ allowed_methods: '["sso"]' }).where('guid', '=', team).execute()
  await admin.open(`${page}&panel=saml`)
  await admin.send('prepareSaml', { metadata: saml.metadata })
  saml.said = { nameId: adminEmail, attributes: { email: adminEmail } }
  await admin.open(await post(await saml.signIn(await begin())))
  expect(admin.text()).toContain('Switching it on locks out 1 member')
  expect(admin.text()).toContain('You couldn’t sign in with this provider yourself.')
  expect(admin.page.root.querySelector('button[value="Switch on"]')).toBeNull()
  await admin.send('teamProvider', { act: 'Switch on', place: 'draft' })
  expect([admin.status, admin.text()]).toEqual([
    400,
    expect.stringContaining('Allow another method for the team first.'),
  ])
  // A new secret at the same one is another matter.
  await prepareOidc()
  await testOidc()
  await admin.press('Switch on')
  expect(admin.text()).toContain('Single sign-on is on.')
  await kysely.updateTable('team').set({ allowed_methods: null }).where('guid', '=', team).execute()
  await kysely.updateTable('user').set({ email: adminEmail }).where('guid', '=', guid).execute()
  await admin.open(`${page}&panel=remove-on`)
  await admin.press('Remove')
})

test('no one else sets up, tests, switches or removes: members, former admins, strangers, another team’s', async () => {
  await prepareOidc()
  await testOidc()
  const before = await connections()
  rival = await signIn(app, rivalEmail)
  const former = await makeUser(app, { email: 'former@acme.example' })
  for (const guid of [team, null])
    await kysely
      .updateTable('user')
      .set({ team_guid: guid, team_role: guid === null ? null : 1 })
      .where('email', '=', 'former@acme.example')
      .execute()
  const others = [
    [await signIn(app, memberEmail), 404],
    [former, 404],
    [stranger(app), 401],
  ] as const
  for (const [browser, status] of others) {
    for (const [intent, values] of [
      ['prepareOidc', { issuer: issuer.href, clientId, clientSecret }],
      ['prepareSaml', { metadata: saml.metadata }],
      ...['Test', 'Switch on', 'Switch off', 'Remove'].map((act) => [
        'teamProvider',
        { act, place: 'draft' },
      ]),
    ] as [string, Record<string, string>][])
      expect([intent, await sendForged(browser, '/team/admin', intent, values)]).toEqual([intent, status])
  }
  for (const act of ['Test', 'Switch on', 'Remove'])
    expect(await sendForged(rival, '/team/admin', 'teamProvider', { act, place: 'draft' })).toBe(404)
  expect(await connections()).toEqual(before)
  expect([operator.cookies.names().length > 0, member.cookies.names().length > 0]).toEqual([true, true])
  expect((await trySignIn(app, adminEmail)).path).toBe('/home')
})

import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { addAddress, makePerson, openAddress } from '#tests/support/world/addresses.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, password, trySignIn, userOf } from '#tests/support/world/make.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { Program } from '#tests/api/program.ts'

const { app, operator } = await makeWorld()

async function eventsOf(subject: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('event')
    .select(['kind', 'ip', 'detail'])
    .where('subject_guid', '=', subject)
    .orderBy('sequence')
    .execute()
}

test('sign-ins, wrong codes, new passwords, tokens and exports are on record, with the network', async () => {
  const email = 'ulrich@example.org'
  const browser = await makeUser(app, { email, browser: { ip: '203.0.113.1' } })
  const { guid } = await userOf(app, email)
  const program = new Program(app, { ip: '203.0.113.2' })
  await program.post('/v2/account/token', { Email: email, Password: password })
  await browser.open('/setting?tabActive=data')
  await browser.follow('Export my data')
  expect(new TextDecoder().decode(browser.bytes)).toContain('"accountEvents":[\n{"at"')
  await browser.open('/setting?tabActive=password')
  const next = 'nine patient herons by the canal'
  await browser.send('changePassword', { password, newPassword: next })
  await browser.open('/setting?tabActive=twofactor')
  await browser.press('Set up two-step verification')
  await browser.send('confirmSecondFactor', { twoFactorCode: appCode(app, keyOn(browser)) })
  app.clock.advance(minute)
  const thief = await app.browser({ ip: '203.0.113.3' }).open('/access/login')
  await thief.send('signIn', { email, password: next })
  await thief.send('secondFactor', { twoFactorCode: '000000' })
  expect((await eventsOf(guid)).map(({ kind, ip }) => [kind, ip])).toEqual([
    ['SignedIn', '203.0.113.1'],
    ['TokenMade', '203.0.113.2'],
    ['NewDevice', '203.0.113.2'],
    ['Exported', '203.0.113.1'],
    ['PasswordChanged', '203.0.113.1'],
    ['SecondFactorOn', '203.0.113.1'],
    ['SecondFactorFailed', '203.0.113.3'],
  ])
})

test('addresses that come, change places and go are on record, without the code', async () => {
  const { browser, email, second } = await makePerson(app)
  const { guid } = await userOf(app, email)
  await addAddress(app, browser, second)
  await openAddress(browser, second)
  await browser.send('makePrimaryAddress')
  await openAddress(browser, email)
  await browser.send('removeAddress')
  const ofAddresses = (await eventsOf(guid)).filter(({ kind }) => kind !== 'SignedIn')
  expect(ofAddresses.map(({ kind, detail }) => [kind, JSON.parse(detail) as unknown])).toEqual([
    ['AddressAdded', { address: second }],
    ['PrimaryChanged', { from: email, to: second }],
    ['AddressRemoved', { address: email }],
  ])
})

test('an account that is closed and kept is on record, with who closed it', async () => {
  const email = 'clara@example.org'
  const browser = await makeUser(app, { email })
  const { guid } = await userOf(app, email)
  await browser.open('/setting/delete')
  browser.fill('Your password', password).choose(/^I understand/)
  await browser.press('Delete my account')
  const keeping = await app.browser().open('/access/keep')
  await keeping.send('keep', { email, password })
  expect((await eventsOf(guid)).map(({ kind, detail }) => [kind, detail]).slice(-3)).toEqual([
    ['AccountClosed', '{"by":"owner"}'],
    ['SignInRefused', '{"method":"password","reason":"closed"}'],
    ['AccountKept', '{}'],
  ])
})

test('a lock is on record with the network of the person refused', async () => {
  const email = 'rosa@example.org'
  await makeUser(app, { email })
  const { guid } = await userOf(app, email)
  for (let tries = 0; tries <= 10; tries++) {
    const thief = await app.browser({ ip: '198.18.0.1' }).open('/access/login')
    await thief.send('signIn', { email, password: 'not the words that it is' })
  }
  await app.settle()
  expect(await eventsOf(guid)).toContainEqual({
    kind: 'AccountLocked',
    ip: '198.18.0.1',
    detail: '{"what":"password"}',
  })
  expect((await trySignIn(app, email)).path).toBe('/home')
})

test('what owners and managers do is on record with their network, what the server does by itself with none', async () => {
  const share = await makeShare(app, operator)
  await app.settle()
  await operator.open(`/s/${share}`)
  await operator.send('unshare')
  const ips = new Map((await eventsOf(share)).map(({ kind, ip }) => [kind, ip]))
  expect([ips.get('Shared'), ips.get('Killed'), ips.get('Mailed')]).toEqual(['127.0.0.1', '127.0.0.1', ''])
  await operator.open('/foldercreate')
  await operator.send('createRoom', { name: 'Project Alba', description: '' })
  const room = await app.strongroom.services.database.kysely
    .selectFrom('room')
    .select('guid')
    .executeTakeFirstOrThrow()
  expect((await eventsOf(room.guid)).map(({ kind, ip }) => [kind, ip])).toEqual([['RoomMade', '127.0.0.1']])
})

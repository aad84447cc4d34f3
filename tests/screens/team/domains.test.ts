import { afterAll, expect, test } from 'vitest'
import { makeUser, operatorEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { startDns } from '#tests/support/servers/dns-double.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const dns = await startDns()
afterAll(() => dns.close())
const { app } = await makeWorld({ config: { dnsServers: [dns.address] } })
const { kysely } = app.strongroom.services.database
const [adminEmail, rivalEmail, memberEmail, outsideEmail] = [
  'admin@halden.example',
  'rival@rival.example',
  'member@halden.example',
  'outside@halden.example',
]
const person = (email: string) => makeUser(app, { email, browser: somebody() })
const admin = await person(adminEmail)
const rival = await person(rivalEmail)
const member = await person(memberEmail)
const outside = await person(outsideEmail)
const team = await makeTeam(app, [adminEmail, memberEmail])
await makeTeam(app, [rivalEmail])

/** The record that the page asks for. */
function recordOn(browser: typeof admin): { name: string; text: string } {
  const [name = '', text = ''] = browser.page.root
    .querySelectorAll('code.record')
    .map((one) => one.textContent)
  return { name, text }
}

test('a domain is claimed by two teams, and belongs to the first that proves it by its record', async () => {
  for (const browser of [admin, rival]) {
    await browser.open('/team/admin?tabActive=domains')
    await browser.fill('Domain', ' @Halden.example ').press('Add domain')
    expect(browser.text()).toContain('Waiting for its record in DNS.')
  }
  const [own, other] = [recordOn(admin), recordOn(rival)]
  expect(own.name).toBe('_strongroom.halden.example')
  expect(own.text).not.toBe(other.text)
  await admin.press(/Check now/)
  expect(admin.text()).toContain('has no TXT record with this text yet')
  dns.texts.set(own.name, 'strongroom-team=something else')
  app.clock.advance(61_000)
  await admin.press(/Check now/)
  expect(admin.text()).toContain('has no TXT record with this text yet')
  dns.texts.set(own.name, own.text)
  app.clock.advance(61_000)
  dns.fail(2)
  await admin.press(/Check now/)
  expect(admin.text()).toContain('No name server answered. Try again in a few minutes.')
  dns.fail(0)
  app.clock.advance(61_000)
  await admin.press(/Check now/)
  expect(admin.text()).toContain('halden.example belongs to the team now.')
  expect(admin.text()).toContain('Proved by DNS')
  // Whoever can change the record later does not take it over.
  dns.texts.set(other.name, other.text)
  await rival.press(/Check now/)
  expect(rival.text()).toContain('halden.example already belongs to another team')
  await rival.open('/team/admin?tabActive=domains')
  await rival.send('claimDomain', { domain: 'gmail.com' })
  expect(rival.text()).toContain('Anyone can have an address at gmail.com')
  await rival.send('claimDomain', { domain: 'not a domain' })
  expect(rival.text()).toContain('Enter a domain, like example.com.')
})

test('a lock says whom it shuts out before, and shuts out neither members nor an administrator of the server', async () => {
  await admin.open('/team/admin?tabActive=domains')
  await admin.press('Lock …')
  expect(admin.text()).toContain('Lock halden.example?')
  expect(admin.text()).toContain('1 account is locked out')
  expect(admin.text()).toContain(outsideEmail)
  expect(admin.text()).not.toContain(memberEmail)
  expect((await outside.open('/home')).status).toBe(200)
  await kysely
    .updateTable('user')
    .set({ email: 'olivia@halden.example' })
    .where('email', '=', operatorEmail)
    .execute()
  await admin.reload()
  expect(admin.text()).toContain('administers this server and isn’t in the team')
  await admin.press('Lock domain')
  expect(admin.text()).toContain('This would lock out an administrator of the server. Nothing was locked.')
  expect((await outside.open('/home')).status).toBe(200)
  await kysely
    .updateTable('user')
    .set({ email: operatorEmail })
    .where('email', '=', 'olivia@halden.example')
    .execute()
  await admin.press('Lock domain')
  expect(admin.text()).toContain('halden.example is locked.')
  expect((await outside.open('/home')).status).toBe(401)
  expect((await member.open('/home')).status).toBe(200)
  const shut = await trySignIn(app, outsideEmail)
  expect([shut.status, shut.url.pathname]).toEqual([403, '/team/domainlock'])
  await shut.press('Join the team')
  expect(shut.text()).toContain('The team’s administrators have your request.')
  await admin.open('/team/admin?state=asked')
  expect(admin.text()).toContain(outsideEmail)
  await admin.open('/team/admin?tabActive=domains')
  await admin.press('Unlock')
  expect((await signIn(app, outsideEmail)).path).toBe('/home')
})

test('an open invitation is taken up there, but not by the password alone of an account with two-step verification', async () => {
  const [ivo, tess] = ['ivo@halden.example', 'tess@halden.example']
  await person(ivo)
  const secured = await person(tess)
  await secured.open('/setting?tabActive=twofactor')
  await secured.send('beginSecondFactor')
  await secured.send('confirmSecondFactor', { twoFactorCode: appCode(app, keyOn(secured)) })
  await admin.open('/team/admin?panel=invite')
  await admin.send('invite', { people: `${ivo}\n${tess}`, role: '2' })
  await admin.open('/team/admin?tabActive=domains')
  await admin.press('Lock …')
  await admin.press('Lock domain')
  const shut = await trySignIn(app, ivo)
  await shut.press('Join the team')
  expect(shut.text()).toContain('You’ve joined the team. Sign in again.')
  const half = await trySignIn(app, tess)
  await half.press('Join the team')
  expect(half.text()).toContain('The team’s administrators have your request.')
  const rows = await kysely
    .selectFrom('user')
    .select('team_guid')
    .where('email', 'in', [ivo, tess])
    .orderBy('email')
    .execute()
  expect(rows.map(({ team_guid: guid }) => guid)).toEqual([team, null])
  await admin.open('/team/admin?tabActive=domains')
  await admin.press('Unlock')
})

test('other teams reach none of this by a forged form, and each act is in the record of the team', async () => {
  await rival.open('/team/admin?tabActive=domains')
  const { entries } = rival.page.submission(rival.page.form('claimDomain'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  for (const act of ['Lock domain', 'Unlock', 'Remove']) {
    const given = Object.entries({ intent: 'domain', domain: 'halden.example', act })
    await rival.submit({
      action: '/team/admin',
      method: 'post',
      encoding: 'application/x-www-form-urlencoded',
      entries: [...kept, ...given.map(([name, value]) => ({ name, value }))],
    })
    // Its own claim of the domain is all that it has there.
    expect(rival.status).toBe(act === 'Remove' ? 200 : 404)
  }
  expect((await rival.open('/team/admin?tabActive=domains&lock=halden.example')).status).toBe(404)
  const row = await kysely.selectFrom('team_domain').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ domain: 'halden.example', team_guid: team, is_locked: 0, proof: 'dns' })
  const kinds = await kysely.selectFrom('event').select('kind').where('team_guid', '=', team).execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'TeamDomainClaimed',
      'TeamDomainProved',
      'TeamDomainLocked',
      'TeamDomainUnlocked',
    ]),
  )
})

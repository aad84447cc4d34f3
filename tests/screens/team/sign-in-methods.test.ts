import { expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { sendForged } from '#tests/support/browser/forged-form.ts'
import { makeUser, operatorEmail, password, signIn, trySignIn } from '#tests/support/world/make.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const google = {
  issuer: new URL('https://accounts.google.example'),
  clientId: 'strongroom',
  clientSecret: 'a secret of the client',
  tenant: null,
}
const { app, operator } = await makeWorld({ config: { providers: { google } } })
const { kysely } = app.strongroom.services.database
const [ownerEmail, adminEmail, memberEmail, rivalEmail, formerEmail] = [
  'owner@halden.example',
  'admin@halden.example',
  'member@halden.example',
  'rival@rival.example',
  'former@halden.example',
]
const owner = await makeUser(app, { email: ownerEmail })
const admin = await makeUser(app, { email: adminEmail })
const member = await makeUser(app, { email: memberEmail, firstName: 'Mara', lastName: 'Mott' })
const rival = await makeUser(app, { email: rivalEmail })
const former = await makeUser(app, { email: formerEmail })
const roles = { [adminEmail]: 1, [formerEmail]: 1 }
const team = await makeTeam(app, [ownerEmail, adminEmail, memberEmail, formerEmail], roles)
await leave(formerEmail)
await makeTeam(app, [rivalEmail])
const page = '/team/admin?tabActive=sign-in'

async function leave(email: string): Promise<void> {
  const none = { team_guid: null, team_role: null }
  await kysely.updateTable('user').set(none).where('email', '=', email).execute()
}

/** Has Google open an account. */
async function connectGoogle(email: string): Promise<void> {
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const identity = { guid: newGuid(), user_guid: guid, provider: 'google', email } as const
  await kysely
    .insertInto('identity')
    .values({ ...identity, issuer: google.issuer.href, subject: guid, created_at: 1, used_at: 1 })
    .execute()
}

async function allowed(): Promise<string | null> {
  const row = await kysely
    .selectFrom('team')
    .select('allowed_methods')
    .where('guid', '=', team)
    .executeTakeFirstOrThrow()
  return row.allowed_methods
}

/** Keeps Google alone on the tab, and asks. */
async function keepGoogle(browser: typeof admin): Promise<void> {
  await browser.open(page)
  for (const label of ['Password', 'Single sign-on', 'Google']) browser.clear(new RegExp(`^${label}`))
  await browser.choose(/^Google/).press('Change methods …')
}

test('an admin sees who would be shut out, and cannot shut out themselves', async () => {
  await keepGoogle(admin)
  expect(admin.text()).toContain('Change the sign-in methods?')
  expect(admin.text()).toContain('3 members are locked out')
  expect(admin.text()).toContain(`Mara Mott (${memberEmail})`)
  expect(admin.text()).toContain('You couldn’t sign in any more yourself.')
  expect(admin.page.root.querySelector('input[value="Change methods"]')).toBeNull()
  await admin.send('teamMethods', { method: 'google', act: 'Change methods' })
  expect([admin.status, await allowed()]).toEqual([400, null])
})

test('no change shuts out an administrator of the server', async () => {
  await connectGoogle(adminEmail)
  await kysely
    .updateTable('user')
    .set({ team_guid: team, team_role: 2 })
    .where('email', '=', operatorEmail)
    .execute()
  await keepGoogle(admin)
  expect(admin.text()).toContain(`${operatorEmail} administers this server and couldn’t sign in any more.`)
  await admin.send('teamMethods', { method: 'google', act: 'Change methods' })
  expect([admin.status, await allowed()]).toEqual([400, null])
  await leave(operatorEmail)
})

test('a change holds from the next sign-in, is on record with both values, and is undone as it was made', async () => {
  await keepGoogle(admin)
  expect(admin.text()).toContain('2 members are locked out')
  await admin.press('Change methods')
  expect(admin.text()).toContain('Sign-in methods changed.')
  expect(await allowed()).toBe('["google"]')
  expect((await member.open('/home')).status).toBe(200)
  const shut = await trySignIn(app, memberEmail)
  expect(shut.status).toBe(403)
  expect(shut.text()).toContain('Continue with Google')
  await admin.open(page)
  await admin
    .choose(/^Password/)
    .choose(/^Single sign-on/)
    .press('Change methods …')
  expect(admin.text()).toContain('No member is locked out.')
  await admin.press('Change methods')
  expect(await allowed()).toBeNull()
  expect((await signIn(app, memberEmail)).path).toBe('/home')
  await admin.open('/team/admin?tabActive=audit')
  expect(admin.text()).toContain('changed the sign-in methods from any method to Google')
  expect(admin.text()).toContain('changed the sign-in methods from Google to any method')
})

test('a member without a password is named as one who sets it first', async () => {
  await kysely.updateTable('user').set({ has_password: 0 }).where('email', '=', memberEmail).execute()
  await owner.open(`${page}&methods=password`)
  expect(owner.text()).toContain('1 member has to set a password first')
  expect(owner.text()).toContain('No member is locked out.')
  await kysely.updateTable('user').set({ has_password: 1 }).where('email', '=', memberEmail).execute()
})

test('methods that do not work here are refused, with what was chosen still chosen', async () => {
  await admin.open(page)
  await admin.send('teamMethods', { method: 'sso', act: 'Change methods …' })
  expect(admin.status).toBe(400)
  expect(admin.text()).toContain('None of these methods works here yet')
  const ticked = admin.page.root.querySelectorAll('input[name=method][checked]')
  expect(ticked.map((one) => one.getAttribute('value'))).toEqual(['sso'])
  await admin.open(page)
  for (const label of ['Password', 'Single sign-on', 'Google']) admin.clear(new RegExp(`^${label}`))
  await admin.press('Change methods …')
  expect(admin.text()).toContain('Choose at least one method.')
})

test('no one else changes them: members, former admins, strangers, the administrator of the server, another team’s admin', async () => {
  const before = await allowed()
  for (const [browser, status] of [
    [member, 404],
    [former, 404],
    [operator, 404],
    [stranger(app), 401],
  ] as const) {
    await browser.open(page)
    expect(browser.text()).not.toContain('Sign-in methods')
    const values = { method: 'password', act: 'Change methods' }
    expect(await sendForged(browser, '/team/admin', 'teamMethods', values)).toBe(status)
  }
  await rival.open(page)
  await rival.send('teamMethods', { method: 'password', act: 'Change methods' })
  expect(rival.status).toBe(200)
  expect(await allowed()).toBe(before)
})

test('members are signed out after as many hours as the team says, also those who are signed in', async () => {
  const elsewhere = await app.browser().open('/access/login')
  await elsewhere.send('signIn', { email: memberEmail, password, isRemembered: 'on' })
  const outside = await app.browser().open('/access/login')
  await outside.send('signIn', { email: formerEmail, password, isRemembered: 'on' })
  const again = await signIn(app, ownerEmail)
  await again.open(page)
  await again.select('Sign out after', '8 hours').press('Save sign-out rule')
  expect(again.text()).toContain('Sign-out rule saved.')
  expect(again.page.valueOf('Sign out after')).toBe('8')
  app.clock.advance(7 * hour)
  expect((await elsewhere.open('/home')).path).toBe('/home')
  app.clock.advance(2 * hour)
  expect((await elsewhere.open('/home')).heading()).toBe('Sign in')
  expect((await outside.open('/home')).path).toBe('/home')
  // So is who signs in from then on.
  await elsewhere.open('/access/login')
  await elsewhere.send('signIn', { email: memberEmail, password, isRemembered: 'on' })
  app.clock.advance(8 * hour + 1)
  expect((await elsewhere.open('/home')).heading()).toBe('Sign in')
  const later = await signIn(app, ownerEmail)
  await later.open('/team/admin?tabActive=audit')
  expect(later.text()).toContain('changed when members are signed out from no limit to 8 hours')
})

test('no one else changes when members are signed out', async () => {
  const rivals = await signIn(app, rivalEmail)
  for (const browser of [await signIn(app, memberEmail), await signIn(app, formerEmail), stranger(app)])
    expect([401, 404]).toContain(await sendForged(browser, page, 'teamSignOut', { hours: '1' }))
  await sendForged(rivals, page, 'teamSignOut', { hours: '1' })
  const { session_hours: hours } = await kysely
    .selectFrom('team')
    .select('session_hours')
    .where('guid', '=', team)
    .executeTakeFirstOrThrow()
  expect(hours).toBe(8)
  const adminNow = await signIn(app, ownerEmail)
  await adminNow.open(page)
  await adminNow.send('teamSignOut', { hours: '3' })
  expect(adminNow.status).toBe(400)
})

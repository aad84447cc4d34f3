import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendForged } from '#tests/support/browser/forged-form.ts'
import { makeShare, makeUser, operatorEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const [ownerEmail, adminEmail, memberEmail, otherEmail, formerEmail] = [
  'owner@team.example',
  'admin@team.example',
  'member@team.example',
  'other@elsewhere.example',
  'former@team.example',
]
const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const browsers: Record<string, Browser> = {}
for (const email of [ownerEmail, adminEmail, memberEmail, otherEmail, formerEmail])
  browsers[email] = await makeUser(app, { email, firstName: 'Any', lastName: 'One' })
const teamGuid = await makeTeam(app, [ownerEmail, adminEmail, memberEmail], { [adminEmail]: 1 })
await makeTeam(app, [otherEmail])
let people = 0

/** Someone new in the team. */
async function newcomer(role = 2): Promise<{ email: string; guid: string }> {
  const email = `new${++people}@team.example`
  await makeUser(app, { email, browser: somebody() })
  const { guid } = await kysely
    .updateTable('user')
    .set({ team_guid: teamGuid, team_role: role, invite_status: 'Active' })
    .where('email', '=', email)
    .returning('guid')
    .executeTakeFirstOrThrow()
  return { email, guid }
}

async function stateOf(email: string) {
  return kysely
    .selectFrom('user')
    .select(['team_guid', 'team_role', 'status'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

type Act = { name: string; target: number; values: Record<string, string>; intent?: string }
const acts: Act[] = [
  { name: 'makes a member an admin', target: 2, values: { act: 'Change role', role: '1' } },
  { name: 'makes a member an owner', target: 2, values: { act: 'Change role', role: '0' } },
  { name: 'makes an owner a member', target: 0, values: { act: 'Change role', role: '2' } },
  { name: 'suspends a member', target: 2, values: { act: 'Suspend' } },
  { name: 'suspends an owner', target: 0, values: { act: 'Suspend' } },
  { name: 'removes a member', target: 2, values: {}, intent: 'removePeople' },
  { name: 'removes an admin', target: 1, values: {}, intent: 'removePeople' },
  { name: 'removes an owner', target: 0, values: {}, intent: 'removePeople' },
]
/** Who can do which of these; everyone else changes nothing. */
const can: Record<string, readonly string[]> = {
  [ownerEmail]: acts.map(({ name }) => name),
  [adminEmail]: ['makes a member an admin', 'suspends a member', 'removes a member', 'removes an admin'],
}

describe.each([ownerEmail, adminEmail, memberEmail, otherEmail, formerEmail, 'a stranger'])('%s', (who) => {
  test.each(acts)('$name by a forged form', async ({ name, target, values, intent = 'people' }) => {
    const { email, guid } = await newcomer(target)
    const before = await stateOf(email)
    const browser = browsers[who] ?? stranger(app)
    const status = await sendForged(browser, '/team/admin', intent, { person: guid, ...values })
    // Who administers another team has such a page, and on it no one of this one.
    const hasPage = who in can || who === otherEmail
    if (!hasPage) expect(status).toBe(who === 'a stranger' ? 401 : 404)
    const isChanged = JSON.stringify(await stateOf(email)) !== JSON.stringify(before)
    expect(isChanged).toBe(can[who]?.includes(name) ?? false)
  })
})

test('an admin can’t reach people of another team, by their guid', async () => {
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', otherEmail)
    .executeTakeFirstOrThrow()
  const admin = browsers[adminEmail]!
  expect((await admin.open(`/team/admin?person=${guid}`)).status).toBe(404)
  await sendForged(admin, '/team/admin', 'removePeople', { person: guid })
  expect(admin.text()).toContain('Unknown person')
  expect((await stateOf(otherEmail)).team_role).toBe(0)
})

test('someone suspended is signed out, can’t sign in, and what they shared is closed until access is restored', async () => {
  const { email, guid } = await newcomer()
  const browser = await signIn(app, email)
  const share = await makeShare(app, browser, { visibility: 'public' })
  const admin = browsers[adminEmail]!
  await admin.open(`/team/admin?person=${guid}`)
  await admin.press('Suspend')
  expect(admin.text()).toContain('Can’t sign in, and what they shared is closed')
  expect((await browser.open('/home')).status).toBe(401)
  expect((await trySignIn(app, email)).text()).toContain('This account is suspended.')
  expect((await stranger(app).open(`/file/${share}`)).status).not.toBe(200)
  await admin.open(`/team/admin?person=${guid}`)
  await admin.press('Restore access')
  expect((await signIn(app, email)).path).toBe('/home')
  expect((await stranger(app).open(`/file/${share}`)).status).toBe(200)
})

test('what the operator disabled, the team can’t restore', async () => {
  const { email, guid } = await newcomer()
  const { administration } = app.strongroom.services.accounts
  await administration.disable(email)
  const admin = browsers[adminEmail]!
  await admin.open(`/team/admin?person=${guid}`)
  await admin.press('Restore access')
  expect(admin.text()).toContain('The team didn’t suspend this account.')
  expect((await stateOf(email)).status).toBe('Suspended')
})

test('an administrator of the server can’t be suspended by a team', async () => {
  await kysely
    .updateTable('user')
    .set({ team_guid: teamGuid, team_role: 2 })
    .where('email', '=', operatorEmail)
    .execute()
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', operatorEmail)
    .executeTakeFirstOrThrow()
  const owner = browsers[ownerEmail]!
  await owner.open(`/team/admin?person=${guid}`)
  await owner.press('Suspend')
  expect(owner.text()).toContain('This is an administrator of the server.')
  expect((await stateOf(operatorEmail)).status).toBe('Active')
  await kysely
    .updateTable('user')
    .set({ team_guid: null, team_role: null })
    .where('email', '=', operatorEmail)
    .execute()
})

test('removed people keep their account, are told, and are in the list as having left', async () => {
  const { email, guid } = await newcomer()
  const admin = browsers[adminEmail]!
  await admin.open(`/team/admin?person=${guid}`)
  await admin.press('Remove …')
  expect(admin.text()).toContain('Remove this member?')
  expect((await stateOf(email)).team_guid).toBe(teamGuid)
  await admin.press('Remove')
  expect(admin.text()).toContain('Removed. Their account keeps what they shared and own.')
  expect(await stateOf(email)).toEqual({ team_guid: null, team_role: null, status: 'Active' })
  expect((await app.outbox.newest(email)).subject).toContain('You’re no longer in the team')
  await admin.open('/team/admin?state=left')
  expect(admin.text()).toContain(email)
  expect((await signIn(app, email)).path).toBe('/home')
})

test('the last owner who can sign in stays: neither role, nor suspension, nor removal', async () => {
  const email = 'alone@solo.example'
  const owner = await makeUser(app, { email, browser: somebody() })
  const solo = await makeTeam(app, [email])
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await makeUser(app, { email: 'second@solo.example', browser: somebody() })
  await kysely
    .updateTable('user')
    .set({ team_guid: solo, team_role: 0, status: 'Suspended' })
    .where('email', '=', 'second@solo.example')
    .execute()
  const deeds: [string, Record<string, string>][] = [
    ['people', { act: 'Change role', role: '2' }],
    ['removePeople', {}],
  ]
  for (const [intent, values] of deeds) {
    await sendForged(owner, '/team/admin', intent, { person: guid, ...values })
    expect(owner.text()).toContain('This is the team’s only owner who can sign in.')
  }
  await sendForged(owner, '/team/admin', 'people', { person: guid, act: 'Suspend' })
  expect(owner.text()).toContain('You can’t suspend yourself.')
  expect(await stateOf(email)).toMatchObject({ team_role: 0, status: 'Active' })
})

test('of two admins who remove each other at once, one is removed', async () => {
  const [one, two] = [await newcomer(1), await newcomer(1)]
  const { membership } = app.strongroom.services.teams
  const { sessions } = app.strongroom.services.accounts
  const users = await Promise.all(
    [one, two].map(async ({ guid }) => {
      const { id } = await sessions.start(guid, { ip: '127.0.0.1', userAgent: 'test' })
      return (await sessions.find(id))!.user
    }),
  )
  const outcomes = await Promise.allSettled([
    membership.remove(users[0]!, two.guid),
    membership.remove(users[1]!, one.guid),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = [await stateOf(one.email), await stateOf(two.email)].filter(
    ({ team_guid: team }) => team === teamGuid,
  )
  expect(left).toHaveLength(1)
})

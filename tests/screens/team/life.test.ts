import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: owner } = await makeWorld()
const { kysely } = app.strongroom.services.database
const known = ['ada@halden.example', 'ben@halden.example']
const fresh = ['cleo@halden.example', 'dan@halden.example', 'eve@halden.example']

async function linkTo(email: string): Promise<string> {
  const { pathname, search } = new URL(await app.outbox.linkTo(email, '/team/accept/'))
  return pathname + search
}

async function stateOf(email: string) {
  return kysely
    .selectFrom('user')
    .select(['team_guid', 'team_role', 'invite_status', 'status'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

test('a team of six is made, lived in and closed, without script and without a command', async () => {
  const browsers: Record<string, Browser> = {}
  for (const email of known) browsers[email] = await makeUser(app, { email, browser: somebody() })
  // Made by an account whose plan has teams.
  await owner.open('/setting')
  await owner.follow('Create a team')
  await owner.fill('Team name', 'Halden & Marsh').press('Create team')
  expect(owner.page.root.querySelector('h1')?.textContent).toBe('Halden & Marsh')
  await owner.follow('Invite people')
  await owner.fill('People', [...known, ...fresh].join('\n')).press('Send invitations')
  expect(owner.text()).toContain('5 people invited')
  for (const email of known) {
    await browsers[email]!.open(await linkTo(email))
    await browsers[email]!.press('Join the team')
  }
  for (const email of fresh) {
    const browser = (browsers[email] = await stranger(app).open(await linkTo(email)))
    await browser.press('Join and create account')
    await browser.send('setUp', { firstName: 'Some', lastName: 'One', password })
  }
  await owner.open('/team/admin')
  expect(owner.text()).toContain('6 members')

  // One becomes an admin, who suspends another, and removes a third.
  await owner.open(`/team/admin?q=${known[0]}`)
  await owner.follow(/Ulrich Unger/)
  await owner.select('Role', 'Admin').press('Change role')
  const admin = browsers[known[0]!]!
  await admin.open(`/team/admin?q=${fresh[0]}`)
  await admin.follow(/Some One/)
  await admin.press('Suspend')
  await admin.open(`/team/admin?q=${fresh[1]}`)
  await admin.follow(/Some One/)
  await admin.press('Remove …')
  await admin.press('Remove')
  expect(await stateOf(fresh[1]!)).toMatchObject({ team_guid: null, status: 'Active' })

  // One leaves.
  const leaving = browsers[known[1]!]!
  await leaving.open('/setting')
  await leaving.follow('Leave team …')
  expect((await stateOf(known[1]!)).team_role).toBe(2)
  await leaving.press('Leave team')
  expect(await stateOf(known[1]!)).toMatchObject({ team_guid: null })

  // The only owner can’t leave; renames, hands over, and is an admin then.
  await owner.open('/team/leave')
  await owner.press('Leave team')
  expect(owner.text()).toContain('This is the team’s only owner who can sign in.')
  await owner.open('/team/admin?tabActive=team')
  await owner.fill('Team name', 'Halden Marsh LLP').press('Rename')
  expect(owner.page.root.querySelector('h1')?.textContent).toBe('Halden Marsh LLP')
  await owner.select('New owner', /ada@halden/).press('Hand over')
  expect(await stateOf(operatorEmail)).toMatchObject({ team_role: 1 })
  expect(owner.text()).toContain('Only owners can rename, hand over or close the team.')

  // The new owner closes it, after a question; whoever was suspended can sign in again.
  await admin.open('/team/admin?tabActive=team')
  await admin.follow('Close team …')
  expect(admin.text()).toContain('4 accounts leave the team')
  await admin.fill('Name of the team', 'something').press('Close team')
  expect(admin.text()).toContain('That isn’t the name of the team.')
  await admin.fill('Name of the team', 'Halden Marsh LLP').press('Close team')
  expect(admin.text()).toContain('Team closed.')
  expect((await admin.open('/team/admin')).status).toBe(404)
  expect(await stateOf(fresh[0]!)).toMatchObject({
    team_guid: null,
    status: 'Active',
    invite_status: 'Active',
  })
  expect((await signIn(app, fresh[0]!, somebody())).path).toBe('/home')
  expect((await app.outbox.newest(fresh[2]!)).subject).toBe('The team Halden Marsh LLP was closed')
  // Its name is free again, and its record stays.
  await owner.open('/team/new')
  await owner.fill('Team name', 'Halden Marsh LLP').press('Create team')
  expect(owner.page.root.querySelector('h1')?.textContent).toBe('Halden Marsh LLP')
  const closed = await kysely
    .selectFrom('team')
    .selectAll()
    .where('closed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const kinds = await kysely.selectFrom('event').select('kind').where('team_guid', '=', closed.guid).execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['TeamMade', 'TeamRenamed', 'TeamHandedOver', 'TeamMemberLeft', 'TeamClosed']),
  )
})

test('what only owners do, an admin can’t by a forged form; and who has no plan with teams makes none', async () => {
  const admin = await makeUser(app, { email: 'admin@forging.example', browser: somebody() })
  const { team_guid: team } = await stateOf(operatorEmail)
  const set = (values: object) =>
    kysely.updateTable('user').set(values).where('email', '=', 'admin@forging.example').execute()
  await set({ team_guid: team, team_role: 1 })
  await admin.open('/c/feedback')
  const { entries } = admin.page.submission(admin.page.form('feedback'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  const send = async (action: string, values: Record<string, string>) => {
    const given = Object.entries(values).map(([name, value]) => ({ name, value }))
    const encoding = 'application/x-www-form-urlencoded'
    await admin.submit({ action, method: 'post', encoding, entries: [...kept, ...given] })
    return admin.status
  }
  expect(await send('/team/admin', { intent: 'renameTeam', name: 'Stolen' })).toBe(404)
  expect(await send('/team/admin', { intent: 'handOverTeam', to: 'anyone' })).toBe(404)
  expect(await send('/team/admin', { intent: 'closeTeam', teamName: 'Halden Marsh LLP' })).toBe(404)
  await set({ team_guid: null, team_role: null, tier_code: 2 })
  expect((await admin.open('/team/new')).status).toBe(404)
  expect(await send('/team/new', { intent: 'makeTeam', name: 'Mine' })).toBe(404)
  expect((await admin.open('/team/leave')).status).toBe(404)
  expect(await send('/team/leave', { intent: 'leaveTeam' })).toBe(404)
})

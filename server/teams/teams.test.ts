import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sessions } from '#server/accounts/sign-in/sessions.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { rotateKeys } from '#server/storage/keys/key-rotation.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { TeamConnections } from './connections.ts'
import { TeamDomains } from './domains.ts'
import { SecondFactorRule } from './sign-in/second-factor.ts'
import { Teams, type Team } from './teams.ts'

let world: World
let teams: Teams
let domains: TeamDomains
let connections: TeamConnections
let rule: SecondFactorRule
let count = 0
const withSecondFactor = new Set<string>()

// Each test has teams of its own.
beforeAll(async () => {
  world = await openWorld()
  await world.database.kysely.updateTable('installation').set({ is_claimed: 1 }).execute()
  const offers = (method: SignInMethod) => method === 'password' || method === 'google'
  const hasSecondFactor = async (guid: string) => withSecondFactor.has(guid)
  teams = new Teams({ ...world, offers, hasSecondFactor })
  domains = new TeamDomains(world)
  rule = new SecondFactorRule(world)
  connections = new TeamConnections({ ...world, offers })
})
afterAll(() => world.close())

function fresh(): string {
  count += 1
  return `Team${count}`
}

/** A team of one owner, with a domain. */
async function makeTeam(name = fresh(), domain = `${name.toLowerCase()}.example`): Promise<Team> {
  const team = await teams.create(name)
  await domains.add(team, domain)
  await addUser(world, `owner@${domain}`)
  await teams.addMember(team, `owner@${domain}`, teamRoles.owner)
  return team
}

async function makeMember(team: Team, email: string): Promise<User> {
  await addUser(world, email)
  await teams.addMember(team, email, teamRoles.member)
  return read(email)
}

/** The account as it is now. */
async function read(email: string): Promise<User> {
  const query = world.database.kysely.selectFrom('user').selectAll().where('email', '=', email)
  return userOf(await query.executeTakeFirstOrThrow())
}

async function connect(name: string): Promise<void> {
  const team = await teams.find(name)
  await connections.setOidc(team, {
    issuer: 'https://login.example.com',
    clientId: 'strongroom',
    clientSecret: 'the secret',
  })
}

describe('the policy', () => {
  type Membership = 'member' | 'invited' | 'other team' | 'no team'
  type Row = [Membership, 'locked' | 'open', allowed: string, method: SignInMethod, outcome: unknown]
  const only = (...methods: SignInMethod[]) => ({ code: 10006, methods })
  const isLocked = { code: 10012 }
  const rows: Row[] = [
    ['member', 'open', 'all', 'password', null],
    ['member', 'open', 'all', 'sso', null],
    ['member', 'locked', 'all', 'password', null],
    ['member', 'open', 'password', 'password', null],
    ['member', 'open', 'password', 'google', only('password')],
    ['member', 'locked', 'google', 'password', only('google')],
    ['member', 'open', 'password,google', 'linkedin', only('password', 'google')],
    // No one can sign in with LinkedIn here, so it is not offered.
    ['member', 'open', 'password,linkedin', 'google', only('password')],
    ['member', 'open', 'sso', 'password', only('sso')],
    ['member', 'open', 'sso', 'sso', null],
    ['invited', 'open', 'sso', 'password', null],
    // Accepted, and the account is to be set up.
    ['invited', 'locked', 'all', 'password', null],
    ['other team', 'open', 'password', 'google', null],
    ['other team', 'locked', 'all', 'password', isLocked],
    ['no team', 'open', 'sso', 'password', null],
    ['no team', 'open', 'all', 'sso', only('password', 'google')],
    ['invited', 'open', 'all', 'sso', only('password', 'google')],
    ['no team', 'locked', 'all', 'password', isLocked],
    ['no team', 'locked', 'all', 'sso', isLocked],
    ['no team', 'locked', 'password', 'google', isLocked],
  ]

  test.each(rows)('%s of a domain that is %s, allowed %s: %s ends with %j', async (...row) => {
    const [membership, lock, allowed, method, outcome] = row
    const name = fresh()
    const team = await makeTeam(name)
    const email = `anna@${name.toLowerCase()}.example`
    await connect(name)
    await addUser(world, email)
    if (membership === 'other team') {
      await teams.addMember(await makeTeam(), email, teamRoles.member)
    } else if (membership !== 'no team') {
      await teams.addMember(team, email, teamRoles.member)
    }
    if (membership === 'invited') {
      const { kysely } = world.database
      await kysely.updateTable('user').set({ invite_status: 'Pending' }).where('email', '=', email).execute()
    }
    if (lock === 'locked') await domains.lock(team, `${name.toLowerCase()}.example`)
    if (allowed !== 'all') await teams.setMethods(team, allowed.split(',') as SignInMethod[])
    const said = await teams.policy(await read(email), method)
    const domain = `${name.toLowerCase()}.example`
    expect(said).toEqual(outcome === isLocked ? { ...isLocked, domain } : outcome)
  })

  test('says nothing of people without a team in a domain of no one, whatever the way', async () => {
    const user = await addUser(world, 'nobody@elsewhere.example')
    for (const method of signInMethods.filter((one) => one !== 'sso' && one !== 'email'))
      expect(await teams.policy(user, method)).toBeNull()
    expect(await teams.policy(user, 'email')).toMatchObject({ code: 10006 })
  })

  test('a domain below a locked one is another domain', async () => {
    const team = await makeTeam(fresh(), 'deep.example')
    await domains.lock(team, 'deep.example')
    expect(await teams.policy(await addUser(world, 'a@mail.deep.example'), 'password')).toBeNull()
    expect(await teams.policy(await addUser(world, 'a@not-deep.example'), 'password')).toBeNull()
  })
})

describe('ways to sign in', () => {
  test('that no one can come in by are no restriction a team may have', async () => {
    const team = await makeTeam()
    await expect(teams.setMethods(team, ['sso'])).rejects.toThrow('badForm')
    await expect(teams.setMethods(team, ['linkedin', 'sso'])).rejects.toThrow('badForm')
    await expect(teams.setMethods(team, [])).rejects.toThrow('badForm')
    await teams.setMethods(team, ['linkedin', 'google'])
    await teams.setMethods(team, null)
    expect((await teams.find(team.name)).allowedMethods).toBeNull()
  })

  test('the identity provider stays while it is the only way in', async () => {
    const team = await makeTeam()
    await connect(team.name)
    await teams.setMethods(team, ['sso'])
    await expect(connections.remove(team)).rejects.toThrow('badForm')
    await teams.setMethods(team, ['sso', 'password'])
    await connections.remove(team)
    expect(await connections.ofTeam(team.guid)).toBeNull()
    await expect(connections.remove(team)).rejects.toThrow('notFound')
  })
})

describe('people', () => {
  test('an account belongs to one team at most', async () => {
    const [team, other] = [await makeTeam(), await makeTeam()]
    const anna = await makeMember(team, 'anna@people.example')
    expect([anna.teamGuid, anna.teamRole, anna.inviteStatus]).toEqual([team.guid, 2, 'Active'])
    await expect(teams.addMember(other, anna.email, teamRoles.admin)).rejects.toThrow('badForm')
    await expect(teams.removeMember(other, anna.email)).rejects.toThrow('notFound')
    await teams.removeMember(team, anna.email)
    await teams.addMember(other, anna.email, teamRoles.admin)
    expect((await teams.members(other)).map(({ role }) => role)).toEqual([0, 1])
  })

  test('a team keeps an owner while others belong to it', async () => {
    const team = await makeTeam(fresh(), 'owners.example')
    const anna = await makeMember(team, 'anna@owners.example')
    await expect(teams.removeMember(team, 'owner@owners.example')).rejects.toThrow('badForm')
    await expect(teams.addMember(team, 'owner@owners.example', teamRoles.member)).rejects.toThrow('badForm')
    await teams.addMember(team, anna.email, teamRoles.owner)
    await teams.removeMember(team, 'owner@owners.example')
    await teams.removeMember(team, anna.email)
    expect(await teams.members(team)).toEqual([])
  })

  test('who leaves a team whose domain is locked is signed out', async () => {
    const team = await makeTeam(fresh(), 'leaving.example')
    await domains.lock(team, 'leaving.example')
    const sessions = new Sessions(world)
    const [anna, berta] = [
      await makeMember(team, 'anna@leaving.example'),
      await makeMember(team, 'berta@leaving.example'),
    ]
    const { id } = await sessions.start(anna.guid, client)
    const { id: other } = await sessions.start(berta.guid, client)
    await teams.removeMember(team, anna.email)
    expect(await sessions.find(id)).toBeNull()
    expect((await sessions.find(other))?.user.email).toBe(berta.email)
  })

  test('names of teams are one in any letter case, and a team is found by its guid too', async () => {
    const team = await makeTeam('Harbour')
    await expect(teams.create(' HARBOUR ')).rejects.toThrow('badForm')
    await expect(teams.create(' ')).rejects.toThrow('badForm')
    expect((await teams.find('harbour')).guid).toBe(team.guid)
    expect((await teams.find(team.guid)).name).toBe('Harbour')
    await expect(teams.find('Nobody')).rejects.toThrow('notFound')
  })
})

describe('a second factor', () => {
  test('is required of members of a team that requires it, until they have one', async () => {
    const team = await makeTeam()
    const anna = await makeMember(team, 'anna@factor.example')
    const stranger = await addUser(world, 'stranger@factor.example')
    expect(await teams.requiresSecondFactor(anna)).toBe(false)
    await rule.set(team, 'now')
    expect(await teams.requiresSecondFactor(anna)).toBe(true)
    expect(await teams.requiresSecondFactor(stranger)).toBe(false)
    withSecondFactor.add(anna.guid)
    expect(await teams.requiresSecondFactor(anna)).toBe(false)
    withSecondFactor.delete(anna.guid)
    await rule.set(team, 'optional')
    expect(await teams.requiresSecondFactor(anna)).toBe(false)
  })
})

describe('domains', () => {
  test.each([
    'gmail.com',
    'GMAIL.com',
    'outlook.com',
    'web.de',
    'localhost',
    '192.0.2.1',
    'a b.com',
    '',
    '*.x.de',
  ])('%j is refused', async (domain) => {
    const team = await makeTeam()
    await expect(domains.add(team, domain)).rejects.toThrow('badForm')
  })

  test('a domain belongs to one team, in one spelling', async () => {
    const [team, other] = [await makeTeam(), await makeTeam()]
    expect(await domains.add(team, '@Bücher.example')).toBe('xn--bcher-kva.example')
    expect(await domains.add(team, 'xn--bcher-kva.example')).toBe('xn--bcher-kva.example')
    await expect(domains.add(other, 'bücher.example')).rejects.toThrow('badForm')
    await expect(domains.lock(other, 'bücher.example')).rejects.toThrow('notFound')
    await expect(domains.remove(other, 'bücher.example')).rejects.toThrow('notFound')
    await domains.remove(team, 'bücher.example')
    await domains.add(other, 'bücher.example')
  })

  test('a lock signs out the accounts of the domain that are not in the team, and only those', async () => {
    const team = await makeTeam(fresh(), 'locked.example')
    const sessions = new Sessions(world)
    const people = [
      await makeMember(team, 'in@locked.example'),
      await addUser(world, 'out@locked.example'),
      await addUser(world, 'out@not-locked.example'),
    ]
    const started = await Promise.all(people.map(({ guid }) => sessions.start(guid, client)))
    expect(await domains.lock(team, 'locked.example')).toEqual({
      domain: 'locked.example',
      ended: 1,
      outside: ['out@locked.example'],
    })
    const found = await Promise.all(started.map(({ id }) => sessions.find(id)))
    expect(found.map((session) => session?.user.email ?? null)).toEqual([
      'in@locked.example',
      null,
      'out@not-locked.example',
    ])
    await domains.unlock(team, 'locked.example')
    expect(await teams.policy(people[1]!, 'password')).toBeNull()
  })

  test('a lock that would shut out an operator is refused, until the operator is in the team', async () => {
    const team = await makeTeam(fresh(), 'run.example')
    const operator = await addUser(world, 'operator@run.example')
    const account = world.database.kysely.updateTable('user').where('guid', '=', operator.guid)
    await account.set({ is_operator: 1 }).execute()
    const refused = domains.lock(team, 'run.example')
    await expect(refused).rejects.toMatchObject({
      problem: 'badForm',
      text: expect.stringContaining('the operator operator@run.example isn’t in the team'),
    })
    expect(await domains.list(team)).toMatchObject([{ domain: 'run.example', isLocked: false }])
    await teams.addMember(team, operator.email, 2)
    expect(await domains.lock(team, 'run.example')).toMatchObject({ domain: 'run.example', ended: 0 })
    await expect(teams.removeMember(team, operator.email)).rejects.toMatchObject({
      problem: 'badForm',
      text: expect.stringContaining('operator@run.example is an operator'),
    })
    expect((await teams.members(team)).map(({ email }) => email)).toContain(operator.email)
    await domains.unlock(team, 'run.example')
    await teams.removeMember(team, operator.email)
    await account.set({ is_operator: 0 }).execute()
  })
})

describe('the identity provider of a team', () => {
  test('is found by the domain, with its secret, which the database holds sealed', async () => {
    const team = await makeTeam(fresh(), 'found.example')
    await connect(team.name)
    const connection = await connections.forDomain('found.example')
    expect(connection).toMatchObject({
      kind: 'oidc',
      teamGuid: team.guid,
      settings: { issuer: 'https://login.example.com', clientId: 'strongroom' },
      clientSecret: 'the secret',
    })
    const row = await world.database.kysely
      .selectFrom('team_connection')
      .selectAll()
      .where('team_guid', '=', team.guid)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('the secret')
    expect(world.keyRing.unwrap(`team_connection:${row.guid}`, row.secret_sealed!).toString()).toBe(
      'the secret',
    )
    expect(await connections.forDomain('nobody.example')).toBeNull()
  })

  test('keeps its secret when the installation gets a new key', async () => {
    const team = await makeTeam(fresh(), 'rotated.example')
    await connect(team.name)
    const next = KeyRing.make()
    const both = new KeyRing([...next.keys, ...world.keyRing.keys])
    const rotated = await rotateKeys({ database: world.database, ring: both, keyFile: null })
    expect(rotated.unopened).toEqual([])
    const underNext = new TeamConnections({ ...world, keyRing: next, offers: () => true })
    expect(await underNext.forDomain('rotated.example')).toMatchObject({ clientSecret: 'the secret' })
  })

  test.each([
    'http://login.example.com',
    'login.example.com',
    'javascript:alert(1)',
    'https://login.example.com/?tenant=1',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
  ])('with the issuer %s is refused', async (issuer) => {
    const team = await makeTeam()
    const given = { issuer, clientId: 'x', clientSecret: 'y' }
    await expect(connections.setOidc(team, given)).rejects.toThrow('badForm')
  })
})

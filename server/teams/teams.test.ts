import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sessions } from '#server/accounts/sessions.ts'
import { signInMethods, type SignInMethod } from '#server/rules/sign-in-methods.ts'
import { teamRoles } from '#server/rules/team-roles.ts'
import { rotateKeys } from '#server/storage/key-rotation.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { TeamConnections } from './connections.ts'
import { TestWorld } from './test-world.ts'

let world: TestWorld
let count = 0

// Each test has teams of its own.
beforeAll(async () => {
  world = await TestWorld.open()
})
afterAll(() => world.close())

function fresh(): string {
  count += 1
  return `Team${count}`
}

async function connect(name: string): Promise<void> {
  const team = await world.teams.find(name)
  await world.connections.setOidc(team, {
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
    // Nobody comes in by LinkedIn here, so that it is not proposed.
    ['member', 'open', 'password,linkedin', 'google', only('password')],
    ['member', 'open', 'sso', 'password', only('sso')],
    ['member', 'open', 'sso', 'sso', null],
    ['invited', 'open', 'sso', 'password', null],
    ['invited', 'locked', 'all', 'password', isLocked],
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
    const team = await world.team(name)
    const email = `anna@${name.toLowerCase()}.example`
    await connect(name)
    await world.user(email)
    if (membership === 'other team') {
      await world.teams.addMember(await world.team(fresh()), email, teamRoles.member)
    } else if (membership !== 'no team') {
      await world.teams.addMember(team, email, teamRoles.member)
    }
    if (membership === 'invited') {
      const { kysely } = world.database
      await kysely.updateTable('user').set({ invite_status: 'Pending' }).where('email', '=', email).execute()
    }
    if (lock === 'locked') await world.domains.lock(team, `${name.toLowerCase()}.example`)
    if (allowed !== 'all') await world.teams.setMethods(team, allowed.split(',') as SignInMethod[])
    const said = await world.teams.policy(await world.read(email), method)
    const domain = `${name.toLowerCase()}.example`
    expect(said).toEqual(outcome === isLocked ? { ...isLocked, domain } : outcome)
  })

  test('says nothing of people without a team in a domain of nobody, whatever the way', async () => {
    const user = await world.user('nobody@elsewhere.example')
    for (const method of signInMethods.filter((one) => one !== 'sso'))
      expect(await world.teams.policy(user, method)).toBeNull()
  })

  test('a domain below a locked one is another domain', async () => {
    const team = await world.team(fresh(), 'deep.example')
    await world.domains.lock(team, 'deep.example')
    expect(await world.teams.policy(await world.user('a@mail.deep.example'), 'password')).toBeNull()
    expect(await world.teams.policy(await world.user('a@not-deep.example'), 'password')).toBeNull()
  })
})

describe('ways to sign in', () => {
  test('that nobody can come in by are no restriction a team may have', async () => {
    const team = await world.team(fresh())
    await expect(world.teams.setMethods(team, ['sso'])).rejects.toThrow('badForm')
    await expect(world.teams.setMethods(team, ['linkedin', 'sso'])).rejects.toThrow('badForm')
    await expect(world.teams.setMethods(team, [])).rejects.toThrow('badForm')
    await world.teams.setMethods(team, ['linkedin', 'google'])
    await world.teams.setMethods(team, null)
    expect((await world.teams.find(team.name)).allowedMethods).toBeNull()
  })

  test('the identity provider stays while it is the only way in', async () => {
    const team = await world.team(fresh())
    await connect(team.name)
    await world.teams.setMethods(team, ['sso'])
    await expect(world.connections.remove(team)).rejects.toThrow('badForm')
    await world.teams.setMethods(team, ['sso', 'password'])
    await world.connections.remove(team)
    expect(await world.connections.ofTeam(team.guid)).toBeNull()
    await expect(world.connections.remove(team)).rejects.toThrow('notFound')
  })
})

describe('people', () => {
  test('an account belongs to one team at most', async () => {
    const [team, other] = [await world.team(fresh()), await world.team(fresh())]
    const anna = await world.member(team, 'anna@people.example')
    expect([anna.teamGuid, anna.teamRole, anna.inviteStatus]).toEqual([team.guid, 2, 'Active'])
    await expect(world.teams.addMember(other, anna.email, teamRoles.admin)).rejects.toThrow('badForm')
    await expect(world.teams.removeMember(other, anna.email)).rejects.toThrow('notFound')
    await world.teams.removeMember(team, anna.email)
    await world.teams.addMember(other, anna.email, teamRoles.admin)
    expect((await world.teams.members(other)).map(({ role }) => role)).toEqual([0, 1])
  })

  test('a team keeps an owner while others belong to it', async () => {
    const team = await world.team(fresh(), 'owners.example')
    const anna = await world.member(team, 'anna@owners.example')
    await expect(world.teams.removeMember(team, 'owner@owners.example')).rejects.toThrow('badForm')
    await expect(world.teams.addMember(team, 'owner@owners.example', teamRoles.member)).rejects.toThrow(
      'badForm',
    )
    await world.teams.addMember(team, anna.email, teamRoles.owner)
    await world.teams.removeMember(team, 'owner@owners.example')
    await world.teams.removeMember(team, anna.email)
    expect(await world.teams.members(team)).toEqual([])
  })

  test('who leaves a team whose domain is locked is signed out', async () => {
    const team = await world.team(fresh(), 'leaving.example')
    await world.domains.lock(team, 'leaving.example')
    const sessions = new Sessions({ database: world.database, clock: () => world.now })
    const [anna, berta] = [
      await world.member(team, 'anna@leaving.example'),
      await world.member(team, 'berta@leaving.example'),
    ]
    const client = { ip: '192.0.2.1', userAgent: 'Test' }
    const { id } = await sessions.start(anna.guid, client)
    const { id: other } = await sessions.start(berta.guid, client)
    await world.teams.removeMember(team, anna.email)
    expect(await sessions.find(id)).toBeNull()
    expect((await sessions.find(other))?.user.email).toBe(berta.email)
  })

  test('names of teams are one in any letter case, and a team is found by its guid too', async () => {
    const team = await world.team('Harbour')
    await expect(world.teams.create(' HARBOUR ')).rejects.toThrow('badForm')
    await expect(world.teams.create(' ')).rejects.toThrow('badForm')
    expect((await world.teams.find('harbour')).guid).toBe(team.guid)
    expect((await world.teams.find(team.guid)).name).toBe('Harbour')
    await expect(world.teams.find('Nobody')).rejects.toThrow('notFound')
  })
})

describe('a second factor', () => {
  test('is required of members of a team that requires it, until they have one', async () => {
    const team = await world.team(fresh())
    const anna = await world.member(team, 'anna@factor.example')
    const stranger = await world.user('stranger@factor.example')
    expect(await world.teams.requiresSecondFactor(anna)).toBe(false)
    await world.teams.setSecondFactor(team, true)
    expect(await world.teams.requiresSecondFactor(anna)).toBe(true)
    expect(await world.teams.requiresSecondFactor(stranger)).toBe(false)
    world.withSecondFactor.add(anna.guid)
    expect(await world.teams.requiresSecondFactor(anna)).toBe(false)
    world.withSecondFactor.delete(anna.guid)
    await world.teams.setSecondFactor(team, false)
    expect(await world.teams.requiresSecondFactor(anna)).toBe(false)
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
    const team = await world.team(fresh())
    await expect(world.domains.add(team, domain)).rejects.toThrow('badForm')
  })

  test('a domain belongs to one team, in one spelling', async () => {
    const [team, other] = [await world.team(fresh()), await world.team(fresh())]
    expect(await world.domains.add(team, '@Bücher.example')).toBe('xn--bcher-kva.example')
    expect(await world.domains.add(team, 'xn--bcher-kva.example')).toBe('xn--bcher-kva.example')
    await expect(world.domains.add(other, 'bücher.example')).rejects.toThrow('badForm')
    await expect(world.domains.lock(other, 'bücher.example')).rejects.toThrow('notFound')
    await expect(world.domains.remove(other, 'bücher.example')).rejects.toThrow('notFound')
    await world.domains.remove(team, 'bücher.example')
    await world.domains.add(other, 'bücher.example')
  })

  test('a lock signs out the accounts of the domain that are not in the team, and only those', async () => {
    const team = await world.team(fresh(), 'locked.example')
    const sessions = new Sessions({ database: world.database, clock: () => world.now })
    const people = [
      await world.member(team, 'in@locked.example'),
      await world.user('out@locked.example'),
      await world.user('out@not-locked.example'),
    ]
    const client = { ip: '192.0.2.1', userAgent: 'Test' }
    const started = await Promise.all(people.map(({ guid }) => sessions.start(guid, client)))
    expect(await world.domains.lock(team, 'locked.example')).toEqual({ domain: 'locked.example', ended: 1 })
    const found = await Promise.all(started.map(({ id }) => sessions.find(id)))
    expect(found.map((session) => session?.user.email ?? null)).toEqual([
      'in@locked.example',
      null,
      'out@not-locked.example',
    ])
    await world.domains.unlock(team, 'locked.example')
    expect(await world.teams.policy(people[1]!, 'password')).toBeNull()
  })
})

describe('the identity provider of a team', () => {
  test('is found by the domain, with its secret, which the database holds sealed', async () => {
    const team = await world.team(fresh(), 'found.example')
    await connect(team.name)
    const connection = await world.connections.forDomain('found.example')
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
    expect(await world.connections.forDomain('nobody.example')).toBeNull()
  })

  test('keeps its secret when the installation gets a new key', async () => {
    const team = await world.team(fresh(), 'rotated.example')
    await connect(team.name)
    const next = KeyRing.make()
    const both = new KeyRing([...next.keys, ...world.keyRing.keys])
    const rotated = await rotateKeys({ database: world.database, ring: both, keyFile: null })
    expect(rotated.unopened).toEqual([])
    const connections = new TeamConnections({
      database: world.database,
      clock: () => world.now,
      keyRing: next,
      offers: () => true,
    })
    expect(await connections.forDomain('rotated.example')).toMatchObject({ clientSecret: 'the secret' })
  })

  test.each([
    'http://login.example.com',
    'login.example.com',
    'javascript:alert(1)',
    'https://login.example.com/?tenant=1',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
  ])('with the issuer %s is refused', async (issuer) => {
    const team = await world.team(fresh())
    const given = { issuer, clientId: 'x', clientSecret: 'y' }
    await expect(world.connections.setOidc(team, given)).rejects.toThrow('badForm')
  })
})

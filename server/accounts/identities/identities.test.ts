import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import { Identities, type RegistrationRule } from './identities.ts'
import type { SignIn } from '#server/accounts/sign-in/sign-in.ts'
import * as rows from '#server/accounts/user-rows.ts'
import { userOf } from '#server/accounts/users.ts'
import type { VerifiedPerson } from './verified-person.ts'

let world: AccountsWorld

beforeEach(async () => {
  world = await openAccounts()
})

/** Admits everyone: the conditions are tested elsewhere. */
const signIn: Pick<SignIn, 'enter'> = {
  async enter(userGuid) {
    const row = await rows.userByGuid(world.database.kysely, userGuid)
    return {
      code: 10000,
      session: { id: '', guid: '', endsAt: 0, isRemembered: false, isApi: false },
      user: userOf(row!),
      requiredStep: null,
    }
  },
}

function makeIdentities(mayRegister?: RegistrationRule): Identities {
  return new Identities({ ...world, signIn, ...(mayRegister && { mayRegister }) })
}

const person: VerifiedPerson = {
  provider: 'google',
  issuer: 'https://accounts.example',
  subject: '1',
  email: jane.email,
  isEmailVerified: true,
  firstName: 'Jane',
  lastName: 'Doe',
}
const member: VerifiedPerson = { ...person, provider: 'sso', teamGuid: 'team' }

async function users() {
  return world.database.kysely.selectFrom('user').select(['email', 'status']).execute()
}

/** Who is signed in, or what is required first. */
async function enter(identities: Identities, who: VerifiedPerson, options = {}): Promise<string> {
  const outcome = await identities.signInWith(client, who, who.provider, options)
  return outcome.code === 10000 ? outcome.user.email : String(outcome.code)
}

describe('a team’s own provider', () => {
  test('can let its people into their accounts, where the team says so', async () => {
    await world.accounts.register(client, jane)
    const identities = makeIdentities()
    const mayLink = vi.fn<(user: { email: string }) => Promise<boolean>>(async () => true)
    expect(await enter(identities, member, { mayLink })).toBe(jane.email)
    expect(mayLink).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ email: jane.email }))
    // From now on the person is known, not the address.
    expect(await enter(identities, { ...member, email: 'other@example.com' })).toBe(jane.email)
  })

  test('otherwise asks the owner first', async () => {
    await world.accounts.register(client, jane)
    expect(await enter(makeIdentities(), member)).toBe('confirm')
    expect(await enter(makeIdentities(), member, { mayLink: async () => false })).toBe('confirm')
  })

  test('that names the people of another provider or team opens nothing of theirs', async () => {
    const identities = makeIdentities()
    await enter(identities, person)
    expect(await enter(identities, member)).toBe('confirm')
    expect(await enter(identities, { ...member, email: 'bob@example.com' })).toBe('bob@example.com')
    const other = { ...member, teamGuid: 'other', email: 'eve@example.com' }
    expect(await enter(identities, other)).toBe('eve@example.com')
  })

  test('links no one whose address it has not proved', async () => {
    await world.accounts.register(client, jane)
    const options = { mayLink: async () => true }
    await expect(enter(makeIdentities(), { ...member, isEmailVerified: false }, options)).rejects.toThrow(
      'addressUnproved',
    )
  })

  test('makes an account and what belongs to it in one go, or neither', async () => {
    await world.accounts.register(client, jane)
    const newcomer = { ...member, email: 'new@example.com' }
    const made: string[] = []
    const onMade = async (_: unknown, guid: string) => void made.push(guid)
    expect(await enter(makeIdentities(), newcomer, { onMade })).toBe('new@example.com')
    expect(made).toHaveLength(1)
    const failing = async () => {
      throw new Error('no room in the team')
    }
    const second = { ...newcomer, subject: '2', email: 'second@example.com' }
    await expect(enter(makeIdentities(), second, { onMade: failing })).rejects.toThrow('no room')
    expect(await users()).toHaveLength(2)
  })
})

describe('someone new', () => {
  test('meets the rule of who can register; who has an account does not', async () => {
    const rule = vi.fn<RegistrationRule>(async () => {
      throw new Problem('notFound')
    })
    const identities = makeIdentities(rule)
    await expect(enter(identities, person)).rejects.toThrow('notFound')
    expect(rule).toHaveBeenCalledExactlyOnceWith(person)
    expect(await users()).toEqual([])
    await enter(makeIdentities(), person)
    expect(await enter(identities, person)).toBe(jane.email)
  })

  test('meets the limits of registration', async () => {
    const identities = makeIdentities()
    const numbers = Array.from({ length: 31 }, (_, number) => String(number))
    const tried = []
    for (const subject of numbers) {
      const one = { ...person, subject, email: `p${subject}@example.com` }
      tried.push(await enter(identities, one).catch((error: Problem) => error.problem))
    }
    expect(tried.filter((outcome) => outcome === 'tooManyAttempts')).toHaveLength(1)
    expect(tried.at(-1)).toBe('tooManyAttempts')
  })

  test('who comes twice at once gets one account', { tags: ['engines'] }, async () => {
    const identities = makeIdentities()
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => enter(identities, person)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await users()).toEqual([{ email: jane.email, status: 'Active' }])
    const found = await world.database.kysely.selectFrom('identity').select('guid').execute()
    expect(found).toHaveLength(1)
  })
})

test('of two ways in that are removed at once one stays', { tags: ['engines'] }, async () => {
  const identities = makeIdentities()
  const outcome = await identities.signInWith(client, person, 'google')
  if (outcome.code !== 10000) throw new Error(`Ended with ${outcome.code}`)
  await identities.connect(outcome.user, { ...person, provider: 'linkedin', issuer: 'https://l.example' })
  const listed = await identities.list(outcome.user)
  const removals = await Promise.allSettled(
    listed.map(({ guid }) => identities.disconnect(outcome.user, guid)),
  )
  expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await identities.list(outcome.user)).toHaveLength(1)
})

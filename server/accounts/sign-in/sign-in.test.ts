import { beforeEach, expect, test } from 'vitest'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import type { SignIn, SignInOptions } from './sign-in.ts'
import type { User } from '#server/accounts/users.ts'

let world: AccountsWorld
let user: User

beforeEach(async () => {
  world = await openAccounts()
  user = (await world.administration.create({ ...jane, isOperator: true })).user
})

const minute = 60_000
const rightCode = '123456'

/** Sign-in where everyone has a second factor, whose code is always the same. */
function withSecondFactor(more: Partial<SignInOptions> = {}): SignIn {
  return world.makeSignIn({
    secondFactor: { isOn: async () => true, check: async (_guid, code) => code === rightCode },
    ...more,
  })
}

async function challengeOf(signIn: SignIn, form: object = {}): Promise<string> {
  const outcome = await signIn.byPassword(client, { ...jane, ...form })
  if (outcome.code !== 10010) throw new Error(`Signing in ended with ${outcome.code}`)
  return outcome.challenge
}

async function sessionCount(): Promise<number> {
  return (await world.sessions.list(user)).length
}

test('where a second factor is on, a password begins no session, and the code does', async () => {
  const signIn = withSecondFactor()
  const challenge = await challengeOf(signIn, { isRemembered: true })
  expect(await sessionCount()).toBe(0)
  expect(await world.sessions.find(challenge)).toBeNull()
  expect(await signIn.whoWaits(challenge)).not.toBeNull()
  const outcome = await signIn.bySecondFactor(client, challenge, ' 12 34\t56 ')
  if (outcome.code !== 10000) throw new Error('Not in')
  expect(outcome.session.isRemembered).toBe(true)
  expect(await world.sessions.find(outcome.session.id)).toMatchObject({ method: 'password', user })
})

test('the second factor is asked for after every other method too', async () => {
  const outcome = await withSecondFactor().enter(user.guid, 'google', client)
  expect(outcome.code).toBe(10010)
  expect(await sessionCount()).toBe(0)
})

test(
  'a sign-in that waits is good once, also for two at the same moment',
  { tags: ['engines'] },
  async () => {
    const signIn = withSecondFactor()
    const challenge = await challengeOf(signIn)
    const both = await Promise.allSettled([
      signIn.bySecondFactor(client, challenge, rightCode),
      signIn.bySecondFactor(client, challenge, rightCode),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(signIn.bySecondFactor(client, challenge, rightCode)).rejects.toMatchObject({
      problem: 'challengeGone',
    })
    expect(await sessionCount()).toBe(1)
  },
)

test('five wrong codes end a sign-in that waits; then it starts again', async () => {
  const signIn = withSecondFactor()
  const challenge = await challengeOf(signIn)
  for (let tries = 0; tries < 4; tries++) {
    await expect(signIn.bySecondFactor(client, challenge, '000000')).rejects.toMatchObject({
      problem: 'secondFactorWrong',
      field: 'twoFactorCode',
    })
  }
  await expect(signIn.bySecondFactor(client, challenge, '000000')).rejects.toMatchObject({
    problem: 'challengeGone',
  })
  expect(await signIn.whoWaits(challenge)).toBeNull()
  await expect(signIn.bySecondFactor(client, challenge, rightCode)).rejects.toMatchObject({
    problem: 'challengeGone',
  })
})

test('ten wrong codes close the second step of an account for a while, over all its sign-ins', async () => {
  const signIn = withSecondFactor()
  for (let round = 0; round < 2; round++) {
    const challenge = await challengeOf(signIn)
    for (let tries = 0; tries < 5; tries++) {
      await expect(signIn.bySecondFactor(client, challenge, '000000')).rejects.toThrow(
        /secondFactorWrong|challengeGone/,
      )
    }
  }
  const third = await challengeOf(signIn)
  await expect(signIn.bySecondFactor(client, third, rightCode)).rejects.toMatchObject({
    problem: 'tooManyAttempts',
  })
  // Its form says how long to wait, rather than beginning again.
  expect(await signIn.whoWaits(third)).not.toBeNull()
  world.now += 15 * minute
  expect((await signIn.bySecondFactor(client, await challengeOf(signIn), rightCode)).code).toBe(10000)
})

test('a sign-in waits ten minutes, and not over a new password or the end of the account', async () => {
  const signIn = withSecondFactor()
  const late = await challengeOf(signIn)
  world.now += 10 * minute
  await expect(signIn.bySecondFactor(client, late, rightCode)).rejects.toMatchObject({
    problem: 'challengeGone',
  })
  expect(await signIn.sweep()).toBe(1)
  const changed = await challengeOf(signIn)
  await world.accounts.changePassword(
    client,
    user,
    { current: jane.password, next: 'quite another set of words' },
    '',
  )
  await expect(signIn.bySecondFactor(client, changed, rightCode)).rejects.toMatchObject({
    problem: 'challengeGone',
  })
  const suspended = await challengeOf(signIn, { password: 'quite another set of words' })
  await world.database.kysely.updateTable('user').set({ status: 'Suspended' }).execute()
  await expect(signIn.bySecondFactor(client, suspended, rightCode)).rejects.toMatchObject({
    problem: 'suspended',
  })
})

test('what a team forbids begins no session and asks for no second factor, before or after it', async () => {
  const refusal = { code: 10006, methods: ['sso'] } as const
  const forbidden = withSecondFactor({ policy: async () => refusal })
  expect(await forbidden.byPassword(client, jane)).toEqual(refusal)
  const locked = { code: 10012, domain: 'example.com' } as const
  const challenge = await challengeOf(withSecondFactor())
  const later = withSecondFactor({ policy: async () => locked })
  expect(await later.bySecondFactor(client, challenge, rightCode)).toMatchObject(locked)
  expect(await sessionCount()).toBe(0)
})

test('who watches sign-ins is told of each session, and cannot keep anyone out', async () => {
  const told: string[] = []
  const signIn = withSecondFactor({
    onEntered: async ({ email }, { guid }, { ip }) => {
      told.push(`${email} ${guid} ${ip}`)
      throw new Error('No letter today')
    },
  })
  const challenge = await challengeOf(signIn)
  expect(told).toEqual([])
  const outcome = await signIn.bySecondFactor(client, challenge, rightCode)
  if (outcome.code !== 10000) throw new Error('Not in')
  expect(told).toEqual([`jane@example.com ${outcome.session.guid} ${client.ip}`])
})

test('an account without a password is signed in by none', async () => {
  await world.database.kysely.updateTable('user').set({ has_password: 0 }).execute()
  await expect(world.signIn(client, jane)).rejects.toMatchObject({ problem: 'badCredentials' })
})

import { beforeEach, expect, test } from 'vitest'
import { bob, jane, openAccounts, password, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import type { PasswordLink } from '#server/accounts/keeping/administration.ts'

let world: AccountsWorld

beforeEach(async () => {
  world = await openAccounts()
  await world.administration.create({ ...jane, isOperator: true })
})

const day = 24 * 3_600_000
const form = { firstName: 'Robert', lastName: 'Roe', password }

/** Bob's account, created by the operator; returns the secret of its link. */
async function withBobInSetup(): Promise<string> {
  const { password: _, ...account } = bob
  return secretOf((await world.administration.create(account)).link)
}

function secretOf(link: PasswordLink | null): string {
  return new URL(link!.url).pathname.split('/').at(-1)!
}

test('an account is set up once by its link, with name and password', async () => {
  const secret = await withBobInSetup()
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'badCredentials' })
  expect(await world.setup.peek(secret)).toEqual({ email: bob.email, firstName: 'Bob', lastName: 'Roe' })
  const uses = await Promise.allSettled([
    world.setup.byLink(client, secret, form),
    world.setup.byLink(client, secret, { ...form, firstName: 'Rob' }),
  ])
  expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await world.setup.peek(secret)).toBeNull()
  expect(await world.signIn(client, bob)).toMatchObject({ requiredStep: null, user: { lastName: 'Roe' } })
})

test('what cannot be a name or a password is refused, and the link still works', async () => {
  const secret = await withBobInSetup()
  for (const [wrong, field] of [
    [{ firstName: '' }, 'firstName'],
    [{ lastName: 'Visit evil.com' }, 'lastName'],
    [{ password: 'short' }, 'password'],
    [{ password: bob.email }, 'password'],
  ] as const) {
    await expect(world.setup.byLink(client, secret, { ...form, ...wrong })).rejects.toMatchObject({ field })
  }
  await world.setup.byLink(client, secret, form)
})

test('a setup link works for seven days, for nothing else, and only the newest', async () => {
  const older = await withBobInSetup()
  const secret = secretOf(await world.administration.makeResetLink(bob.email))
  expect(await world.setup.peek(older)).toBeNull()
  expect(await world.accounts.peekReset(secret)).toBeNull()
  expect(await world.accounts.peekActivation(secret)).toBeNull()
  world.now += 7 * day
  await expect(world.setup.byLink(client, secret, form)).rejects.toMatchObject({ problem: 'linkUsedUp' })
})

test('who asks for a new password before the account is set up gets another setup link', async () => {
  const older = await withBobInSetup()
  await world.accounts.requestReset(client, bob.email)
  const secret = await world.link()
  expect(await world.setup.peek(older)).toBeNull()
  await world.setup.byLink(client, secret, form)
  expect((await world.signIn(client, bob)).requiredStep).toBeNull()
})

test('a suspended account is not set up', async () => {
  const secret = await withBobInSetup()
  await world.administration.disable(bob.email)
  expect(await world.setup.peek(secret)).toBeNull()
  await expect(world.setup.byLink(client, secret, form)).rejects.toMatchObject({ problem: 'linkUsedUp' })
})

test('who came by a provider sets the account up signed in, with or without a password', async () => {
  await withBobInSetup()
  const { guid } = await world.database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', bob.email)
    .executeTakeFirstOrThrow()
  const outcome = await world.makeSignIn().enter(guid, 'google', client)
  if (outcome.code !== 10000) throw new Error('Not in')
  expect(outcome.requiredStep).toBe('setup')
  await world.setup.bySession(outcome.user, { ...form, password: '' })
  const found = await world.sessions.find(outcome.session.id)
  expect(found).toMatchObject({ requiredStep: null, hasPassword: false, user: { firstName: 'Robert' } })
  await world.setup.bySession(outcome.user, { ...form, firstName: 'Eve' })
  expect(await world.sessions.find(outcome.session.id)).toMatchObject({ user: { firstName: 'Robert' } })
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'badCredentials' })
})

import { beforeEach, expect, test } from 'vitest'
import { bob, jane, openAccounts, password, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import type { ListedAccount, PasswordLink } from './administration.ts'

let world: AccountsWorld

beforeEach(async () => {
  world = await openAccounts()
})

const next = 'quite another set of words'

/** Jane runs the installation, Bob has an account; both know their passwords. */
async function withJaneAndBob(): Promise<void> {
  await world.administration.create({ ...jane, isOperator: true })
  await world.administration.create(bob)
}

async function listed(filter = {}): Promise<ListedAccount[]> {
  const all: ListedAccount[] = []
  for await (const page of world.administration.pages(filter)) all.push(...page)
  return all
}

async function addresses(filter = {}): Promise<string[]> {
  return (await listed(filter)).map(({ email }) => email)
}

function secretOf(link: PasswordLink | null): string {
  const { searchParams, pathname } = new URL(link!.url)
  return searchParams.get('token') ?? pathname.split('/').at(-1)!
}

test('an account made with a password signs in at once; one made without is set up by its link', async () => {
  const made = await world.administration.create({ ...jane, isOperator: true, tierCode: 2 })
  expect(made).toMatchObject({ link: null, user: { email: jane.email, isOperator: true, tierCode: 2 } })
  expect((await world.signIn(client, jane)).user.isOperator).toBe(true)
  const { password: _, ...form } = bob
  const { link, user } = await world.administration.create(form)
  expect(user).toMatchObject({ tierCode: 9, isOperator: false })
  expect(link).toMatchObject({ expiresAt: world.now + 7 * 24 * 3_600_000 })
  expect(link!.url).toMatch(/^https:\/\/files\.example\.com\/access\/setup\/[\w-]{43}$/)
  expect(await world.newEmails()).toEqual([])
  await world.setup.byLink(client, secretOf(link), { ...bob, password: next })
  await world.signIn(client, { ...bob, password: next })
})

test('the first account has to be the operator, and makes the installation claimed', async () => {
  await expect(world.administration.create(bob)).rejects.toMatchObject({
    problem: 'badForm',
    text: expect.stringContaining('--operator'),
  })
  expect(await world.accounts.isUnclaimed()).toBe(true)
  await world.administration.create({ ...jane, isOperator: true })
  expect(await world.accounts.isUnclaimed()).toBe(false)
  expect(await world.accounts.register(client, bob)).toMatchObject({ status: 'pending' })
})

test('what the screens refuse is refused here too', async () => {
  await withJaneAndBob()
  const refusals = [
    [{ ...bob, email: 'bob' }, 'badForm', 'email'],
    [{ ...bob, email: ' BOB@example.com' }, 'badForm', 'email'],
    [{ ...bob, email: 'x@example.com', firstName: 'Visit evil.com' }, 'badForm', 'firstName'],
    [{ ...bob, email: 'x@example.com', lastName: '' }, 'badForm', 'lastName'],
    [{ ...bob, email: 'x@example.com', password: 'short' }, 'passwordRefused', 'password'],
    [{ ...bob, email: 'x@example.com', password: 'passwordpassword' }, 'passwordRefused', 'password'],
  ] as const
  for (const [form, problem, field] of refusals) {
    await expect(world.administration.create(form)).rejects.toMatchObject({ problem, field })
  }
  expect(await addresses()).toEqual(['bob@example.com', 'jane@example.com'])
})

test('a link leaves by email when that is wanted', async () => {
  await world.administration.create({ ...jane, isOperator: true })
  const { link } = await world.administration.create({
    email: bob.email,
    firstName: 'Bob',
    lastName: 'Roe',
    isSent: true,
  })
  const [welcome] = await world.newEmails()
  expect(welcome).toMatchObject({ to: bob.email, subject: 'Your Strongroom account' })
  expect(welcome!.text).toContain(link!.url)
  const later = await world.administration.makeResetLink(bob.email, { isSent: true })
  const [again] = await world.newEmails()
  expect([again!.subject, again!.text.includes(later.url)]).toEqual(['Your Strongroom account', true])
  expect(await world.setup.peek(secretOf(link))).toBeNull()
  const reset = await world.administration.makeResetLink(jane.email, { isSent: true })
  const [message] = await world.newEmails()
  expect(message).toMatchObject({ to: jane.email, subject: 'Reset your Strongroom password' })
  expect(message!.text).toContain(reset.url)
})

test('a person has to choose a new password from the next request on, until it is done', async () => {
  await withJaneAndBob()
  const { session, user } = await world.signIn(client, bob)
  expect(await world.administration.requirePasswordChange(bob.email)).toBe(true)
  expect(await world.administration.requirePasswordChange(bob.email)).toBe(false)
  expect(await world.sessions.find(session.id)).toMatchObject({ requiredStep: 'password' })
  expect((await world.signIn(client, bob)).requiredStep).toBe('password')
  await world.accounts.changePassword(client, user, { current: password, next }, session.guid)
  expect(await world.sessions.find(session.id)).toMatchObject({ requiredStep: null })
  const { password: _, ...form } = bob
  await world.administration.create({ ...form, email: 'new@example.com' })
  await expect(world.administration.requirePasswordChange('new@example.com')).rejects.toMatchObject({
    problem: 'badForm',
  })
})

test('accounts are listed by address, by status, and by a part of address or name', async () => {
  await withJaneAndBob()
  await world.accounts.register(client, { ...bob, email: 'Zoe@example.com', firstName: 'Zoë' })
  await world.administration.disable(bob.email)
  expect(await addresses()).toEqual(['bob@example.com', 'jane@example.com', 'zoe@example.com'])
  expect(await addresses({ status: 'Suspended' })).toEqual(['bob@example.com'])
  expect(await addresses({ status: 'Pending' })).toEqual(['zoe@example.com'])
  expect(await addresses({ search: 'JANE@' })).toEqual(['jane@example.com'])
  expect(await addresses({ search: 'Zoë' })).toEqual(['zoe@example.com'])
  expect(await addresses({ search: 'roe', status: 'Pending' })).toEqual(['zoe@example.com'])
  expect(await addresses({ search: '%' })).toEqual([])
  expect(await addresses({ search: 'e_a' })).toEqual([])
  expect(JSON.stringify(await listed())).not.toContain('argon2')
})

test('a list longer than a page comes whole and in order', async () => {
  await withJaneAndBob()
  const row = await world.database.kysely
    .selectFrom('user')
    .selectAll()
    .where('is_operator', '=', 0)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 450 }, (_, number) => ({
    ...row,
    guid: `g${number}`,
    email: `p${String(number).padStart(4, '0')}@example.com`,
  }))
  await world.database.kysely.insertInto('user').values(rows).execute()
  expect(await addresses({ search: 'p0' })).toEqual(rows.map(({ email }) => email))
})

test('a reset link leaves browsers signed in until it is used, unless they are signed out with it', async () => {
  await withJaneAndBob()
  const { session } = await world.signIn(client, bob)
  const link = await world.administration.makeResetLink(bob.email)
  expect(await world.sessions.find(session.id)).not.toBeNull()
  await world.accounts.resetPassword(client, secretOf(link), next)
  expect(await world.sessions.find(session.id)).toBeNull()
  const again = await world.signIn(client, { ...bob, password: next })
  await world.administration.makeResetLink(bob.email, { endsSessions: true })
  expect(await world.sessions.find(again.session.id)).toBeNull()
})

test('a disabled account is refused at every door, and stays so', async () => {
  await withJaneAndBob()
  const { session } = await world.signIn(client, bob)
  const link = secretOf(await world.administration.makeResetLink(bob.email))
  expect(await world.administration.disable(bob.email)).toBe(true)
  expect(await world.administration.disable(bob.email)).toBe(false)
  expect(await world.sessions.find(session.id)).toBeNull()
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'suspended' })
  expect(await world.accounts.peekReset(link)).toBeNull()
  await expect(world.accounts.resetPassword(client, link, next)).rejects.toMatchObject({
    problem: 'linkUsedUp',
  })
  await world.accounts.requestReset(client, bob.email)
  await world.accounts.resendActivation(client, bob.email)
  expect(await world.newEmails()).toEqual([])
  await expect(world.administration.makeResetLink(bob.email)).rejects.toMatchObject({ problem: 'suspended' })
  expect(await world.accounts.register(client, { ...bob, password: next })).toMatchObject({
    status: 'pending',
  })
  await expect(world.signIn(client, { ...bob, password: next })).rejects.toMatchObject({
    problem: 'badCredentials',
  })
  expect(await world.accounts.activate('x').catch(({ problem }) => problem)).toBe('linkUsedUp')
})

test('an enabled account signs in with its password again, and nothing from before comes back', async () => {
  await withJaneAndBob()
  const { session } = await world.signIn(client, bob)
  await world.administration.disable(bob.email)
  expect(await world.administration.enable(bob.email)).toBe(true)
  expect(await world.administration.enable(bob.email)).toBe(false)
  expect(await world.sessions.find(session.id)).toBeNull()
  expect((await world.signIn(client, bob)).user.email).toBe(bob.email)
})

test('someone who registered an address that is not theirs does not get it by a disabling and enabling', async () => {
  await world.administration.create({ ...jane, isOperator: true })
  await world.accounts.register(client, bob)
  const activation = await world.link()
  await world.administration.disable(bob.email)
  await expect(world.accounts.activate(activation)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  await world.administration.enable(bob.email)
  await expect(world.signIn(client, { email: bob.email, password })).rejects.toMatchObject({
    problem: 'badCredentials',
  })
  await world.accounts.requestReset(client, bob.email)
  await world.accounts.resetPassword(client, await world.link(), next)
  await world.signIn(client, { ...bob, password: next })
})

test(
  'the last operator who can sign in cannot be disabled, also not by two commands at once',
  { tags: ['engines'] },
  async () => {
    await withJaneAndBob()
    await expect(world.administration.disable(jane.email)).rejects.toMatchObject({ problem: 'badForm' })
    await world.administration.create({ ...bob, email: 'olga@example.com', isOperator: true })
    const tries = await Promise.allSettled(
      [jane.email, 'olga@example.com'].map((email) => world.administration.disable(email)),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  },
)

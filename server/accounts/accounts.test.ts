import { beforeEach, expect, test } from 'vitest'
import { bob, jane, openAccounts, password, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'

let world: AccountsWorld

beforeEach(async () => {
  world = await openAccounts()
})

const minute = 60_000
const day = 24 * 60 * minute
const next = 'quite another set of words'

/** Jane is the operator, Bob has registered and is pending; no email is waiting. */
async function withPendingBob(): Promise<string> {
  await world.accounts.register(client, jane)
  await world.accounts.register(client, bob)
  return world.link()
}

async function withBob(): Promise<void> {
  await world.accounts.activate(await withPendingBob())
}

test('the first account of an installation is active at once and is the operator', async () => {
  const result = await world.accounts.register(client, { ...jane, email: ' Jane@Example.com ' })
  expect(result).toMatchObject({
    status: 'active',
    user: { kind: 'user', email: 'jane@example.com', firstName: 'Jane', isOperator: true, tierCode: 9 },
  })
  expect(await world.newEmails()).toEqual([])
  expect((await world.signIn(client, jane)).code).toBe(10000)
})

test('of two who register first at the same moment, one is the operator', { tags: ['engines'] }, async () => {
  const results = await Promise.all([
    world.accounts.register(client, jane),
    world.accounts.register(client, bob),
  ])
  expect(results.map((result) => result.status).toSorted()).toEqual(['active', 'pending'])
})

test('any later account is pending until its link is used', async () => {
  const secret = await withPendingBob()
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'notActivated' })
  expect(await world.accounts.peekActivation(secret)).toEqual({ email: 'bob@example.com', firstName: 'Bob' })
  expect(await world.accounts.peekActivation(secret)).not.toBeNull()
  expect(await world.accounts.activate(secret)).toMatchObject({
    code: 10159,
    user: { email: 'bob@example.com', isOperator: false },
  })
  expect((await world.signIn(client, bob)).user.email).toBe('bob@example.com')
})

test('an activation link works once, for seven days, and for nothing else', async () => {
  const secret = await withPendingBob()
  await expect(world.accounts.resetPassword(client, secret, next)).rejects.toMatchObject({
    problem: 'linkUsedUp',
  })
  world.now += 7 * day
  expect(await world.accounts.peekActivation(secret)).toBeNull()
  await expect(world.accounts.activate(secret)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  world.now -= 1
  const both = await Promise.allSettled([world.accounts.activate(secret), world.accounts.activate(secret)])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('registering a known address changes nothing, answers the same, and tells its owner', async () => {
  await withBob()
  const result = await world.accounts.register(client, { ...bob, firstName: 'Eve', password: next })
  expect(result).toEqual({ status: 'pending', email: 'bob@example.com' })
  const emails = await world.newEmails()
  expect(emails.map((message) => [message.to, message.subject])).toEqual([
    ['bob@example.com', 'You already have a Strongroom account'],
  ])
  expect((await world.signIn(client, bob)).user.firstName).toBe('Bob')
})

test('registering an unverified address again starts over, and older links stop working', async () => {
  const older = await withPendingBob()
  await world.accounts.register(client, { ...bob, firstName: 'Robert', password: next })
  const newer = await world.link()
  await expect(world.accounts.activate(older)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  await world.accounts.activate(newer)
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'badCredentials' })
  const { user } = await world.signIn(client, { email: bob.email, password: next })
  expect(user.firstName).toBe('Robert')
})

test('an email to an unproved address repeats nothing that was typed, and links to the public address', async () => {
  await world.accounts.register(client, jane)
  await world.accounts.register(client, bob)
  const [message] = await world.newEmails()
  expect(message!.text).not.toMatch(/Bob|Roe/)
  expect(message!.text).toMatch(/\nhttps:\/\/files\.example\.com\/access\/activated\/[\w-]{43}\n/)
})

test.each([
  [{ email: 'nobody' }, 'badForm', 'email'],
  [{ firstName: '1' }, 'badForm', 'firstName'],
  [{ lastName: 'see evil.com' }, 'badForm', 'lastName'],
  [{ password: 'short' }, 'passwordRefused', 'password'],
  [{ password: 'jane@example.com' }, 'passwordRefused', 'password'],
])('a registration with %j is refused', async (change, problem, field) => {
  await expect(world.accounts.register(client, { ...jane, ...change })).rejects.toMatchObject({
    problem,
    field,
  })
})

test('another activation link can be had, and the answer does not say for whom', async () => {
  const older = await withPendingBob()
  await world.accounts.resendActivation(client, 'BOB@example.com')
  const newer = await world.link()
  await expect(world.accounts.activate(older)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  await world.accounts.activate(newer)
  await world.accounts.resendActivation(client, bob.email)
  await world.accounts.resendActivation(client, 'nobody@example.com')
  expect(await world.newEmails()).toEqual([])
})

test('sign-in says one thing for a wrong password and an unknown address', async () => {
  await world.accounts.register(client, jane)
  for (const form of [
    { ...jane, password: next },
    { ...jane, email: 'nobody@example.com' },
    { ...jane, email: 'no address' },
    { ...jane, password: ` ${password}` },
  ]) {
    await expect(world.signIn(client, form)).rejects.toMatchObject({ problem: 'badCredentials' })
  }
})

test('the state of an account is said only to who knows its password', async () => {
  await withPendingBob()
  const wrong = { ...bob, password: next }
  await expect(world.signIn(client, wrong)).rejects.toMatchObject({ problem: 'badCredentials' })
  await world.database.kysely.updateTable('user').set({ status: 'Suspended' }).execute()
  await expect(world.signIn(client, wrong)).rejects.toMatchObject({ problem: 'badCredentials' })
  await expect(world.signIn(client, bob)).rejects.toMatchObject({ problem: 'suspended' })
})

test('the same letter typed as one character or two is the same password', async () => {
  await world.accounts.register(client, { ...jane, password: 'gr\u00fcne Wiesen im Tal' })
  expect(await world.signIn(client, { ...jane, password: 'gru\u0308ne Wiesen im Tal' })).toBeTruthy()
})

test('fifty wrong sign-ins from one place close it for that place, and right ones do not count', async () => {
  await world.accounts.register(client, jane)
  for (let tries = 0; tries < 12; tries++) await world.signIn(client, jane)
  for (let tries = 0; tries < 50; tries++) {
    const form = { email: `nobody${tries}@example.com`, password: next }
    await expect(world.signIn(client, form)).rejects.toMatchObject({ problem: 'badCredentials' })
  }
  await expect(world.signIn(client, jane)).rejects.toMatchObject({ problem: 'tooManyAttempts' })
  expect(await world.signIn({ ...client, ip: '203.0.113.9' }, jane)).toBeTruthy()
})

test('a reset link sets a new password, signs every browser out, and tells the owner', async () => {
  await world.accounts.register(client, jane)
  const { session } = await world.signIn(client, jane)
  await world.accounts.requestReset(client, 'Jane@example.com')
  const secret = await world.link()
  expect(await world.accounts.peekReset(secret)).toEqual({ email: 'jane@example.com', firstName: 'Jane' })
  await expect(world.accounts.resetPassword(client, secret, 'short')).rejects.toMatchObject({
    problem: 'passwordRefused',
    field: 'newPassword',
  })
  await world.accounts.resetPassword(client, secret, next)
  expect(await world.sessions.find(session.id)).toBeNull()
  expect((await world.newEmails()).map((message) => message.subject)).toEqual([
    'Your Strongroom password was changed',
  ])
  await expect(world.accounts.resetPassword(client, secret, password)).rejects.toMatchObject({
    problem: 'linkUsedUp',
  })
  await expect(world.signIn(client, jane)).rejects.toMatchObject({ problem: 'badCredentials' })
  expect(await world.signIn(client, { ...jane, password: next })).toBeTruthy()
})

test('a reset link works for an hour, and only the newest one', async () => {
  await world.accounts.register(client, jane)
  await world.accounts.requestReset(client, jane.email)
  const older = await world.link()
  await world.accounts.requestReset(client, jane.email)
  const newer = await world.link()
  expect(await world.accounts.peekReset(older)).toBeNull()
  world.now += 60 * minute
  expect(await world.accounts.peekReset(newer)).toBeNull()
  await expect(world.accounts.resetPassword(client, newer, next)).rejects.toMatchObject({
    problem: 'linkUsedUp',
  })
})

test('of two uses of a reset link at once, one sets the password', { tags: ['engines'] }, async () => {
  await world.accounts.register(client, jane)
  await world.accounts.requestReset(client, jane.email)
  const secret = await world.link()
  const uses = [next, 'yet another set of words'].map((text) =>
    world.accounts.resetPassword(client, secret, text),
  )
  const outcomes = await Promise.allSettled(uses)
  expect(outcomes.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a reset for an unknown or suspended account answers the same and sends nothing', async () => {
  await withBob()
  await world.database.kysely
    .updateTable('user')
    .set({ status: 'Suspended' })
    .where('email', '=', bob.email)
    .execute()
  await world.accounts.requestReset(client, bob.email)
  await world.accounts.requestReset(client, 'nobody@example.com')
  expect(await world.newEmails()).toEqual([])
  await expect(world.accounts.requestReset(client, 'nobody')).rejects.toMatchObject({ field: 'email' })
})

test('a reset by email proves the address of a pending account too', async () => {
  const activation = await withPendingBob()
  await world.accounts.requestReset(client, bob.email)
  await world.accounts.resetPassword(client, await world.link(), next)
  expect(await world.signIn(client, { ...bob, password: next })).toBeTruthy()
  await expect(world.accounts.activate(activation)).rejects.toMatchObject({ problem: 'linkUsedUp' })
})

test('letters to one address are limited, whether or not it has an account', async () => {
  for (let count = 0; count < 5; count++) await world.accounts.requestReset(client, 'nobody@example.com')
  await expect(world.accounts.requestReset(client, 'nobody@example.com')).rejects.toMatchObject({
    problem: 'tooManyAttempts',
  })
})

test('registrations of one address and from one network are limited', async () => {
  await world.accounts.register(client, jane)
  for (let count = 0; count < 4; count++) await world.accounts.register(client, jane)
  await expect(world.accounts.register(client, jane)).rejects.toMatchObject({ problem: 'tooManyAttempts' })
})

test('who changes the password stays signed in, other browsers do not', async () => {
  await world.accounts.register(client, jane)
  const here = await world.signIn(client, jane)
  const there = await world.signIn(client, jane)
  const change = (current: string, to: string) =>
    world.accounts.changePassword(client, here.user, { current, next: to }, here.session.guid)
  await expect(change(next, next)).rejects.toMatchObject({ problem: 'badCredentials', field: 'password' })
  await expect(change(password, 'janedoe12345')).rejects.toMatchObject({ field: 'newPassword' })
  await expect(change(password, password)).rejects.toMatchObject({ field: 'newPassword' })
  await change(password, next)
  expect(await world.sessions.find(here.session.id)).not.toBeNull()
  expect(await world.sessions.find(there.session.id)).toBeNull()
  expect((await world.newEmails()).map((message) => message.to)).toEqual(['jane@example.com'])
})

test('signing out ends the session', async () => {
  await world.accounts.register(client, jane)
  const { session } = await world.signIn(client, jane)
  await world.signOut(session.id)
  await world.signOut(session.id)
  expect(await world.sessions.find(session.id)).toBeNull()
})

test('sweeping removes what has ended and nothing else', async () => {
  await withPendingBob()
  await world.signIn(client, jane)
  const kept = await world.signIn(client, { ...jane, isRemembered: true })
  world.now += 8 * day
  await world.accounts.sweep()
  expect(await world.database.kysely.selectFrom('token').selectAll().execute()).toEqual([])
  expect(await world.database.kysely.selectFrom('session').selectAll().execute()).toHaveLength(1)
  expect(await world.sessions.find(kept.session.id)).not.toBeNull()
})

test('the database keeps neither passwords nor the secrets of cookies and links', async () => {
  const secret = await withPendingBob()
  const { session } = await world.signIn(client, jane)
  const tables = await Promise.all(
    (['user', 'session', 'token', 'job', 'rate'] as const).map((table) =>
      world.database.kysely.selectFrom(table).selectAll().execute(),
    ),
  )
  const stored = JSON.stringify(tables)
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  const cookieSecret = session.id.split('.')[1]!
  for (const text of [password, secret, cookieSecret]) expect(stored).not.toContain(text)
})

import { beforeEach, expect, test, vi } from 'vitest'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import type { Client } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

const minute = 60_000
const day = 24 * 60 * minute
const wrong = 'not the words that she chose'
const next = 'quite another set of words'

let world: AccountsWorld
let signIn: SignIn

beforeEach(async () => {
  world = await openAccounts()
  await world.accounts.register(client, jane)
  signIn = world.makeSignIn()
})

/** A stranger, each in a network that is no one else's neighbour. */
function from(number: number): Client {
  return { ip: `198.18.${number}.1`, userAgent: 'Test', browserSecret: `stranger ${number}` }
}

async function tryFrom(who: Client, password = wrong, email = jane.email): Promise<string> {
  return signIn
    .byPassword(who, { email, password })
    .then(({ code }) => String(code))
    .catch(({ problem }: { problem: string }) => problem)
}

/** Guesses, each from a different network. */
async function guessFrom(networks: number, email?: string): Promise<string[]> {
  const outcomes: string[] = []
  for (let number = 0; number < networks; number++) outcomes.push(await tryFrom(from(number), wrong, email))
  return outcomes
}

/** As if thirty networks had tried one wrong password each: the first of them does. */
async function guessedFromThirty(email?: string): Promise<void> {
  await guessFrom(1, email)
  await world.database.kysely
    .updateTable('rate')
    .set({ count: 30 })
    .where('key', 'like', '%|everywhere|%')
    .execute()
}

/** As if sixty networks guessed: those who come last are refused. */
async function guessedFromSixty(email?: string): Promise<void> {
  await guessedFromThirty(email)
  await guessFrom(30, email)
}

async function reset(who: Client): Promise<void> {
  await world.accounts.requestReset(who, jane.email)
  await world.accounts.resetPassword(who, await world.link(), next)
}

const home: Client = { ...client, browserSecret: 'the browser at home' }

test('ten wrong passwords close the sign-in for the network they came from, and for no other', async () => {
  for (let tries = 0; tries < 10; tries++) expect(await tryFrom(from(1))).toBe('badCredentials')
  expect(await tryFrom(from(1), jane.password)).toBe('tooManyAttempts')
  expect(await tryFrom(home, jane.password)).toBe('10000')
  world.now += 15 * minute
  expect(await tryFrom(from(1), jane.password)).toBe('10000')
})

test('of sixty wrong passwords from sixty networks thirty are looked at, and the wait is said', async () => {
  const outcomes = await guessFrom(60)
  expect(outcomes.filter((one) => one === 'badCredentials')).toHaveLength(30)
  await expect(signIn.byPassword(from(99), { ...jane, password: wrong })).rejects.toMatchObject({
    problem: 'tooManyAttempts',
    wait: 15 * minute,
    text: expect.stringContaining('Wait a few minutes, then try again.') as string,
  })
})

test('at an address without an account strangers are refused at the same try', async () => {
  expect(await guessFrom(40, 'nobody@example.com')).toEqual(await guessFrom(40))
})

test('sixty at once from sixty networks are thirty tries', { tags: ['engines'] }, async () => {
  const outcomes = await Promise.all(Array.from({ length: 60 }, (_, number) => tryFrom(from(number))))
  expect(outcomes.filter((one) => one === 'badCredentials')).toHaveLength(30)
})

test('a browser that signed in before gets in while strangers guess, also from their network', async () => {
  expect(await tryFrom(home, jane.password)).toBe('10000')
  await guessedFromSixty()
  for (let tries = 0; tries < 60; tries++) await tryFrom(from(1))
  expect(await tryFrom(home, jane.password)).toBe('10000')
  expect(await tryFrom({ ...home, ip: from(1).ip }, jane.password)).toBe('10000')
  expect(await tryFrom({ ...home, browserSecret: 'another browser' }, jane.password)).toBe('tooManyAttempts')
})

test('a browser that the account knows has ten tries of its own', async () => {
  expect(await tryFrom(home, jane.password)).toBe('10000')
  for (let tries = 0; tries < 10; tries++) expect(await tryFrom(home)).toBe('badCredentials')
  expect(await tryFrom(home, jane.password)).toBe('tooManyAttempts')
  expect(await tryFrom(from(1), jane.password)).toBe('10000')
})

test('a browser is known to the account that it signed in to, and to no other', async () => {
  await world.administration.create({ ...jane, email: 'other@example.com', isOperator: false })
  expect(await tryFrom(home, jane.password, 'other@example.com')).toBe('10000')
  await guessedFromThirty()
  expect(await tryFrom(home, jane.password)).toBe('tooManyAttempts')
})

test('someone who used a link to choose a new password gets in with it, and older browsers are forgotten', async () => {
  expect(await tryFrom(home, jane.password)).toBe('10000')
  await guessedFromThirty()
  const phone = { ...home, browserSecret: 'the phone' }
  await reset(phone)
  expect(await tryFrom(phone, next)).toBe('10000')
  expect(await tryFrom(home, next)).toBe('tooManyAttempts')
})

test('signing out everywhere forgets the browsers, but the one that asks', async () => {
  const phone = { ...home, browserSecret: 'the phone' }
  for (const who of [home, phone]) expect(await tryFrom(who, jane.password)).toBe('10000')
  const { user, session } = await world.signIn(home, jane)
  await world.sessions.endAll(user.guid, { except: session.guid, client: home })
  await guessedFromThirty()
  expect(await tryFrom(phone, jane.password)).toBe('tooManyAttempts')
  expect(await tryFrom(home, jane.password)).toBe('10000')
})

test('signing out one device forgets its browser, once its last session ends', async () => {
  const phone = { ...home, browserSecret: 'the phone' }
  const { user, session: first } = await world.signIn(phone, jane)
  const { session: second } = await world.signIn(phone, jane)
  const known = () => world.database.kysely.selectFrom('known_browser').select('browser_hash').execute()
  const before = (await known()).length
  await world.sessions.endListed(user, first.guid)
  expect(await known()).toHaveLength(before)
  await world.sessions.endListed(user, second.guid)
  expect(await known()).toHaveLength(before - 1)
  await guessedFromThirty()
  expect(await tryFrom(phone, jane.password)).toBe('tooManyAttempts')
})

test('a browser is forgotten 90 days after its last sign-in, and swept away', async () => {
  expect(await tryFrom(home, jane.password)).toBe('10000')
  world.now += 90 * day
  await guessedFromThirty()
  expect(await tryFrom(home, jane.password)).toBe('tooManyAttempts')
  await signIn.sweep()
  const left = await world.database.kysely.selectFrom('known_browser').selectAll().execute()
  expect(left).toEqual([])
})

test('the owner is notified by email at the first lock, once a day, and no one else is', async () => {
  await world.newEmails()
  await guessFrom(60)
  await guessedFromSixty('nobody@example.com')
  world.now += 20 * minute
  await guessedFromSixty()
  const emails = await world.newEmails()
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    [jane.email, 'Failed attempts to sign in to your Strongroom account'],
  ])
  world.now += day
  await guessedFromSixty()
  expect(await world.newEmails()).toHaveLength(1)
})

test('strangers cannot use up the letters of an address from one network', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await world.accounts.requestReset(from(1), jane.email)
  await expect(world.accounts.requestReset(from(1), jane.email)).rejects.toMatchObject({
    problem: 'tooManyAttempts',
  })
  await reset(home)
  expect(await tryFrom(home, next)).toBe('10000')
})

test('a lock that could not be told does not use up the email of the day', async () => {
  await world.newEmails()
  vi.spyOn(world.jobs, 'add').mockRejectedValueOnce(new Error('the disk is full'))
  const lock = { what: 'password', email: jane.email, client } as const
  await expect(world.lockNotices.note(lock)).rejects.toThrow('the disk is full')
  await world.lockNotices.note(lock)
  expect((await world.newEmails()).map(({ subject }) => subject)).toContain(
    'Failed attempts to sign in to your Strongroom account',
  )
})

test('someone who has the password cannot lock the owner out of the second step', async () => {
  expect(await tryFrom(home, jane.password)).toBe('10000')
  const rightCode = '123456'
  signIn = world.makeSignIn({
    secondFactor: { isOn: async () => true, check: async (_guid, code) => code === rightCode },
  })
  const second = async (who: Client, code: string, password = jane.password): Promise<string> => {
    const outcome = await signIn.byPassword(who, { email: jane.email, password })
    if (outcome.code !== 10010) throw new Error(`Ended with ${outcome.code}`)
    return signIn
      .bySecondFactor(who, outcome.challenge, code)
      .then(({ code: ended }) => String(ended))
      .catch(({ problem }: { problem: string }) => problem)
  }
  for (let tries = 0; tries < 10; tries++)
    expect(await second(from(tries), '000000')).toBe('secondFactorWrong')
  expect(await second(from(11), rightCode)).toBe('tooManyAttempts')
  expect(await second(home, rightCode)).toBe('10000')
  const texts = (await world.newEmails()).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('wrong verification codes'))).toHaveLength(1)
  const phone = { ...home, browserSecret: 'the phone' }
  await reset(phone)
  expect(await second(phone, rightCode, next)).toBe('10000')
})

import type * as Argon2 from '@node-rs/argon2'
import { DefaultQueryExecutor } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bob, jane, openAccounts, password, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'

const hashes = vi.hoisted(() => ({ count: 0 }))

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>()
  function counted<Parameters extends unknown[], Result>(work: (...given: Parameters) => Result) {
    return (...given: Parameters) => {
      hashes.count++
      return work(...given)
    }
  }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

let world: AccountsWorld

beforeEach(async () => {
  world = await openAccounts('code')
})

afterEach(() => vi.restoreAllMocks())

type Work = { hashes: number; statements: string[] }

/**
 * The password hashes and the statements that an answer takes: for each, whether it reads, adds, changes or removes.
 */
async function workOf(ask: () => Promise<unknown>): Promise<Work> {
  const statements: string[] = []
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  const run = executor.executeQuery
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    ...more
  ) {
    statements.push(query.sql.split(' ', 1)[0]!)
    return run.call(this, query, ...more)
  })
  const before = hashes.count
  await ask().catch(() => null)
  spy.mockRestore()
  return { hashes: hashes.count - before, statements }
}

/** Jane runs the installation, Bob is active, Petra is pending; no one else has an account. */
async function withPeople(): Promise<string> {
  await world.administration.create({ ...jane, isOperator: true })
  await world.administration.create(bob)
  const terms = { tierCode: null, usesLeft: null, expiresAt: null, note: '' }
  const { code } = await world.signupCodes.create(terms)
  await world.accounts.register(client, { ...bob, email: 'petra@example.com', code })
  await world.newEmails()
  return code
}

const people = ['bob@example.com', 'petra@example.com', 'nobody@example.com']

/** That the same work is done for people with an account, a pending one, or none. */
async function expectSameWork(ask: (email: string) => Promise<unknown>): Promise<Work> {
  // The first of each kind creates its rate limit windows as every other does.
  const works = []
  for (const email of people) works.push(await workOf(() => ask(email)))
  expect(works[1]).toEqual(works[0])
  expect(works[2]).toEqual(works[0])
  expect(works[0]!.statements.length).toBeGreaterThan(0)
  return works[0]!
}

test('a wrong password takes the same work whether there is an account or not', async () => {
  await withPeople()
  const wrong = 'not the right phrase at all'
  const work = await expectSameWork((email) => world.signIn(client, { email, password: wrong }))
  expect(work.hashes).toBe(1)
})

test('a registration takes the same work whether there is an account or not', async () => {
  const code = await withPeople()
  const form = { ...bob, firstName: 'Eve', password, code }
  const work = await expectSameWork((email) => world.accounts.register(client, { ...form, email }))
  expect(work.hashes).toBe(1)
})

test('a registration with a code that does not work takes the same work for everyone', async () => {
  await withPeople()
  const form = { ...bob, password, code: '7KQ2-M9XD-0TRA-41ZW' }
  const work = await expectSameWork((email) => world.accounts.register(client, { ...form, email }))
  expect(work.hashes).toBe(1)
})

test('asking for a new password or another activation takes the same work for everyone, and no hash', async () => {
  await withPeople()
  const reset = await expectSameWork((email) => world.accounts.requestReset(client, email))
  const another = await expectSameWork((email) => world.accounts.resendActivation(client, email))
  expect([reset.hashes, another.hashes]).toEqual([0, 0])
})

test('what is too long for a password, a name or an address never comes to a hash', async () => {
  await withPeople()
  const long = 'x'.repeat(10_000_000)
  const forms = [
    { ...bob, password: long },
    { ...bob, firstName: long },
    { ...bob, email: `${long}@example.com` },
    { ...bob, password: '' },
  ]
  for (const form of forms) {
    expect((await workOf(() => world.accounts.register(client, form))).hashes).toBe(0)
  }
})

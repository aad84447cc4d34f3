// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { bob, jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { Operators } from './operators.ts'

let world: AccountsWorld
let operators: Operators

beforeEach(async () => {
  world = await openAccounts()
  operators = new Operators(world)
  await world.administration.create({ ...jane, isOperator: true })
  await world.administration.create(bob)
})

async function whoAre(): Promise<string[]> {
  const rows = await world.database.kysely
    .selectFrom('user')
    .select('email')
    .where('is_operator', '=', 1)
    .where('status', '=', 'Active')
    .execute()
  return rows.map(({ email }) => email)
}

test('an account becomes an operator’s, and an ordinary one again; the second time changes nothing', async () => {
  expect(await operators.set(bob.email, true)).toBe(true)
  expect(await operators.set(bob.email, true)).toBe(false)
  expect((await whoAre()).toSorted()).toEqual([bob.email, jane.email].toSorted())
  expect(await operators.set(bob.email, false)).toBe(true)
  expect(await operators.set(bob.email, false)).toBe(false)
  expect(await whoAre()).toEqual([jane.email])
})

test('the last operator stays one, and no account that cannot sign in becomes one', async () => {
  await expect(operators.set(jane.email, false)).rejects.toMatchObject({ problem: 'badForm' })
  await world.administration.disable(bob.email)
  await expect(operators.set(bob.email, true)).rejects.toMatchObject({ problem: 'badForm' })
  await expect(operators.set('no.one@example.com', true)).rejects.toMatchObject({ problem: 'notFound' })
  expect(await whoAre()).toEqual([jane.email])
})

test('of two operators who remove or disable each other at once, one stays', async () => {
  for (const end of [
    (email: string) => operators.set(email, false),
    (email: string) => world.administration.disable(email),
  ]) {
    await operators.set(bob.email, true)
    const outcomes = await Promise.allSettled([operators.set(jane.email, false), end(bob.email)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [left, ...others] = await whoAre()
    expect([left, others]).toEqual([expect.any(String), []])
    await world.administration.enable(bob.email)
    await operators.set(jane.email, true)
  }
})

// @module-tag engines
import { beforeEach, describe, expect, test } from 'vitest'
import { userByEmail } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import { tierCodes } from '#server/rules/product/plans.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import {
  SignedPayments,
  signatureOf,
  type Notification,
  type Payment,
  type PaymentProcessor,
} from './payment-processor.ts'
import { PlanChanges } from './plan-changes.ts'
import { PlanLinks } from './plan-links.ts'
import { tellOfPlans } from './plan-notices.ts'
import { PlanPayments } from './plan-payments.ts'
import { PlanRequests } from './plan-requests.ts'

const day = 86_400_000
const secret = 'a secret of more than thirty-two characters'
let world: World
let changes: PlanChanges
let links: PlanLinks
let anna: User

beforeEach(async () => {
  world = await openWorld()
  tellOfPlans(world)
  changes = new PlanChanges(world)
  links = new PlanLinks({ ...world, changes })
  anna = await addUser(world, 'anna@example.com', { tier_code: 0 })
})

async function planOf(email = anna.email): Promise<number> {
  return (await userByEmail(world.database.kysely, email))!.tier_code
}

function tokenOf({ url }: { url: string }): string {
  return url.split('/').at(-1)!
}

const nothing = { problem: 'noSuchCall' }

describe('a payment that is announced', () => {
  function signed(fields: Notification, by = secret): Notification {
    return { ...fields, Signature: signatureOf(by, fields) }
  }

  function payment(more: Notification = {}): Notification {
    const Time = new Date(world.now).toISOString()
    return { Event: 'evt-1', Time, Email: 'anna@example.com', Plan: 'pro', ...more }
  }

  function payments(): PlanPayments {
    const processor = new SignedPayments({ secret, payAt: new URL('https://pay.example.com/buy?from=here') })
    return new PlanPayments({ ...world, changes, processor })
  }

  test('gives the account its plan, with days and seats', async () => {
    await payments().notify(signed(payment({ Plan: 'team', Days: '30', Seats: '9' })))
    expect(await planOf()).toBe(4)
    expect(await changes.seatsOf(world.database.kysely, anna.guid)).toBe(9)
    world.now += 30 * day
    await world.newEmails()
    expect(await planOf()).toBe(0)
  })

  test('counts once, however often and however concurrently it comes', async () => {
    const notification = signed(payment())
    await Promise.all([1, 2, 3].map(() => payments().notify(notification)))
    await changes.set(anna.email, { tierCode: tierCodes.free, by: 'operator' })
    await payments().notify(notification)
    expect(await planOf()).toBe(0)
    const subjects = (await world.newEmails()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Your plan is now Pro')).toHaveLength(1)
  })

  test('of no account is received like any other', async () => {
    expect(await payments().notify(signed(payment({ Email: 'no@example.com' })))).toBeUndefined()
    expect(await payments().notify(signed(payment({ Event: 'evt-2', Email: 'nothing' })))).toBeUndefined()
  })

  test('settles the request it was made for', async () => {
    const requests = new PlanRequests({ ...world, changes, words: {} })
    const request = await requests.make(anna, { kind: 'upgrade', plan: 'pro' })
    const address = payments().checkout({ request, email: anna.email, plan: 'pro', seats: 2 })
    expect(address).toBe(
      `https://pay.example.com/buy?from=here&request=${request}&email=anna%40example.com&plan=pro&seats=2`,
    )
    await payments().notify(signed(payment({ PlanRequest: request })))
    expect((await requests.own(anna))[0]).toMatchObject({ status: 'Approved' })
  })

  test.each([
    ['without a signature', () => payment()],
    ['signed with another secret', () => signed(payment(), 'another secret of enough characters')],
    ['changed after it was signed', () => ({ ...signed(payment()), Plan: 'enterprise' })],
    ['with one field for two', () => signed(payment({ Event: 'evt-1\n2027' }))],
    ['too old', () => signed(payment({ Time: new Date(world.now - 301_000).toISOString() }))],
    ['from the future', () => signed(payment({ Time: new Date(world.now + 301_000).toISOString() }))],
    ['without a time', () => signed(payment({ Time: '' }))],
    ['of no plan', () => signed(payment({ Plan: 'gold' }))],
    ['without an ID', () => signed(payment({ Event: '' }))],
    ['for no days', () => signed(payment({ Days: '0' }))],
  ])('%s is nothing', async (_, make) => {
    await expect(payments().notify(make())).rejects.toMatchObject(nothing)
    expect(await planOf()).toBe(0)
  })

  test('can come from any processor, and from none there is none', async () => {
    const double: PaymentProcessor = {
      checkout: () => null,
      read: ({ Event: event = '' }): Payment => {
        return { event, email: anna.email, plan: 'lite', days: null, seats: null, request: null }
      },
    }
    await new PlanPayments({ ...world, changes, processor: double }).notify({ Event: 'x' })
    expect(await planOf()).toBe(1)
    const none = new PlanPayments({ ...world, changes, processor: null })
    await expect(none.notify(signed(payment()))).rejects.toMatchObject(nothing)
    expect(none.checkout({ request: '', email: '', plan: 'pro', seats: null })).toBeNull()
  })

  test('is forgotten only when it would be refused for its age', async () => {
    const notification = signed(payment())
    await payments().notify(notification)
    expect(await payments().sweep()).toBe(0)
    world.now += 3_600_000
    expect(await payments().sweep()).toBe(1)
    await expect(payments().notify(notification)).rejects.toMatchObject(nothing)
  })
})

describe('a link', () => {
  test('gives a plan once, with its note, even to two at once', async () => {
    const bob = await addUser(world, 'bob@example.com', { tier_code: 0 })
    const token = tokenOf(
      await links.create({ tierCode: tierCodes.pro, days: 10, note: 'Enjoy.', validDays: 2 }),
    )
    expect(await links.peek(token)).toEqual({ tierCode: 2, days: 10, seats: null, note: 'Enjoy.' })
    const outcomes = await Promise.allSettled([links.use(anna, token), links.use(bob, token)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([await planOf(), await planOf(bob.email)].toSorted()).toEqual([0, 2])
    expect((await world.newEmails())[0]!.text).toContain('Enjoy.')
    expect(await links.peek(token)).toBeNull()
  })

  test('for one address is of no use to another, and stays for the right one', async () => {
    const bob = await addUser(world, 'bob@example.com', { tier_code: 0 })
    const gift = { tierCode: tierCodes.pro, email: 'Anna@Example.com', validDays: 2 }
    const token = tokenOf(await links.create(gift))
    await expect(links.use(bob, token)).rejects.toMatchObject({ problem: 'linkUsedUp' })
    await links.use(anna, token)
    expect(await planOf()).toBe(2)
  })

  test('works as long as it says', async () => {
    const token = tokenOf(await links.create({ tierCode: tierCodes.pro, validDays: 2 }))
    expect(await links.sweep()).toBe(0)
    world.now += 2 * day
    await expect(links.use(anna, token)).rejects.toMatchObject({ problem: 'linkUsedUp' })
    world.now += 1
    expect(await links.sweep()).toBe(1)
  })
})

// @module-tag engines
import { beforeEach, describe, expect, test } from 'vitest'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { tierCodes } from '#server/rules/product/plans.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import type { LimitedPart } from './limited-part.ts'
import { PlanChanges } from './plan-changes.ts'
import { tellOfPlans } from './plan-notices.ts'
import { PlanRequests } from './plan-requests.ts'

const day = 86_400_000
let world: World
let changes: PlanChanges
let requests: PlanRequests
let anna: User
let olivia: User

/** One thing of each account, which only Pro and its trial have a place for. */
const thing: LimitedPart = {
  over: async (_, guid, { tierCode }) => {
    const total = [2, 3].includes(tierCode) ? 0 : 1
    return { items: [{ kind: 'share', guid, name: 'Thing', why: 'size', figure: 1 }], total }
  },
  apply: async () => {},
}

beforeEach(async () => {
  world = await openWorld()
  tellOfPlans(world)
  changes = new PlanChanges(world)
  changes.limit(thing)
  requests = new PlanRequests({ ...world, changes, words: {} })
  anna = await addUser(world, 'anna@example.com', { tier_code: 0 })
  olivia = await addUser(world, 'olivia@example.com', { is_operator: 1 })
})

async function planOf(email = anna.email) {
  const { tierCode, tierEndsAt, hadTrial } = userOf((await userByEmail(world.database.kysely, email))!)
  return { tierCode, tierEndsAt, hadTrial }
}

/** The subjects of the emails that were sent over the given number of days, each with its address. */
async function emailsIn(days: number): Promise<string[]> {
  world.now += days * day
  return (await world.newEmails()).map(({ to, subject }) => `${to}: ${subject}`)
}

describe('a trial', () => {
  test('lasts seven days, is announced three days and one day before its end, and then it is Free', async () => {
    await changes.startTrial(anna)
    const endsAt = world.now + 7 * day
    expect(await planOf()).toEqual({ tierCode: 3, tierEndsAt: endsAt, hadTrial: true })
    expect(await emailsIn(0)).toEqual(['anna@example.com: Your plan is now Pro trial'])
    expect(await emailsIn(3.9)).toEqual([])
    expect(await emailsIn(0.2)).toEqual(['anna@example.com: Your Pro trial ends in 3 days'])
    expect(await emailsIn(2)).toEqual(['anna@example.com: Your Pro trial ends tomorrow'])
    expect(await planOf()).toMatchObject({ tierCode: 3 })
    expect(await emailsIn(1)).toEqual(['anna@example.com: Your Pro trial has ended: your plan is now Free'])
    expect(await planOf()).toEqual({ tierCode: 0, tierEndsAt: null, hadTrial: true })
    expect(await emailsIn(30)).toEqual([])
  })

  test('says how much will be closed', async () => {
    await changes.startTrial(anna)
    await world.newEmails()
    world.now += 4 * day
    const [email] = await world.newEmails()
    expect(email!.text).toContain('1 share or data room over the limits of Free will then be closed')
  })

  test('starts once, however many requests there are at once', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => changes.startTrial(anna)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.problem] : []))
    expect(refused).toEqual(['trialUsed', 'trialUsed', 'trialUsed'])
    expect(await emailsIn(8)).toHaveLength(2)
  })

  test.each([
    ['who had one', { had_trial: 1 as const }, 'trialUsed'],
    ['who pays', { tier_code: 1 }, 'trialNotNeeded'],
    ['whose payment is on its way', { tier_code: 6 }, 'trialNotNeeded'],
  ])('is refused to someone %s', async (_, columns, problem) => {
    const bob = await addUser(world, 'bob@example.com', { tier_code: 0, ...columns })
    expect(changes.trial(bob)).toMatchObject({ problem })
    await expect(changes.startTrial(bob)).rejects.toMatchObject({ problem })
    expect(await planOf(bob.email)).toMatchObject({ tierEndsAt: null })
  })

  test('that an operator gives ends too, and counts as had', async () => {
    await changes.set(anna.email, { tierCode: tierCodes['enterprise-trial'], by: 'operator', days: 30 })
    expect(await planOf()).toEqual({ tierCode: 10, tierEndsAt: world.now + 30 * day, hadTrial: true })
    await changes.set(anna.email, { tierCode: tierCodes['team-trial'], by: 'operator' })
    expect(await planOf()).toMatchObject({ tierCode: 5, tierEndsAt: world.now + 7 * day })
  })

  test('that came with the account gets its end within minutes', async () => {
    const bob = await addUser(world, 'bob@example.com', { tier_code: 5 })
    await changes.sweep()
    expect(await planOf(bob.email)).toEqual({ tierCode: 5, tierEndsAt: world.now + 7 * day, hadTrial: true })
    world.now += day
    await changes.sweep()
    expect(await planOf(bob.email)).toMatchObject({ tierEndsAt: world.now + 6 * day })
  })
})

describe('a plan', () => {
  test('that was upgraded in time does not end, and no email says it would', async () => {
    await changes.startTrial(anna)
    await changes.set(anna.email, { tierCode: tierCodes.pro, by: 'operator', note: 'Paid, thank you.' })
    const texts = (await world.newEmails()).map((email) => email.text)
    expect(texts).toHaveLength(2)
    expect(texts).toContainEqual(expect.stringContaining('Paid, thank you.'))
    expect(await emailsIn(10)).toEqual([])
    expect(await planOf()).toEqual({ tierCode: 2, tierEndsAt: null, hadTrial: true })
  })

  test('that waits for its payment has fourteen days', async () => {
    const { was } = await changes.set(anna.email, { tierCode: tierCodes['pro-pre-active'], by: 'operator' })
    expect(was).toBe(0)
    await emailsIn(13.9)
    expect(await planOf()).toMatchObject({ tierCode: 6, hadTrial: false })
    await emailsIn(0.2)
    expect(await planOf()).toMatchObject({ tierCode: 0 })
  })

  test('is that of an account, and of no address without one', async () => {
    await expect(changes.set('no@example.com', { tierCode: 0, by: 'operator' })).rejects.toMatchObject({
      problem: 'notFound',
      text: 'No account has the address no@example.com.',
    })
  })
})

describe('a request', () => {
  test('reaches every operator; approved, it changes the plan with a note', async () => {
    const guid = await requests.make(anna, {
      kind: 'upgrade',
      plan: 'team',
      seats: 12,
      message: 'For our office.',
    })
    const [email] = await world.newEmails()
    expect(email).toMatchObject({
      to: olivia.email,
      subject: 'anna@example.com requests the plan Team with 12 seats',
    })
    expect(email!.text).toContain('For our office.')
    await requests.decide(olivia, guid, { approves: true, note: 'Welcome.' })
    expect(await planOf()).toMatchObject({ tierCode: 4 })
    expect(await changes.seatsOf(world.database.kysely, anna.guid)).toBe(12)
    expect((await world.newEmails())[0]!.text).toContain('Welcome.')
    const [own] = await requests.own(anna)
    expect(own).toMatchObject({ status: 'Approved', decidedBy: olivia.email, note: 'Welcome.' })
  })

  test('declined changes nothing, and the person is told why', async () => {
    const guid = await requests.make(anna, { kind: 'invoice', plan: 'pro' })
    await world.newEmails()
    await requests.decide(null, guid, { approves: false, note: 'Ask your team.' })
    expect(await planOf()).toMatchObject({ tierCode: 0 })
    const [email] = await world.newEmails()
    expect(email).toMatchObject({ to: anna.email, subject: 'Your request for Pro was declined' })
    expect(email!.text).toContain('Ask your team.')
  })

  test('waits alone: another one is refused until it is withdrawn or decided', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => requests.make(anna, { kind: 'upgrade', plan: 'pro' })),
    )
    const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made).toHaveLength(1)
    await requests.withdraw(anna, made[0]!)
    await expect(requests.withdraw(anna, made[0]!)).rejects.toMatchObject({ problem: 'notFound' })
    await requests.make(anna, { kind: 'upgrade', plan: 'pro' })
  })

  test('is decided once', async () => {
    const guid = await requests.make(anna, { kind: 'upgrade', plan: 'pro' })
    const outcomes = await Promise.allSettled(
      [true, false].map((approves) => requests.decide(olivia, guid, { approves })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(requests.decide(olivia, guid, { approves: true })).rejects.toMatchObject({
      problem: 'planDecided',
    })
  })

  test('is no one else’s business: not to read, to decide or to withdraw', async () => {
    const guid = await requests.make(anna, { kind: 'upgrade', plan: 'pro' })
    const bob = await addUser(world, 'bob@example.com', { tier_code: 0 })
    const nothing = { problem: 'notFound' }
    await expect(requests.decide(bob, guid, { approves: true })).rejects.toMatchObject(nothing)
    await expect(requests.decide(anna, guid, { approves: true })).rejects.toMatchObject(nothing)
    await expect(requests.find(anna, guid)).rejects.toMatchObject(nothing)
    await expect(requests.page(bob)).rejects.toMatchObject(nothing)
    await expect(requests.withdraw(bob, guid)).rejects.toMatchObject(nothing)
    expect(await requests.own(bob)).toEqual([])
    expect(await requests.page(olivia)).toMatchObject({ total: 1, requests: [{ guid, email: anna.email }] })
    expect(await planOf()).toMatchObject({ tierCode: 0 })
  })

  test.each([
    [{ kind: 'upgrade', plan: 'pro-trial' }, 'plan'],
    [{ kind: 'upgrade', plan: 'free' }, 'plan'],
    [{ kind: 'seats', plan: 'team' }, 'seats'],
    [{ kind: 'upgrade', plan: 'pro', message: '<b>now</b>' }, 'message'],
  ] as const)('%j is refused', async (wanted, field) => {
    await expect(requests.make(anna, wanted)).rejects.toMatchObject({ field })
    expect(await world.newEmails()).toEqual([])
  })
})

import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { bob, jane, openAccounts, password, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import type { User } from '#server/accounts/accounts.ts'

let world: AccountsWorld
let user: User

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

beforeEach(async () => {
  world = await openAccounts()
  const registered = await world.accounts.register(client, jane)
  if (registered.status !== 'active') throw new Error('The first account is active')
  user = registered.user
})

/** What the app shows at a time, now by default. */
function codeOf(secret: string, at = world.now): string {
  return generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(at / second) })
}

/** Turns on Jane's second factor; no code of the current step is used. */
async function switchOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await world.secondFactor.begin(user)
  const recoveryCodes = await world.secondFactor.confirm(user, codeOf(secret))
  world.now += 5 * minute
  await world.newEmails()
  return { secret, recoveryCodes }
}

/** Six digits that are wrong now. */
function wrongCode(secret: string): string {
  const right = [-30, 0, 30].map((seconds) => codeOf(secret, world.now + seconds * second))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
}

function check(code: string): Promise<boolean> {
  return world.secondFactor.check(user.guid, code)
}

async function subjects(): Promise<string[]> {
  return (await world.newEmails()).map(({ subject }) => subject)
}

describe('switching on', () => {
  test('the secret is the same until the first right code, which switches it on and is used up by it', async () => {
    expect(await world.secondFactor.state(user)).toEqual({ state: 'off', codesLeft: 0 })
    const offered = await world.secondFactor.begin(user)
    expect(await world.secondFactor.begin(user)).toEqual(offered)
    expect(await world.secondFactor.offered(user)).toEqual(offered)
    expect(await world.secondFactor.state(user)).toEqual({ state: 'pending', codesLeft: 0 })
    expect(await world.secondFactor.isOn(user.guid)).toBe(false)
    const codes = await world.secondFactor.confirm(user, codeOf(offered.secret))
    expect(codes).toHaveLength(10)
    expect(await world.secondFactor.state(user)).toEqual({ state: 'on', codesLeft: 10 })
    expect(await world.secondFactor.isOn(user.guid)).toBe(true)
    expect(await world.secondFactor.offered(user)).toBeNull()
    expect(await check(codeOf(offered.secret))).toBe(false)
    expect(await subjects()).toEqual(['Two-step verification is on for Strongroom'])
  })

  test('neither the secret nor a recovery code is in the database as it is', async () => {
    const { secret, recoveryCodes } = await switchOn()
    const factor = await world.database.kysely.selectFrom('second_factor').selectAll().execute()
    const codes = await world.database.kysely.selectFrom('recovery_code').selectAll().execute()
    const kept = JSON.stringify([factor, codes])
    for (const text of [
      secret.replaceAll(' ', ''),
      ...recoveryCodes,
      recoveryCodes[0]!.replaceAll('-', ''),
    ]) {
      expect(kept).not.toContain(text)
    }
  })

  test('a wrong code switches nothing on', async () => {
    const { secret } = await world.secondFactor.begin(user)
    for (const wrong of [wrongCode(secret), '', 'abcdef', codeOf(secret, world.now - minute)]) {
      await expect(world.secondFactor.confirm(user, wrong)).rejects.toMatchObject({
        problem: 'secondFactorWrong',
        field: 'twoFactorCode',
      })
    }
    expect(await world.secondFactor.state(user)).toEqual({ state: 'pending', codesLeft: 0 })
    expect(await world.newEmails()).toEqual([])
  })

  test('a secret that was dropped is forgotten, and the next one is another', async () => {
    const first = await world.secondFactor.begin(user)
    await world.secondFactor.drop(user)
    expect(await world.secondFactor.state(user)).toEqual({ state: 'off', codesLeft: 0 })
    const next = await world.secondFactor.begin(user)
    expect(next.secret).not.toBe(first.secret)
    await expect(world.secondFactor.confirm(user, codeOf(first.secret))).rejects.toMatchObject({
      problem: 'secondFactorWrong',
    })
  })

  test('of two first codes at once one shows recovery codes', { tags: ['engines'] }, async () => {
    const { secret } = await world.secondFactor.begin(user)
    const both = await Promise.allSettled([
      world.secondFactor.confirm(user, codeOf(secret)),
      world.secondFactor.confirm(user, codeOf(secret, world.now + 30 * second)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await world.secondFactor.state(user)).toEqual({ state: 'on', codesLeft: 10 })
  })

  test('while it is on, it is neither begun nor dropped nor confirmed again', async () => {
    const { secret } = await switchOn()
    await expect(world.secondFactor.begin(user)).rejects.toMatchObject({ problem: 'secondFactorChanged' })
    await world.secondFactor.drop(user)
    await expect(world.secondFactor.confirm(user, codeOf(secret))).rejects.toMatchObject({
      problem: 'secondFactorChanged',
    })
    expect(await check(codeOf(secret))).toBe(true)
  })

  test('a process that a new key left behind makes no secret', async () => {
    await world.database.kysely.updateTable('installation').set({ key_check: 'another' }).execute()
    await expect(world.secondFactor.begin(user)).rejects.toThrow('Start this process again')
    expect(await world.secondFactor.state(user)).toEqual({ state: 'off', codesLeft: 0 })
  })
})

describe('a code of the app', () => {
  test.each([
    ['of the present step', 0, true],
    ['of the step before', -30, true],
    ['of the step after', 30, true],
    ['of two steps before', -60, false],
    ['of two steps after', 60, false],
  ])('%s', async (_, seconds, isRight) => {
    const { secret } = await switchOn()
    expect(await check(codeOf(secret, world.now + seconds * second))).toBe(isRight)
  })

  test('is taken once, and older ones are not taken after it', async () => {
    const { secret } = await switchOn()
    const [older, code, newer] = [-30, 0, 30].map((seconds) => codeOf(secret, world.now + seconds * second))
    expect(await check(code!)).toBe(true)
    expect(await check(code!)).toBe(false)
    expect(await check(older!)).toBe(false)
    expect(await check(newer!)).toBe(true)
    expect(await check(code!)).toBe(false)
  })

  test('of which two are sent at once is taken once', { tags: ['engines'] }, async () => {
    const { secret } = await switchOn()
    const code = codeOf(secret)
    const answers = await Promise.all([check(code), check(code), check(code)])
    expect(answers.toSorted()).toEqual([false, false, true])
  })

  test('can have spaces, and is nothing with letters or of another length', async () => {
    const { secret } = await switchOn()
    const code = codeOf(secret)
    for (const wrong of [
      '',
      ' ',
      code.slice(1),
      `${code}0`,
      `${code}${code}`,
      `${code.slice(1)}a`,
      'abcdef',
    ]) {
      expect(await check(wrong)).toBe(false)
    }
    expect(await check(` ${code.slice(0, 3)} ${code.slice(3)}\u00a0\n`)).toBe(true)
  })

  test('of before is not taken again when the clock is set back; newer ones and recovery codes are', async () => {
    const { secret, recoveryCodes } = await switchOn()
    const code = codeOf(secret)
    expect(await check(code)).toBe(true)
    world.now -= 2 * minute
    expect(await check(codeOf(secret))).toBe(false)
    expect(await check(code)).toBe(false)
    expect(await check(recoveryCodes[0]!)).toBe(true)
    world.now += 2 * minute + 30 * second
    expect(await check(codeOf(secret))).toBe(true)
  })

  test("of one account is nothing for another's, nor where no second factor is on", async () => {
    const { secret, recoveryCodes } = await switchOn()
    await world.accounts.register(client, bob)
    const { user: other } = await world.accounts.activate(await world.link())
    expect(await world.secondFactor.check(other.guid, codeOf(secret))).toBe(false)
    expect(await world.secondFactor.check(other.guid, recoveryCodes[0]!)).toBe(false)
    await world.secondFactor.begin(other)
    const offered = await world.secondFactor.offered(other)
    expect(await world.secondFactor.check(other.guid, codeOf(offered!.secret))).toBe(false)
    expect(await world.secondFactor.check('nobody', codeOf(secret))).toBe(false)
  })
})

describe('wrong codes', () => {
  test('are counted at the door and in the settings, each by itself, and right ones are not', async () => {
    const { secret } = await switchOn()
    for (let tries = 0; tries < 12; tries++) {
      expect(await check(codeOf(secret))).toBe(true)
      world.now += 30 * second
    }
    world.now += 15 * minute
    const renew = () => world.secondFactor.renewRecoveryCodes(user, wrongCode(secret))
    for (let tries = 0; tries < 10; tries++) {
      expect(await check(wrongCode(secret))).toBe(false)
      await expect(renew()).rejects.toMatchObject({ problem: 'secondFactorWrong' })
    }
    await expect(check(codeOf(secret))).rejects.toMatchObject({ problem: 'tooManyAttempts' })
    await expect(renew()).rejects.toMatchObject({ problem: 'tooManyAttempts' })
    world.now += 15 * minute
    expect(await check(codeOf(secret))).toBe(true)
  })

  test('are fifty in a day at most, however slowly they come', async () => {
    const { secret } = await switchOn()
    for (let tries = 0; tries < 50; tries++) {
      expect(await check(wrongCode(secret))).toBe(false)
      if (tries % 10 === 9) world.now += 15 * minute
    }
    await expect(check(codeOf(secret))).rejects.toMatchObject({ problem: 'tooManyAttempts' })
    world.now += day
    expect(await check(codeOf(secret))).toBe(true)
  })

  test('sent at once are not more than the limit either', { tags: ['engines'] }, async () => {
    const { secret } = await switchOn()
    const wrong = wrongCode(secret)
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => check(wrong)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })
})

describe('a recovery code', () => {
  test('signs in once, and the owner is told with how many are left', async () => {
    const { recoveryCodes } = await switchOn()
    const [code = ''] = recoveryCodes
    expect(await check(code.toLowerCase().replaceAll('-', ' '))).toBe(true)
    expect(await check(code)).toBe(false)
    expect(await world.secondFactor.state(user)).toEqual({ state: 'on', codesLeft: 9 })
    const [email, ...others] = await world.newEmails()
    expect([email!.to, email!.subject, others]).toEqual([
      'jane@example.com',
      'A recovery code was used for Strongroom',
      [],
    ])
    expect(email!.text).toContain('9 recovery codes are left.')
    for (const shown of recoveryCodes) expect(email!.text + email!.html).not.toContain(shown)
  })

  test('of which two are sent at once is taken once', { tags: ['engines'] }, async () => {
    const { recoveryCodes } = await switchOn()
    const code = recoveryCodes[3]!
    expect((await Promise.all([check(code), check(code), check(code)])).toSorted()).toEqual([
      false,
      false,
      true,
    ])
    expect(await subjects()).toHaveLength(1)
  })

  test('is replaced with all others by new ones, for a right code alone', async () => {
    const { secret, recoveryCodes } = await switchOn()
    await expect(world.secondFactor.renewRecoveryCodes(user, 'ABCD-ABCD-ABCD')).rejects.toMatchObject({
      problem: 'secondFactorWrong',
      field: 'twoFactorCode',
    })
    await world.secondFactor.renewRecoveryCodes(user, recoveryCodes[0]!)
    const renewed = await world.secondFactor.renewRecoveryCodes(user, codeOf(secret))
    expect(await subjects()).toEqual([
      'New recovery codes for Strongroom',
      'New recovery codes for Strongroom',
    ])
    expect(await world.secondFactor.state(user)).toEqual({ state: 'on', codesLeft: 10 })
    expect(await check(recoveryCodes[1]!)).toBe(false)
    expect(await check(renewed[1]!)).toBe(true)
  })
})

describe('switching off', () => {
  test('takes the password, and removes the secret and all codes', async () => {
    const { secret, recoveryCodes } = await switchOn()
    await expect(world.secondFactor.end(user, { password: 'not hers' })).rejects.toMatchObject({
      problem: 'badCredentials',
      field: 'password',
    })
    expect(await world.secondFactor.isOn(user.guid)).toBe(true)
    await world.secondFactor.end(user, { password })
    expect(await world.secondFactor.state(user)).toEqual({ state: 'off', codesLeft: 0 })
    expect(await world.database.kysely.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect(await check(codeOf(secret))).toBe(false)
    expect(await check(recoveryCodes[0]!)).toBe(false)
    expect(await subjects()).toEqual(['Two-step verification is off for Strongroom'])
    await expect(world.secondFactor.end(user, { password })).rejects.toMatchObject({
      problem: 'secondFactorChanged',
    })
  })

  test('takes a right code where there is no password to ask for', async () => {
    const { secret } = await switchOn()
    await expect(world.secondFactor.end(user, { code: codeOf(secret) })).rejects.toMatchObject({
      problem: 'badForm',
    })
    await world.database.kysely.updateTable('user').set({ has_password: 0 }).execute()
    await expect(world.secondFactor.end(user, { password })).rejects.toMatchObject({
      problem: 'badCredentials',
    })
    await expect(world.secondFactor.end(user, { code: wrongCode(secret) })).rejects.toMatchObject({
      problem: 'secondFactorWrong',
    })
    await world.secondFactor.end(user, { code: codeOf(secret) })
    expect(await world.secondFactor.isOn(user.guid)).toBe(false)
  })

  test('by the operator needs nothing but the address, and the owner is told by whom', async () => {
    await switchOn()
    expect(await world.secondFactor.reset(' Jane@Example.com')).toBe(true)
    expect(await world.secondFactor.isOn(user.guid)).toBe(false)
    const [email] = await world.newEmails()
    expect(email!.text).toContain('turned off by your administrator on 2027-03-01 10:05 UTC')
    expect(await world.secondFactor.reset('jane@example.com')).toBe(false)
    expect(await world.newEmails()).toEqual([])
    await world.secondFactor.begin(user)
    expect(await world.secondFactor.reset('jane@example.com')).toBe(false)
    expect(await world.secondFactor.state(user)).toEqual({ state: 'off', codesLeft: 0 })
    await expect(world.secondFactor.reset('nobody@example.com')).rejects.toMatchObject({
      problem: 'notFound',
    })
  })
})

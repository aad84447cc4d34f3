import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import { HandOffs } from './hand-offs.ts'
import type { SignIn } from './sign-in.ts'
import type { User } from '#server/accounts/users.ts'

let world: AccountsWorld
let user: User
let signIn: SignIn

beforeEach(async () => {
  world = await openAccounts()
  user = (await world.administration.create({ ...jane, isOperator: true })).user
  signIn = world.makeSignIn()
})

test('a code has three parts: hash, token and the time in UTC', async () => {
  const code = await signIn.makeHandOff(user, 'password')
  expect(code).toMatch(/^[\da-f]{64}\|[\w-]{43}\|20270301T100000Z$/)
  const stored = JSON.stringify(await world.database.kysely.selectFrom('hand_off').selectAll().execute())
  expect(stored).not.toContain(code.split('|')[1])
})

test('a code signs in once, with the user-info of its person', async () => {
  const code = await signIn.makeHandOff(user, 'sso')
  for (let looks = 0; looks < 2; looks++) {
    expect(await signIn.peekHandOff(code)).toEqual({ email: jane.email })
  }
  const uses = await Promise.allSettled([signIn.byHandOff(client, code), signIn.byHandOff(client, code)])
  const done = uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []))
  expect(done).toHaveLength(1)
  expect(done[0]).toMatchObject({
    code: 10120,
    info: { Email: jane.email, FirstName: 'Jane', UserGuid: user.guid, Status: 'Active', AccountTierCode: 9 },
  })
  const [session] = await world.sessions.list(user)
  expect(session!.method).toBe('sso')
  expect(await signIn.peekHandOff(code)).toBeNull()
  await expect(signIn.byHandOff(client, code)).rejects.toMatchObject({ problem: 'linkUsedUp' })
})

test('a code works for sixty seconds, and not over the end of all sessions', async () => {
  const late = await signIn.makeHandOff(user, 'password')
  world.now += 60_000
  expect(await signIn.peekHandOff(late)).toBeNull()
  await expect(signIn.byHandOff(client, late)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  const ended = await signIn.makeHandOff(user, 'password')
  await world.sessions.endAll(user.guid)
  expect(await signIn.peekHandOff(ended)).toBeNull()
})

test('anything but three parts that we signed is no code', async () => {
  const code = await signIn.makeHandOff(user, 'password')
  const [hash = '', token = '', date = ''] = code.split('|')
  const foreign = createHmac('sha256', Buffer.alloc(32, 8)).update(`${token}|${date}`).digest('hex')
  for (const wrong of [
    '',
    token,
    `${hash}|${token}`,
    `${code}|`,
    `${code}|${date}`,
    `|${code}`,
    `${hash}|${token}|20270301T100001Z`,
    `${hash}|${token.slice(0, -1)}|${date}`,
    `${foreign}|${token}|${date}`,
    `${hash.toUpperCase()}|${token}|${date}`,
    `${hash}|${token}|${date}${' '.repeat(300)}`,
    '||',
  ]) {
    expect(await signIn.peekHandOff(wrong)).toBeNull()
    await expect(signIn.byHandOff(client, wrong)).rejects.toMatchObject({ problem: 'linkUsedUp' })
  }
  expect(await signIn.peekHandOff(code)).not.toBeNull()
})

test('a code that an older key of the installation signed still works', async () => {
  const { database } = world
  const [[older], [newer]] = [KeyRing.make().derive('hand-offs'), KeyRing.make().derive('hand-offs')]
  const clock = () => world.now
  const code = await new HandOffs({ database, clock, keys: [older] }).make({
    userGuid: user.guid,
    method: 'password',
  })
  expect(await new HandOffs({ database, clock, keys: [newer, older] }).peek(code)).not.toBeNull()
  expect(await new HandOffs({ database, clock, keys: [newer] }).peek(code)).toBeNull()
})

test('a code meets the second factor and the suspension of its account like every other way in', async () => {
  const asking = world.makeSignIn({ secondFactor: { isOn: async () => true, check: async () => true } })
  const code = await asking.makeHandOff(user, 'password')
  expect((await asking.byHandOff(client, code)).code).toBe(10010)
  const other = await signIn.makeHandOff(user, 'password')
  await world.database.kysely.updateTable('user').set({ status: 'Suspended' }).execute()
  expect(await signIn.peekHandOff(other)).toBeNull()
  await expect(signIn.byHandOff(client, other)).rejects.toMatchObject({ problem: 'suspended' })
})

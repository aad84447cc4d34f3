import { beforeEach, expect, test } from 'vitest'
import { withoutRoom } from '#tests/support/world/database.ts'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import { Sessions } from './sessions.ts'
import type { User } from '#server/accounts/users.ts'

let world: AccountsWorld
let user: User

beforeEach(async () => {
  world = await openAccounts()
  const result = await world.accounts.register(client, jane)
  if (result.status !== 'active') throw new Error('The first account must be active')
  user = result.user
})

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('a session finds its user, and another id finds no one', async () => {
  const session = await world.sessions.start(user.guid, client)
  expect(session.id).toMatch(/^[\da-f]{32}\.[\w-]{43}$/)
  expect(session.endsAt).toBe(world.now + 12 * hour)
  expect(await world.sessions.find(session.id)).toEqual({
    guid: session.guid,
    user,
    method: 'link',
    hasPassword: true,
    provedAt: world.now,
    requiredStep: null,
    renewed: null,
  })
  expect(await world.sessions.find('')).toBeNull()
  expect(await world.sessions.find(`${session.id}x`)).toBeNull()
  expect(await world.sessions.find(session.guid)).toBeNull()
  expect(await world.sessions.find(`${session.guid}.${'x'.repeat(43)}`)).toBeNull()
  expect(await world.sessions.find(session.id)).not.toBeNull()
})

test('a disk that is full keeps no one from going on until the session ends', async () => {
  const session = await world.sessions.start(user.guid, client)
  const onFullDisk = new Sessions({ ...world, database: withoutRoom(world.database) })
  world.now += 29 * minute
  expect(await onFullDisk.find(session.id)).toMatchObject({ user })
  world.now += minute
  expect(await onFullDisk.find(session.id)).toBeNull()
})

test('half an hour without use ends a session; use moves the end on', async () => {
  const session = await world.sessions.start(user.guid, client)
  world.now += 29 * minute
  expect(await world.sessions.find(session.id)).not.toBeNull()
  world.now += 29 * minute
  expect(await world.sessions.find(session.id)).not.toBeNull()
  world.now += 30 * minute
  expect(await world.sessions.find(session.id)).toBeNull()
})

test('twelve hours end a session however much it is used', async () => {
  const session = await world.sessions.start(user.guid, client)
  for (let uses = 0; uses < 12 * 3 - 1; uses++) {
    world.now += 20 * minute
    expect(await world.sessions.find(session.id)).not.toBeNull()
  }
  world.now += 20 * minute
  expect(await world.sessions.find(session.id)).toBeNull()
})

test('a remembered session needs no use and ends after thirty days', async () => {
  const session = await world.sessions.start(user.guid, client, { isRemembered: true })
  world.now += 29 * day
  expect(await world.sessions.find(session.id)).not.toBeNull()
  world.now += day
  expect(await world.sessions.find(session.id)).toBeNull()
})

test('use within a minute writes nothing', async () => {
  const session = await world.sessions.start(user.guid, client)
  const seenAt = async () => (await world.sessions.list(user))[0]!.seenAt
  const began = world.now
  world.now += minute - 1
  await world.sessions.find(session.id)
  expect(await seenAt()).toBe(began)
  world.now += 1
  await world.sessions.find(session.id)
  expect(await seenAt()).toBe(world.now)
})

test('a suspended account is signed out from the next request on', async () => {
  const session = await world.sessions.start(user.guid, client)
  await world.database.kysely.updateTable('user').set({ status: 'Suspended' }).execute()
  expect(await world.sessions.find(session.id)).toBeNull()
})

test('a user sees the own sessions and ends one of them; no one else can', async () => {
  const one = await world.sessions.start(user.guid, client)
  world.now += minute
  await world.sessions.start(user.guid, { ip: '203.0.113.5', userAgent: 'Other\0 browser' })
  const listed = await world.sessions.list(user, one.guid)
  expect(listed.map(({ ip, userAgent, isCurrent }) => ({ ip, userAgent, isCurrent }))).toEqual([
    { ip: '203.0.113.5', userAgent: 'Other browser', isCurrent: false },
    { ip: '192.0.2.1', userAgent: 'Test', isCurrent: true },
  ])
  await world.sessions.endListed({ ...user, guid: 'f'.repeat(32) }, listed[1]!.key)
  expect(await world.sessions.find(one.id)).not.toBeNull()
  await world.sessions.endListed(user, listed[1]!.key)
  expect(await world.sessions.find(one.id)).toBeNull()
  // The ID by which the list refers to a session opens nothing.
  expect(await world.sessions.find(listed[0]!.key)).toBeNull()
})

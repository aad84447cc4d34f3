import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { withoutRoom } from '#tests/support/world/database.ts'
import { jane, openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { client } from '#tests/support/unit/world.ts'
import { Sessions } from './sessions.ts'
import type { StartedSession } from './sessions.ts'

let world: AccountsWorld
let session: StartedSession
let userGuid: string

beforeEach(async () => {
  world = await openAccounts()
  const result = await world.accounts.register(client, jane)
  if (result.status !== 'active') throw new Error('The first account must be active')
  userGuid = result.user.guid
  session = await world.sessions.start(userGuid, client, { isRemembered: true })
})

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

function find(id: string) {
  return world.sessions.find(id)
}

/** The cookie that comes with a use of the session. */
async function renewed(id: string): Promise<string> {
  const found = await find(id)
  if (!found?.renewed) throw new Error('The secret was not changed')
  return found.renewed.id
}

test('the secret of a remembered session changes when it is used after more than an hour', async () => {
  world.now += hour
  expect((await find(session.id))!.renewed).toBeNull()
  world.now += 1
  const found = await find(session.id)
  expect(found!.renewed).toMatchObject({ guid: session.guid, endsAt: session.endsAt, isRemembered: true })
  expect(found!.renewed!.id).not.toBe(session.id)
  expect(found!.renewed!.id.split('.')[0]).toBe(session.guid)
  expect(await find(found!.renewed!.id)).toMatchObject({ guid: session.guid, renewed: null })
})

test('changing the secret does not make the thirty days longer', async () => {
  let id = session.id
  for (let days = 0; days < 29; days++) {
    world.now += day
    id = await renewed(id)
  }
  world.now += day
  expect(await find(id)).toBeNull()
})

test('a session that is not to be remembered keeps its secret', async () => {
  const short = await world.sessions.start(userGuid, client)
  for (let uses = 0; uses < 4; uses++) {
    world.now += 20 * minute
    expect((await find(short.id))!.renewed).toBeNull()
  }
})

test('of requests that race, one changes the secret, and all are served', { tags: ['engines'] }, async () => {
  world.now += 2 * hour
  const found = await Promise.all(Array.from({ length: 8 }, () => find(session.id)))
  expect(found.filter((one) => one !== null)).toHaveLength(8)
  const cookies = found.flatMap((one) => (one?.renewed ? [one.renewed.id] : []))
  expect(cookies).toHaveLength(1)
  expect(await find(cookies[0]!)).not.toBeNull()
})

test('requests that were under way can bring the secret of before for a minute', async () => {
  world.now += 2 * hour
  const next = await renewed(session.id)
  expect(await find(next)).not.toBeNull()
  world.now += minute - 1
  expect(await find(session.id)).toMatchObject({ renewed: null })
  expect(await find(next)).not.toBeNull()
})

test('a secret of before that comes later is a copy: the session is over for both, and the log says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const watched = new Sessions({ ...world, log })
  const elsewhere = await watched.start(userGuid, client, { isRemembered: true })
  world.now += 2 * hour
  const next = await renewed(session.id)
  expect(await watched.find(next)).not.toBeNull()
  world.now += minute
  expect(lines).toEqual([])
  expect(await watched.find(session.id)).toBeNull()
  expect(await watched.find(next)).toBeNull()
  expect(await watched.find(elsewhere.id)).not.toBeNull()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('an old copy of its cookie was shown')
  for (const secret of [next, session.id]) expect(lines[0]).not.toContain(secret.split('.')[1]!)
})

test('someone who stole the cookie and used it first is found out by the owner', async () => {
  world.now += 2 * hour
  const thief = await renewed(session.id)
  expect(await find(thief)).not.toBeNull()
  world.now += 2 * minute
  expect(await find(session.id)).toBeNull()
  expect(await find(thief)).toBeNull()
})

test('a new secret that never arrived signs no one out; should it turn up after all, it is a copy', async () => {
  world.now += 2 * hour
  const lost = await renewed(session.id)
  world.now += 5 * minute
  const next = await renewed(session.id)
  expect(await find(next)).not.toBeNull()
  expect(await find(lost)).toBeNull()
  expect(await find(next)).toBeNull()
})

test('a secret from two changes ago is a copy at once', async () => {
  world.now += 2 * hour
  const second = await renewed(session.id)
  await find(second)
  world.now += 2 * hour
  const third = await renewed(second)
  expect(await find(session.id)).toBeNull()
  expect(await find(third)).toBeNull()
})

test('a full disk changes no secret and signs no one out', async () => {
  const onFullDisk = new Sessions({ ...world, database: withoutRoom(world.database) })
  world.now += 2 * hour
  expect(await onFullDisk.find(session.id)).toMatchObject({ renewed: null })
  expect(await find(session.id)).toMatchObject({ renewed: { guid: session.guid } })
})

test('signing out works with the secret of before too, and with none that is invented', async () => {
  await world.sessions.end(`${session.guid}.${'x'.repeat(43)}`)
  expect(await find(session.id)).not.toBeNull()
  world.now += 2 * hour
  const next = await renewed(session.id)
  await world.sessions.end(session.id)
  expect(await find(next)).toBeNull()
})

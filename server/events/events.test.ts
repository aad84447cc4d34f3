import { beforeEach, expect, test } from 'vitest'
import type { Log } from '#server/log.ts'
import { newGuid } from '#server/db/guid.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Events } from './events.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})

function kept() {
  return world.database.kysely.selectFrom('event').select(['kind', 'email']).execute()
}

const reminded = {
  subject: newGuid(),
  kind: 'Reminded',
  actor: 'Rita@example.net',
  facts: { sender: 'Olivia', endsAt: 0 },
} as const

test('who is told hears of an event as it is recorded, with what the record does not keep', async () => {
  const told: unknown[] = []
  world.events.onEmail('reminderEmail', async (_tx, { actor: email, at, facts }) => {
    told.push([email, at, facts.sender])
  })
  await world.events.record(null, reminded)
  expect(told).toEqual([['Rita@example.net', world.now, 'Olivia']])
  expect(await kept()).toEqual([{ kind: 'Reminded', email: 'rita@example.net' }])
})

test('an event whose email cannot be written is not recorded', async () => {
  world.events.onEmail('reminderEmail', () => Promise.reject(new Error('no letter')))
  await expect(world.events.record(null, reminded)).rejects.toThrow('no letter')
  expect(await kept()).toEqual([])
})

test('a first opening is told and put on no record', async () => {
  const told: unknown[] = []
  world.events.onEmail('openedEmail', async (_tx, { facts }) => {
    told.push(facts.who)
  })
  const facts = { who: 'rita@example.net', saysToBe: null }
  await world.events.record(null, { subject: newGuid(), kind: 'FirstOpened', facts })
  expect([told, await kept()]).toEqual([['rita@example.net'], []])
})

test("the operator's log has what the table names of an event, and no address of a person", async () => {
  const lines: unknown[] = []
  const log = { ...world.log, info: (line: object) => lines.push(line) } as unknown as Log
  const events = new Events({ ...world, log })
  const subject = newGuid()
  const facts = { provider: 'google', email: 'rita@example.net' } as const
  const detail = { provider: 'google', as: 'rita@example.net' }
  await events.record(null, { subject, kind: 'SignInConnected', client: null, detail, facts })
  expect(lines).toEqual([{ user: subject, event: 'SignInConnected', network: '', provider: 'google' }])
})

test('an email of the table that no one writes, or a figure that no one keeps, ends the start', () => {
  expect(() => new Events(world).requireAll()).toThrow(/No subscriber for roomActivity.*reminderEmail/)
})

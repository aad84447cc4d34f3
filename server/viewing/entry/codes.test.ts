import { KeyRing } from '#server/storage/keys/key-ring.ts'
// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { RateLimits } from '#server/http/limits/rate.ts'
import { kindsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, openWorld, type World } from '#tests/support/unit/world.ts'
import { Codes } from './codes.ts'

/** The limits on attempts by network and address are disabled: these tests are true without them. */
class NoLimits extends RateLimits {
  override async take(): Promise<boolean> {
    return true
  }
}

let world: World
let owner: User
let codes: Codes
let share: string
const email = 'rita@example.net'

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  const rates = new NoLimits(world)
  codes = new Codes({ ...world, rates, codeKeys: KeyRing.make().derive('door-codes') })
  share = await addShare(world, owner, [email])
})

async function codeOf(guid = share): Promise<string> {
  await codes.ask(client, guid, email)
  await world.jobs.drain()
  return /\b\d{6}\b/.exec(world.emails.at(-1)!.text)![0]
}

function guess(code: string, by: number): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

async function refusals(): Promise<string[]> {
  return (await kindsOf(world, share)).filter((kind) => kind === 'Refused')
}

function outcome(code: string): Promise<string> {
  return codes.prove(client, share, email, code).catch((error: { problem: string }) => error.problem)
}

test('of twenty guesses at once five are looked at, wherever the right one stands', async () => {
  for (const place of [0, 3, 4, 5, 19]) {
    const code = await codeOf()
    const before = (await refusals()).length
    const guesses = Array.from({ length: 20 }, (_, at) => guess(code, at - place))
    const outcomes = await Promise.all(guesses.map(outcome))
    const right = outcomes.filter((one) => one === email)
    // Each that was checked and wrong leaves an event; the database decides which five come first.
    const wrong = (await refusals()).length - before
    expect(right.length).toBeLessThanOrEqual(1)
    expect(wrong, `right one at ${place}`).toBeLessThanOrEqual(5 - right.length)
    if (right.length === 0) expect(wrong).toBe(5)
    expect(outcomes.filter((one) => one === 'codeWrong')).toHaveLength(20 - right.length)
  }
})

test('the right code typed ten times at once proves the address once', async () => {
  const code = await codeOf()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(code)))
  expect(outcomes.filter((one) => one === email)).toHaveLength(1)
})

test('the database keeps no digits: only a keyed hash that differs from share to share', async () => {
  const code = await codeOf()
  const rows = await world.database.kysely.selectFrom('code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(rows[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('what is asked for an unlisted address or an unknown share leaves a job and nothing else', async () => {
  await codes.ask(client, share, 'stranger@example.com')
  await codes.ask(client, 'f'.repeat(32), email)
  const waiting = await world.database.kysely.selectFrom('job').select('kind').execute()
  expect(waiting).toEqual([{ kind: 'door-code' }, { kind: 'door-code' }])
  await world.jobs.drain()
  expect([world.emails, await kindsOf(world, share)]).toEqual([[], []])
  expect(await world.database.kysely.selectFrom('code').selectAll().execute()).toEqual([])
})

test('a code that no one waits for any more is not made', async () => {
  await codes.ask(client, share, email)
  world.now += 15 * 60_000
  await world.jobs.drain()
  expect(world.emails).toEqual([])
  await codes.ask(client, share, email)
  world.now += 14 * 60_000
  await world.jobs.drain()
  expect(world.emails).toHaveLength(1)
})

test('old codes are swept away, those that still open are not', async () => {
  await codeOf()
  world.now += 40 * 60_000
  const code = await codeOf()
  await codes.sweep()
  expect(await world.database.kysely.selectFrom('code').selectAll().execute()).toHaveLength(1)
  expect(await outcome(code)).toBe(email)
})

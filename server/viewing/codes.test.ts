// @module-tag engines
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RateLimits } from '#server/http/rate.ts'
import { Jobs } from '#server/jobs/queue.ts'
import type { Letter } from '#server/mail/letter.ts'
import { Post } from '#server/mail/post.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { Codes } from './codes.ts'
import { client, TestWorld } from './test-world.ts'

/** The limits on tries by network and address are out of the way: what holds here holds without them. */
class NoLimits extends RateLimits {
  override async take(): Promise<boolean> {
    return true
  }
}

let world: TestWorld
let jobs: Jobs
let codes: Codes
let letters: Letter[]
let share: string
const email = 'rita@example.net'

beforeEach(async () => {
  world = await TestWorld.open()
  const { database, clock } = world
  const log = pino({ level: 'silent' })
  letters = []
  jobs = new Jobs({ database, clock, log })
  const mailer = { send: async (letter: Letter) => void letters.push(letter) }
  const post = new Post({ jobs, mailer, publicUrl: new URL('https://files.example.com'), clock, log })
  const codeKeys: [Buffer] = [Buffer.alloc(32, 7)]
  const [rates, tracking] = [new NoLimits({ database, clock }), new Tracking({ database, clock })]
  codes = new Codes({ database, rates, tracking, post, jobs, codeKeys, clock })
  share = await world.addShare([email])
})
afterEach(() => world.close())

async function codeOf(guid = share): Promise<string> {
  await codes.ask(client, guid, email)
  await jobs.drain()
  return /\b\d{6}\b/.exec(letters.at(-1)!.text)![0]
}

function guess(code: string, by: number): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

async function refusals(): Promise<string[]> {
  return (await world.events(share)).filter((kind) => kind === 'Refused')
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
    // Each that was looked at and was wrong leaves an event; which five come first, the database decides.
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
  await jobs.drain()
  expect([letters, await world.events(share)]).toEqual([[], []])
  expect(await world.database.kysely.selectFrom('code').selectAll().execute()).toEqual([])
})

test('old codes are swept away, those that still open are not', async () => {
  await codeOf()
  world.now += 40 * 60_000
  const code = await codeOf()
  await codes.sweep()
  expect(await world.database.kysely.selectFrom('code').selectAll().execute()).toHaveLength(1)
  expect(await outcome(code)).toBe(email)
})

import { KeyRing } from '#server/storage/keys/key-ring.ts'
// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { RateLimits } from '#server/http/limits/rate.ts'
import { openAccounts, type AccountsWorld } from '#tests/support/unit/accounts-world.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client as strangers } from '#tests/support/unit/world.ts'
import { EmailCodes } from './email-codes.ts'

/** The limits by network and address are disabled: these tests are true without them. */
class NoLimits extends RateLimits {
  override async take(): Promise<boolean> {
    return true
  }
}

const email = 'rita@halden.example'
const client = { ...strangers, browserId: 'browser' }

let world: AccountsWorld
let codes: EmailCodes
let member: User
let failed: number

beforeEach(async () => {
  world = await openAccounts()
  failed = 0
  const team = await addTeam(world)
  await world.database.kysely.updateTable('team').set({ allowed_methods: '["email"]' }).execute()
  member = await addUser(world, email, { team_guid: team, team_role: 2 })
  codes = new EmailCodes({
    ...world,
    rates: new NoLimits(world),
    signIn: world.makeSignIn(),
    codeKeys: KeyRing.make().derive('sign-in-codes'),
    onFailed: async () => void failed++,
  })
})

async function codeTo(address = email): Promise<string> {
  await codes.ask(client, address)
  await world.jobs.drain()
  return /\b\d{6}\b/.exec(world.emails.at(-1)!.text)![0]
}

function outcome(code: string): Promise<unknown> {
  return codes.prove(client, { email, code }).then(
    (found) => found.code,
    (error: { problem: string }) => error.problem,
  )
}

test('of twenty guesses at once five are looked at, and the right one opens once at most', async () => {
  const code = await codeTo()
  const guesses = Array.from({ length: 20 }, (_, at) =>
    String((Number(code) + at - 4 + 1_000_000) % 1_000_000).padStart(6, '0'),
  )
  const outcomes = await Promise.all(guesses.map(outcome))
  const opened = outcomes.filter((one) => one === 10000).length
  expect(opened).toBeLessThanOrEqual(1)
  expect(failed).toBe(20 - opened)
  const { tries } = await world.database.kysely
    .selectFrom('sign_in_code')
    .select('tries')
    .executeTakeFirstOrThrow()
  expect(tries).toBeLessThanOrEqual(5)
})

test('the right code typed ten times at once signs in once', async () => {
  const code = await codeTo()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(code)))
  expect(outcomes.filter((one) => one === 10000)).toHaveLength(1)
})

test('only the newest code of a browser opens, by whichever address of the account', async () => {
  const first = await codeTo()
  const second = await codeTo()
  if (first !== second) expect(await outcome(first)).toBe('codeWrong')
  expect(await outcome(second)).toBe(10000)
})

test('the database keeps no digits, and old codes are swept away', async () => {
  const code = await codeTo()
  const rows = await world.database.kysely.selectFrom('sign_in_code').selectAll().execute()
  expect(rows.map((row) => row.user_guid)).toEqual([member.guid])
  expect(rows[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(rows[0]!.code_hash).not.toContain(code)
  world.now += 31 * 60_000
  expect(await codes.sweep()).toBe(1)
})

test('for anyone else a request leaves a job and nothing more', async () => {
  await addUser(world, 'outside@halden.example')
  for (const address of ['outside@halden.example', 'nobody@halden.example']) await codes.ask(client, address)
  const waiting = await world.database.kysely.selectFrom('job').select('kind').execute()
  expect(waiting).toEqual([{ kind: 'sign-in-code' }, { kind: 'sign-in-code' }])
  await world.jobs.drain()
  expect(world.emails).toEqual([])
  expect(await world.database.kysely.selectFrom('sign_in_code').selectAll().execute()).toEqual([])
})

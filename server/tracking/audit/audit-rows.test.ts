// @module-tag engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installation, type Events } from '#server/events/events.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { World } from '#tests/support/unit/world.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import {
  auditRows,
  partQuery,
  type AuditFilter,
  type AuditPlace,
  type AuditRow,
  type AuditScope,
} from './audit-rows.ts'

const [rita, olivia, legal] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const all: AuditFilter = { topic: null, person: null, from: null, to: null }
let world: World

beforeAll(async () => {
  world = new World(await openTemporaryDatabase())
  const { kysely } = world.database
  const team = {
    requires_second_factor: 0,
    allowed_methods: null,
    bar_colour: null,
    text_colour: null,
  } as const
  await kysely
    .insertInto('team')
    .values({ ...team, guid: legal, name: 'Legal', created_at: 1 })
    .execute()
  const tell = (name: string) => (world.events as Events).onEmail(name as never, async () => {})
  for (const name of ['secondFactorOffEmail', 'lockEmail', 'passwordChangedEmail']) tell(name)
  for (let at = 0; at < 6; at++) {
    world.now += 1000
    for (const subject of [rita, olivia, legal])
      await world.events.record(null, { subject, kind: 'SignedIn', client: null, detail: { method: 'sso' } })
    await world.events.record(null, { subject: rita, kind: 'PasswordChanged', client: null })
    await world.events.record(null, {
      subject: olivia,
      kind: 'SecondFactorOff',
      actor: 'Rita@example.net',
      client: null,
    })
    await world.events.record(null, { subject: installation, kind: 'Commanded', client: null })
    await world.events.record(null, { subject: rita, kind: 'View', client: null })
  }
})
afterAll(() => world.close())

/** Every line, in pages of three, in both directions: what one direction shows the other does. */
async function walk(scope: AuditScope, filter: AuditFilter): Promise<AuditRow[]> {
  const page = (direction: 'older' | 'newer', beside: AuditPlace | null) =>
    auditRows(world.database.kysely, scope, filter, { beside, direction, limit: 3 })
  const seen: Record<'older' | 'newer', AuditRow[]> = { older: [], newer: [] }
  for (const direction of ['older', 'newer'] as const)
    for (let beside: AuditPlace | null = null; ;) {
      const rows: AuditRow[] = await page(direction, beside)
      seen[direction].push(...rows)
      if (rows.length < 3) break
      beside = rows.at(-1)!
    }
  expect(seen.newer.toReversed()).toEqual(seen.older)
  return seen.older
}

test.each<[string, AuditScope, Partial<AuditFilter>, number]>([
  ['of an account', { account: rita }, {}, 12],
  ['of an account, of some kinds', { account: rita }, { topic: 'security' }, 6],
  ['of a team', { team: legal }, {}, 6],
  ['of the installation', installation, {}, 36],
  ['of the installation, of some kinds', installation, { topic: 'signIns' }, 18],
  ['of the installation, by a person', installation, { person: 'rita@example.net' }, 6],
  [
    'of the installation, by a person, of other kinds',
    installation,
    { topic: 'signIns', person: 'x@y.z' },
    0,
  ],
])('the lines %s come in pages, each once, by time', async (_what, scope, filter, count) => {
  const rows = await walk(scope, { ...all, ...filter })
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map(({ subject, sequence }) => subject + sequence)).size).toBe(count)
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a))
})

test('a filter by time includes its first moment and not its last', async () => {
  const rows = await walk({ account: rita }, { ...all, from: world.now - 2000, to: world.now })
  expect(new Set(rows.map(({ at }) => at))).toEqual(new Set([world.now - 1000, world.now - 2000]))
})

test.each<[string, AuditScope, object]>([
  ['an account', { account: rita }, {}],
  ['an account, of a kind', { account: rita }, { kinds: ['SignedIn'] }],
  ['a team', { team: legal }, {}],
  ['a team, of a kind', { team: legal }, { kinds: ['SignedIn'] }],
  ['the installation', installation, {}],
  ['the installation, of a kind', installation, { kinds: ['SignedIn'] }],
  ['the installation, by someone', installation, { email: 'rita@example.net' }],
  ['the installation, about an account', installation, { subject: rita }],
])('a page of %s is read from an index in its order', async (_what, scope, part) => {
  const beside = { at: 5, subject: 'x', sequence: 9 }
  for (const direction of ['older', 'newer'] as const) {
    const range = { beside, direction, limit: 50 }
    const filter = { ...all, from: 1, to: 9 }
    const steps = await planOf(
      world.database,
      partQuery(world.database.kysely, { scope, filter, range, part }),
    )
    expect(
      steps.filter((step) => /\bSCAN event$|TEMP B-TREE|Seq Scan|Sort/.test(step)),
      String(steps),
    ).toEqual([])
    expect(
      steps.some((step) => /event_audit_/.test(step)),
      String(steps),
    ).toBe(true)
  }
})

// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { insertRow, userRow, type Row } from '#tests/support/unit/raw-rows.ts'

const user: Row = { ...userRow, team_guid: 'team', team_role: 2 }
const team: Row = {
  guid: 'team',
  name: 'Acme',
  allowed_methods: null,
  requires_second_factor: 0,
  created_at: 1,
}
const domain: Row = { domain: 'acme.example', team_guid: 'team', is_locked: 0, asserted_at: 1 }
const connection: Row = {
  guid: 'connection',
  team_guid: 'team',
  kind: 'oidc',
  settings: '{}',
  secret_sealed: null,
  created_at: 1,
}

let database: Database

beforeAll(async () => {
  database = await openWithRows()
})
afterAll(() => database.close())

async function openWithRows(): Promise<Database> {
  const opened = await openUnusedDatabase()
  for (const [table, row] of Object.entries({
    team,
    user,
    team_domain: domain,
    team_connection: connection,
  })) {
    await insert(table, row, opened)
  }
  return opened
}

function insert(table: string, row: Row, into: Database = database): Promise<unknown> {
  return insertRow(into, table, row)
}

const unique = /UNIQUE constraint failed|violates unique constraint/
const check = /CHECK constraint failed|violates check constraint/
const foreign = /FOREIGN KEY constraint failed|violates foreign key constraint/
const two = { guid: 'two', email: 'two@example.com' }

test.each<[string, string, Row, RegExp]>([
  ['an account of an unknown team', 'user', { ...user, ...two, team_guid: 'none' }, foreign],
  ['a role in a team of 3', 'user', { ...user, ...two, team_role: 3 }, check],
  ['an unknown invite status', 'user', { ...user, ...two, invite_status: 'Lost' }, check],
  ['a second team of the same name', 'team', { ...team, guid: 'two', name: 'ACME' }, unique],
  [
    'a second-factor flag of 2',
    'team',
    { ...team, guid: 'two', name: 'x', requires_second_factor: 2 },
    check,
  ],
  ['a domain of no team', 'team_domain', { ...domain, domain: 'x.example', team_guid: 'none' }, foreign],
  ['a domain of two teams', 'team_domain', domain, unique],
  ['a domain that is locked twice', 'team_domain', { ...domain, domain: 'x.example', is_locked: 2 }, check],
  ['a second connection of a team', 'team_connection', { ...connection, guid: 'two' }, unique],
  ['a connection of another kind', 'team_connection', { ...connection, guid: 'two', kind: 'ldap' }, check],
])('%s is refused', async (_what, table, row, refusal) => {
  await expect(insert(table, row)).rejects.toThrow(refusal)
})

test('a team takes its domains and its connection along, and leaves its people', async () => {
  const own = await openWithRows()
  onTestFinished(own.close)
  await sql`delete from team`.execute(own.kysely)
  expect(await own.kysely.selectFrom('team_domain').selectAll().execute()).toEqual([])
  expect(await own.kysely.selectFrom('team_connection').selectAll().execute()).toEqual([])
  const people = await own.kysely.selectFrom('user').select(['guid', 'team_guid', 'invite_status']).execute()
  expect(people).toEqual([{ guid: 'user', team_guid: null, invite_status: 'Active' }])
})

test.each([
  // `team show` and a team that goes.
  ['the members of a team', sql`select guid from "user" where team_guid = 't'`],
  // Every command of a team.
  ['a team by name', sql`select guid from team where closed_at is null and lower(name) = 'acme'`],
  ['the domains of a team', sql`select domain from team_domain where team_guid = 't'`],
  ['the connection of a team', sql`select * from team_connection where team_guid = 't'`],
  // The sweep of every ten minutes.
  ['assertions that are over', sql`select * from saml_used where expires_at <= 5`],
])('%s are found by an index', async (_what, query) => {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => /\bSCAN\b|Seq Scan/.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

// @module-tag engines
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Transaction } from '#server/db/open.ts'
import { hashOf } from '#server/events/event-hash.ts'
import { openAuditKey } from '#server/events/audit-key.ts'
import { Events } from '#server/events/events.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Audit } from './audit.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
let world: World
let events: Events
let audit: Audit
let dataDir: string

beforeEach(async () => {
  world = await openWorld()
  dataDir = mkdtempSync(path.join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const auditKey = await openAuditKey(world)
  events = new Events({ ...world, auditKey })
  audit = new Audit({ ...world, auditKey, dataDir })
  for (const subject of [first, second]) for (let at = 0; at < 3; at++) await view(subject)
})

function view(subject: string): Promise<void> {
  world.now += 1000
  const client = { ip: '192.0.2.1', userAgent: 'Test' }
  return events.record(null, { subject, kind: 'View', actor: 'rita@example.net', visitGuid: 'v', client })
}

async function problems(): Promise<string[]> {
  return (await audit.check()).damage.map(({ subject, problem }) => [subject?.[0], problem].join(': '))
}

/** What someone does who can write to the database, and has not the key. */
async function write(text: string): Promise<void> {
  const { database } = world
  await database.transaction(async (tx) => {
    if (database.kind === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(tx)
    await sql.raw(text).execute(tx)
  })
}

/** Computes every hash of a chain again, and gives it a head that fits, as whoever knows how it is made would. */
async function rewrite(tx: Transaction, subject: string): Promise<void> {
  const rows = await tx
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', subject)
    .orderBy('sequence')
    .execute()
  let hash = ''
  for (const row of rows) {
    hash = hashOf(hash, row)
    await tx
      .updateTable('event')
      .set({ hash })
      .where('subject_guid', '=', subject)
      .where('sequence', '=', row.sequence)
      .execute()
  }
  await tx
    .updateTable('event_head')
    .set({ hash, sequence: rows.length })
    .where('subject_guid', '=', subject)
    .execute()
}

function headsFile(): string {
  return path.join(dataDir, 'audit', 'heads.jsonl')
}

test('an untouched trail is intact: before its first signed head, with it, and with events behind it', async () => {
  expect(await audit.check()).toMatchObject({ damage: [], chains: 2, events: 6, heads: 0, signedUntil: null })
  await audit.sign()
  expect(await audit.check()).toMatchObject({ damage: [], heads: 1, copies: [{ heads: 1 }] })
  await view(first)
  await audit.sign()
  await view(first)
  expect(await audit.check()).toMatchObject({
    damage: [],
    events: 8,
    heads: 2,
    signedUntil: world.now - 1000,
  })
})

test('a head contains the chains with new events, and no others', async () => {
  expect(await audit.sign()).toMatchObject({ chains: 2, broken: [] })
  await view(second)
  expect(await audit.sign()).toMatchObject({ chains: 1, head: { number: 2 } })
  expect(await audit.sign()).toMatchObject({ chains: 0, head: { number: 3 } })
  expect(await problems()).toEqual([])
})

const where = `where subject_guid = '${first}'`
const copyOfLast = `insert into event (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent,
  detail, hash, salt) select subject_guid, 4, at, kind, email, visit_guid, ip, country, user_agent, detail, hash, salt
  from event ${where} and sequence = 3`

test.each<[string, string, RegExp]>([
  ['changed', `update event set ip = '203.0.113.9' ${where} and sequence = 2`, /from event 2 on/],
  [
    'given another person',
    `update event set person_hash = hash ${where} and sequence = 2`,
    /from event 2 on/,
  ],
  [
    'given another detail',
    `update event set detail = '{"a":1}' ${where} and sequence = 2`,
    /from event 2 on/,
  ],
  ['moved in time', `update event set at = at + 1 ${where} and sequence = 2`, /from event 2 on/],
  ['removed', `delete from event ${where} and sequence = 2`, /from event 2 on/],
  ['cut off at the end', `delete from event ${where} and sequence = 3`, /from event 3 on/],
  ['inserted behind the last', copyOfLast, /from event 4 on/],
])('an event that was %s is found without any signed head', async (_what, statement, words) => {
  await write(statement)
  expect(await problems()).toEqual([expect.stringMatching(words)])
})

test('a chain written again from its first event to a head that fits has not the seal', async () => {
  await world.database.transaction(async (tx) => {
    await tx.updateTable('event').set({ email: 'ruth@example.net' }).where('sequence', '=', 2).execute()
    for (const subject of [first, second]) await rewrite(tx, subject)
  })
  expect(await problems()).toEqual([
    expect.stringMatching(/^a: .*written by someone else, from event 1 on/),
    expect.stringMatching(/^b: .*written by someone else, from event 1 on/),
  ])
})

test('a chain whose end was cut off, with a head that fits, has not the seal', async () => {
  await world.database.transaction(async (tx) => {
    await tx.deleteFrom('event').where('subject_guid', '=', first).where('sequence', '=', 3).execute()
    await rewrite(tx, first)
  })
  expect(await problems()).toEqual([expect.stringMatching(/^a: .*from event 1 on/)])
})

test('what is added to a chain with a wrong seal does not make it right, nor does a signed head', async () => {
  await world.database.transaction(async (tx) => {
    await tx.updateTable('event').set({ kind: 'Print' }).where('subject_guid', '=', first).execute()
    await rewrite(tx, first)
  })
  await view(first)
  expect(await audit.sign()).toMatchObject({ broken: [first], chains: 1 })
  expect(await problems()).toEqual([expect.stringMatching(/^a: .*from event 1 on/)])
})

test('a seal that was taken away after the first signed head is missed', async () => {
  await audit.sign()
  await write(`update event_head set seal = '' ${where}`)
  await view(first)
  expect(await audit.sign()).toMatchObject({ broken: [first] })
  expect(await problems()).toEqual([expect.stringMatching(/^a: /)])
})

test('an older state of a chain, with the seal that it had then, is found by the signed head', async () => {
  const [old] = await world.database.kysely
    .selectFrom('event_head')
    .selectAll()
    .where('subject_guid', '=', first)
    .execute()
  await view(first)
  await audit.sign()
  await write(`delete from event ${where} and sequence = 4`)
  await world.database.kysely.updateTable('event_head').set(old!).where('subject_guid', '=', first).execute()
  expect(await problems()).toEqual([
    expect.stringMatching(/^a: the last events .* head 1 was signed were cut off/),
  ])
})

test('a whole chain that was removed is found by the signed head, and one that was erased is not missed', async () => {
  await audit.sign()
  await write(`delete from event ${where}`)
  await write(`delete from event_head ${where}`)
  await world.database.transaction((tx) => events.erase(tx, second))
  expect(await problems()).toEqual(['a: the whole audit log was removed after head 1 was signed'])
})

test('a chain that is being erased is valid at every step', async () => {
  await world.database.transaction(async (tx) => {
    for (let at = 0; at < 1100; at++)
      await events.record(tx, { subject: first, kind: 'Browse', client: null })
  })
  await audit.sign()
  await events.shorten(first)
  expect(
    await world.database.kysely
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', first)
      .execute(),
  ).toHaveLength(103)
  expect(await problems()).toEqual([])
  await view(first)
  await audit.sign()
  expect(await problems()).toEqual([])
  await write(`update event_head set kept_from = kept_from + 1 ${where}`)
  expect(await problems()).toEqual([expect.stringMatching(/^a: /)])
})

test('events that were inserted before what is kept of a chain are found', async () => {
  await world.database.transaction(async (tx) => {
    for (let at = 0; at < 1100; at++)
      await events.record(tx, { subject: first, kind: 'Browse', client: null })
  })
  await events.shorten(first)
  await write(
    copyOfLast.replace('subject_guid, 4', 'subject_guid, 7').replace(/sequence = 3$/, 'sequence = 1050'),
  )
  expect(await problems()).toEqual([expect.stringMatching(/^a: .*from event 7 on/)])
})

test.each<[string, string, RegExp]>([
  ['a signature', `update audit_head set signature = 'x'`, /head 1: its signature/],
  [
    'a statement',
    `update audit_head set statement = replace(statement, 'head-1', 'head-2')`,
    /head 1: its sig/,
  ],
  ['what was signed', `update audit_leaf set sequence = 2 ${where}`, /head 1: what it was signed over/],
  ['a time', `update audit_head set at = at + 1`, /head 1: its time/],
])('%s of a head that was changed is found', async (_what, statement, words) => {
  await audit.sign()
  await write(statement)
  expect(await problems()).toContainEqual(expect.stringMatching(words))
})

test('heads that were removed from the database are found by those in the file, and between others', async () => {
  for (let at = 0; at < 3; at++) await audit.sign()
  await write('delete from audit_head where number = 3')
  expect(await problems()).toEqual([
    expect.stringContaining('heads.jsonl: the database does not have head 3'),
  ])
  await write('delete from audit_head where number = 1')
  expect(await problems()).toContainEqual(expect.stringContaining('head 2: it does not follow'))
})

test('a database put back to an earlier state signs a head that is not the one in the file', async () => {
  await audit.sign()
  await view(first)
  await audit.sign()
  await write('delete from audit_leaf where number = 2')
  await write('delete from audit_head where number = 2')
  world.now += 5000
  await audit.sign()
  expect(await problems()).toContainEqual(
    expect.stringContaining('heads.jsonl: head 2 of the database is another'),
  )
})

test('another machine gets the heads that its file lacks, once each', async () => {
  await audit.sign()
  const whole = readFileSync(headsFile(), 'utf8')
  await audit.sign()
  const both = readFileSync(headsFile(), 'utf8')
  writeFileSync(headsFile(), whole)
  await Promise.all([audit.copy(), audit.copy()])
  expect(readFileSync(headsFile(), 'utf8')).toBe(both)
  rmSync(headsFile())
  await audit.copy()
  expect(readFileSync(headsFile(), 'utf8')).toBe(both)
})

test('a chain from before there were seals gets one with the first head, and only if it holds', async () => {
  const old = { salt: null, person_hash: null, detail_hash: null }
  await world.database.transaction(async (tx) => {
    await tx.updateTable('event').set(old).execute()
    for (const subject of [first, second]) await rewrite(tx, subject)
    await tx.updateTable('event_head').set({ seal: '' }).execute()
  })
  await view(first)
  await write(`update event set ip = '203.0.113.9' where subject_guid = '${second}' and sequence = 2`)
  expect(await audit.sign()).toMatchObject({ chains: 1, broken: [second] })
  await view(first)
  await audit.sign()
  expect(await problems()).toEqual([expect.stringMatching(/^b: .*from event 2 on/)])
})

test('heads signed by several processes at once follow one another', async () => {
  await Promise.all([audit.sign(), audit.sign(), view(first), audit.sign(), view(second)])
  expect(await audit.check()).toMatchObject({ damage: [], heads: 3 })
})

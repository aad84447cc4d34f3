// @module-tag engines
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openAuditKey, type AuditKey } from '#server/events/audit-key.ts'
import { writeBundle } from '#server/events/bundle/bundle.ts'
import { Events } from '#server/events/events.ts'
import { Audit } from '#server/events/heads/audit.ts'
import { installation } from '#server/events/event.ts'
import { eventRows } from '#tests/support/unit/events.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { forgetAddress } from './erase-values.ts'
import { Retention } from './retention.ts'

const day = 86_400_000
const [share, account, quiet] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const rita = 'rita@example.net'
let world: World
let events: Events
let audit: Audit
let auditKey: AuditKey
let place: string
let retention: Retention

beforeEach(async () => {
  world = await openWorld()
  place = mkdtempSync(path.join(tmpdir(), 'keeping-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  auditKey = await openAuditKey(world)
  events = new Events({ ...world, auditKey })
  audit = new Audit({ ...world, auditKey, dataDir: place })
  retention = new Retention({ ...world, auditKey, events, days: 100 })
  await view(quiet, 'bob@example.net')
})

async function view(subject: string, actor: string): Promise<void> {
  const client = { ip: '192.0.2.1', userAgent: 'Test' }
  await events.record(null, { subject, kind: 'View', actor, client, visitGuid: 'v' })
}

/** A month of what happens: events, and a signed head at its end. */
async function month(): Promise<void> {
  for (let at = 0; at < 3; at++) {
    world.now += 10 * day
    await view(share, rita)
    await events.record(null, { subject: share, kind: 'Added', actor: account, detail: { person: rita } })
    await events.record(null, { subject: account, kind: 'SignedIn', actor: rita, detail: { method: 'sso' } })
    const given = `user tier ${rita} plus`
    await events.record(null, { subject: installation, kind: 'Commanded', client: null, detail: { given } })
  }
  await audit.sign()
}

async function erase(): Promise<void> {
  await retention.sweep()
  await world.jobs.drain()
}

async function problems(): Promise<string[]> {
  return (await audit.check()).damage.map(({ problem }) => problem)
}

/** What someone reads who checks an export with the program in it. */
async function checked(): Promise<string> {
  const folder = path.join(place, `bundle-${world.now++}`)
  await writeBundle({ ...world, auditKey, events }, folder, { kind: 'installation', guid: null })
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'verify.mjs')], {
    encoding: 'utf8',
  })
  return stdout + stderr
}

test('events older than they are kept are gone, and all that is left can be checked, also by others', async () => {
  for (let at = 0; at < 6; at++) await month()
  await erase()
  const before = Math.floor(world.now / day) * day - 100 * day
  const left = (await eventRows(world)).filter(({ subject_guid }) => subject_guid !== installation)
  expect(left.filter(({ at }) => at < before).map(({ subject_guid }) => subject_guid)).toEqual([quiet])
  expect(left.length).toBeGreaterThan(20)
  const old = (await eventRows(world)).filter((row) => row.subject_guid === installation && row.at < before)
  expect(old.length).toBeGreaterThan(0)
  expect(new Set(old.map(({ detail }) => detail))).toEqual(new Set(['{}']))
  expect(await audit.check()).toMatchObject({ damage: [], keptSince: before })
  expect(await checked()).toMatch(
    new RegExp(`2 chains begin with a later event.*${new Date(before).toISOString()}[\\s\\S]*Intact\\.`),
  )
  await month()
  expect(await problems()).toEqual([])
})

test('erasing again changes nothing more, and nothing is erased that is young enough', async () => {
  await month()
  const all = await eventRows(world)
  await erase()
  expect(await eventRows(world)).toEqual(all)
  for (let at = 0; at < 6; at++) await month()
  await erase()
  const once = await eventRows(world)
  await erase()
  world.now += 1000
  await erase()
  expect(await eventRows(world)).toEqual(once)
})

test('a long chain is erased piece by piece, and is valid wherever that is interrupted', async () => {
  await world.database.transaction(async (tx) => {
    for (let at = 0; at < 2500; at++)
      await events.record(tx, { subject: share, kind: 'Browse', client: null })
  })
  for (let at = 0; at < 5; at++) await month()
  let pieces = 0
  const database = Object.assign(Object.create(world.database) as typeof world.database, {
    async transaction(work: Parameters<typeof world.database.transaction>[0]) {
      pieces++
      if (pieces === 3) throw new Error('no power')
      return world.database.transaction(work)
    },
  })
  world.jobs.handle('unused', async () => {})
  const { Jobs } = await import('#server/jobs/queue.ts')
  const jobs = new Jobs(world)
  await new Retention({ ...world, jobs, database, auditKey, events, days: 100 }).sweep()
  await jobs.drain()
  expect(pieces).toBe(3)
  expect(await problems()).toEqual([])
  world.now += 10_000
  await jobs.drain()
  expect((await eventRows(world)).filter(({ kind }) => kind === 'Browse')).toEqual([])
  expect(await problems()).toEqual([])
})

test.each<[string, (sequence: number) => Promise<unknown>]>([
  ['one of the kept events was changed', (sequence) => set(sequence, { ip: '203.0.113.9' })],
  [
    'the first kept event was removed',
    (sequence) =>
      world.database.kysely
        .deleteFrom('event')
        .where('subject_guid', '=', share)
        .where('sequence', '=', sequence)
        .execute(),
  ],
  [
    'more was cut off as if it had been too old',
    async (sequence) => {
      await world.database.kysely
        .deleteFrom('event')
        .where('subject_guid', '=', share)
        .where('sequence', '=', sequence)
        .execute()
      await world.database.kysely
        .updateTable('event_head')
        .set({ kept_from: sequence + 1 })
        .where('subject_guid', '=', share)
        .execute()
    },
  ],
])('after erasing it is found that %s', async (_what, tamper) => {
  for (let at = 0; at < 6; at++) await month()
  await erase()
  const [first] = (await eventRows(world)).filter(({ subject_guid }) => subject_guid === share)
  await tamper(first!.sequence)
  expect(await problems()).toEqual([expect.stringContaining('was changed, cut or written by someone else')])
  expect(await checked()).toContain('NOT intact.')
})

function set(sequence: number, values: object, subject = share): Promise<unknown> {
  return world.database.kysely
    .updateTable('event')
    .set(values)
    .where('subject_guid', '=', subject)
    .where('sequence', '=', sequence)
    .execute()
}

test('an address is forgotten wherever it is, others stay, and the trail is as valid as before', async () => {
  await month()
  await events.record(null, { subject: share, kind: 'Added', detail: { person: `x${rita}` } })
  const count = await forgetAddress(world.database, auditKey, 'Rita@Example.net')
  expect(count).toBe(12)
  const all = await eventRows(world)
  expect(JSON.stringify(all).replaceAll(`x${rita}`, '')).not.toContain(rita)
  expect(all.some(({ detail }) => detail.includes(`x${rita}`))).toBe(true)
  expect(all.find(({ subject_guid }) => subject_guid === quiet)).toMatchObject({ email: 'bob@example.net' })
  const view = all.find(({ subject_guid, kind }) => subject_guid === share && kind === 'View')
  expect(view).toMatchObject({ email: null, ip: '', user_agent: '', salt: expect.stringMatching(/^\./) })
  expect(await problems()).toEqual([])
  expect(await checked()).toMatch(/Of 6 events the person was erased[\s\S]*Intact\./)
  await month()
  expect(await forgetAddress(world.database, auditKey, rita)).toBe(12)
  expect(await problems()).toEqual([])
})

test.each<[string, object]>([
  ['gets a person again', { email: 'ruth@example.net' }],
  ['gets another hash of a person', { person_hash: 'f'.repeat(64) }],
  ['gets a detail again', { detail: '{"person":"ruth@example.net"}' }],
])('an erased event that %s is found', async (_what, values) => {
  await month()
  await forgetAddress(world.database, auditKey, rita)
  const [erased] = (await eventRows(world)).filter(
    ({ subject_guid, kind }) => subject_guid === share && kind === 'View',
  )
  await set(erased!.sequence, values)
  expect(await problems()).toHaveLength(1)
})

test('an event from before there were salts can be erased once, and nothing can be put into it', async () => {
  const old = { salt: null, person_hash: null, detail_hash: null }
  await view(share, rita)
  const { hashOf } = await import('#server/events/event-hash.ts')
  const [row] = (await eventRows(world)).filter(({ subject_guid }) => subject_guid === share)
  const hash = hashOf('', { ...row!, ...old })
  await set(1, { ...old, hash })
  const head = await world.database.kysely
    .updateTable('event_head')
    .set({ hash })
    .where('subject_guid', '=', share)
    .returningAll()
    .executeTakeFirstOrThrow()
  await world.database.kysely
    .updateTable('event_head')
    .set({ seal: auditKey.seal(head) })
    .where('subject_guid', '=', share)
    .execute()
  expect(await problems()).toEqual([])
  expect(await forgetAddress(world.database, auditKey, rita)).toBe(1)
  expect(await problems()).toEqual([])
  await set(1, { detail: '{"a":1}' })
  expect(await problems()).toHaveLength(1)
})

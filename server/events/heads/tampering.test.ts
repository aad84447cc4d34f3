import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openAuditKey, type AuditKey } from '#server/events/audit-key.ts'
import type { EventRow } from '#server/events/event.ts'
import { hashOf } from '#server/events/event-hash.ts'
import { Events } from '#server/events/events.ts'
import { forgetAddress } from '#server/events/keeping/erase-values.ts'
import { eventRows } from '#tests/support/unit/events.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Audit } from './audit.ts'

const [room, item, owner] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const client = { ip: '192.0.2.1', userAgent: 'Test' }
let world: World
let events: Events
let audit: Audit
let dataDir: string
let auditKey: AuditKey

beforeEach(async () => {
  world = await openWorld()
  dataDir = mkdtempSync(path.join(tmpdir(), 'tampering-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  auditKey = await openAuditKey(world)
  events = new Events({ ...world, auditKey })
  audit = new Audit({ ...world, auditKey, dataDir })
  const reading = { subject: item, roomGuid: room, actor: 'rita@example.net', visitGuid: 'v', client }
  await events.record(null, { ...reading, kind: 'View' })
  await events.record(null, { ...reading, kind: 'Browse', detail: { first: 1, last: 2 } })
  await events.record(null, { subject: owner, kind: 'SignedIn', actor: 'olivia@example.com', client })
})

async function isWhole(): Promise<boolean> {
  return (await audit.check()).damage.length === 0
}

/** Puts a row in the place of another, as it is; what refuses that, such as a key, has refused the change. */
async function put(row: EventRow, other: EventRow): Promise<boolean> {
  try {
    await world.database.kysely
      .updateTable('event')
      .set(other)
      .where('subject_guid', '=', row.subject_guid)
      .where('sequence', '=', row.sequence)
      .execute()
    return true
  } catch {
    return false
  }
}

/** A value with each of its bytes changed, one at a time, or with one where there is none. */
function changesOf(value: string | number | null): (string | number)[] {
  if (value === null) return ['x']
  if (typeof value === 'number') return [value === 1 ? 0 : value + 1]
  const flipped = Array.from({ length: value.length }, (_, at) => {
    const changed = String.fromCodePoint(value.charCodeAt(at) ^ 1)
    return value.slice(0, at) + changed + value.slice(at + 1)
  })
  return [...flipped, `${value}x`]
}

test('any one byte that is changed in any column of any event is found without any signed head', async () => {
  expect(await isWhole()).toBe(true)
  const missed: string[] = []
  for (const row of await eventRows(world))
    for (const [column, value] of Object.entries(row) as [keyof EventRow, string | number | null][])
      for (const changed of changesOf(value)) {
        const other = { ...row, [column]: changed } as EventRow
        if (!(await put(row, other))) continue
        if (await isWhole()) missed.push(`${row.kind}, ${column}: ${value} to ${changed}`)
        await put(other, row)
      }
  expect(missed).toEqual([])
  expect(await isWhole()).toBe(true)
})

test('every changed byte of the file of heads is found', async () => {
  await audit.sign()
  await audit.sign()
  const file = path.join(dataDir, 'audit', 'heads.jsonl')
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at++) {
    if (whole[at] === 0x0a) continue
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    writeFileSync(file, changed)
    expect(await isWhole(), `byte ${at}`).toBe(false)
  }
  writeFileSync(file, whole)
  expect(await isWhole()).toBe(true)
})

test('values and salts that are put back into what was erased are found', async () => {
  await forgetAddress(world.database, auditKey, 'rita@example.net')
  expect(await isWhole()).toBe(true)
  const erased = (await eventRows(world)).find(({ kind }) => kind === 'Browse')!
  const [, detail, form] = erased.salt!.split('.')
  for (const change of [{ salt: `x.${detail}.${form}` }, { email: 'rita@example.net' }, { country: 'DE' }]) {
    await put(erased, { ...erased, ...change })
    expect([change, await isWhole()]).toEqual([change, false])
    await put(erased, erased)
  }
})

test('events from before their team and room were in the hash are as valid as they were', async () => {
  let hash = ''
  for (const row of (await eventRows(world)).filter((one) => one.subject_guid === item)) {
    const [person, detail] = row.salt!.split('.')
    const earlier = { ...row, salt: `${person}.${detail}` }
    hash = hashOf(hash, earlier)
    await put(row, { ...earlier, hash })
  }
  await world.database.kysely
    .updateTable('event_head')
    .set({ hash, seal: '' })
    .where('subject_guid', '=', item)
    .execute()
  expect(await isWhole()).toBe(true)
  expect(await audit.sign()).toMatchObject({ broken: [] })
  expect(await isWhole()).toBe(true)
})

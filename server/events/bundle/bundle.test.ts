import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openAuditKey, type AuditKey } from '#server/events/audit-key.ts'
import { hashOf } from '#server/events/event-hash.ts'
import { Events } from '#server/events/events.ts'
import { Audit } from '#server/events/heads/audit.ts'
import { everySecond } from '#tests/support/world/budget.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { writeBundle, type Scope } from './bundle.ts'

const [room, item, share, owner] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
]
const whole: Scope = { kind: 'installation', guid: null }
let world: World
let events: Events
let audit: Audit
let auditKey: AuditKey
let place: string

beforeEach(async () => {
  world = await openWorld()
  place = mkdtempSync(path.join(tmpdir(), 'bundle-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  auditKey = await openAuditKey(world)
  events = new Events({ ...world, auditKey })
  audit = new Audit({ ...world, auditKey, dataDir: place })
  await happen()
  await audit.sign()
  await happen()
  await audit.sign()
  await happen()
})

async function happen(): Promise<void> {
  const client = { ip: '192.0.2.1', userAgent: 'Browser "1" \\ ü' }
  const said = { actor: 'rita@example.net', visitGuid: 'v', client, detail: { version: 1 } }
  for (const subject of [room, item])
    await events.record(null, { ...said, subject, roomGuid: room, kind: 'View' })
  await events.record(null, { ...said, subject: share, ownerGuid: owner, kind: 'Download' })
  await events.record(null, { subject: owner, kind: 'SignedIn', actor: 'olivia@example.com', client })
}

async function exported(scope: Scope = whole): Promise<string> {
  const folder = path.join(place, `bundle-${scope.kind}`)
  await writeBundle({ ...world, auditKey, events }, folder, scope)
  return folder
}

/** What someone reads who runs the program in the folder, with nothing but Node. */
function check(folder: string, ...values: string[]): { code: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(folder, 'verify.mjs'), ...values],
    {
      env: { NODE_ENV: 'test' },
      encoding: 'utf8',
    },
  )
  return { code: status, out: `${stdout}${stderr}` }
}

test.each<[Scope, number]>([
  [whole, 5],
  [{ kind: 'room', guid: room }, 2],
  [{ kind: 'share', guid: share }, 1],
  [{ kind: 'account', guid: owner }, 2],
])('an untouched export of %o is intact', async (scope, chains) => {
  const { code, out } = check(await exported(scope), auditKey.fingerprint)
  expect([code, out]).toEqual([0, expect.stringContaining(`in ${chains} chains, 2 signed heads.`)])
  expect(out).toContain('Intact.')
})

test('one changed byte of each kind, in any file, is found', async () => {
  const folder = await exported()
  const kinds = [
    /[0-9]/,
    /[a-z]/,
    /[A-Z]/,
    /["'`]/,
    /[{}[\]]/,
    /[,:;]/,
    /[-_=+]/,
    /\n/,
    /\\/,
    / /,
    /[.@/]/,
    /[^\x00-\x7f]/,
  ]
  const missed: string[] = []
  for (const [turn, name] of readdirSync(folder).entries()) {
    const bytes = readFileSync(path.join(folder, name))
    const text = bytes.toString('latin1')
    for (const kind of everySecond(kinds, turn)) {
      const places = [...text.matchAll(new RegExp(kind.source, 'g'))].map(({ index }) => index)
      const at = places[Math.floor(places.length / 2)]
      if (at === undefined) continue
      const copy = path.join(place, 'changed')
      cpSync(folder, copy, { recursive: true })
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      writeFileSync(path.join(copy, name), changed)
      if (check(copy).code === 0) missed.push(`${name}: ${kind}, byte ${at}`)
      rmSync(copy, { recursive: true })
    }
  }
  expect(missed).toEqual([])
})

test('a file that is missing, cut off, or one too many is found', async () => {
  const folder = await exported()
  const file = path.join(folder, 'events.jsonl')
  const text = readFileSync(file, 'utf8')
  const withoutLast = text.trimEnd().split('\n').slice(0, -1).join('\n')
  writeFileSync(file, `${withoutLast}\n`)
  expect(check(folder).out).toMatch(
    /events\.jsonl is not the file[\s\S]*last events are missing[\s\S]*NOT intact/,
  )
  rmSync(file)
  expect(check(folder).out).toContain('events.jsonl is missing')
  writeFileSync(file, text)
  expect(check(folder).code).toBe(0)
  writeFileSync(path.join(folder, 'note.txt'), '')
  expect(check(folder)).toEqual({ code: 1, out: expect.stringContaining('note.txt does not belong here') })
})

test('a folder signed with another key has another fingerprint', async () => {
  const folder = await exported()
  const out = check(folder, '0123456789abcdef')
  expect(out).toEqual({
    code: 1,
    out: expect.stringContaining(`the key has the fingerprint ${auditKey.fingerprint}, not 0123456789abcdef`),
  })
})

test('what was changed in the database before the export is found, however well it fits together', async () => {
  const { kysely } = world.database
  await kysely
    .updateTable('event')
    .set({ email: 'ruth@example.net' })
    .where('subject_guid', '=', share)
    .execute()
  const simple = await exported({ kind: 'share', guid: share })
  expect(check(simple).out).toMatch(/event 1 was changed[\s\S]*NOT intact/)
  let hash = ''
  for (const row of await kysely
    .selectFrom('event')
    .selectAll()
    .where('subject_guid', '=', share)
    .orderBy('sequence')
    .execute()) {
    hash = hashOf(hash, row)
    await kysely
      .updateTable('event')
      .set({ hash })
      .where('subject_guid', '=', share)
      .where('sequence', '=', row.sequence)
      .execute()
  }
  await kysely.updateTable('event_head').set({ hash }).where('subject_guid', '=', share).execute()
  const rewritten = await exported()
  expect(check(rewritten).out).toMatch(
    /event 2 is not the one that was there when head 2 was signed[\s\S]*NOT intact/,
  )
})

test.each(['room_guid', 'team_guid'] as const)(
  'an event that was put elsewhere in the database before the export, by its %s, is found',
  async (column) => {
    const change = world.database.kysely.updateTable('event').set({ [column]: share })
    await change.where('subject_guid', '=', item).where('sequence', '=', 1).execute()
    expect(check(await exported()).out).toMatch(/event 1 was changed[\s\S]*NOT intact/)
  },
)

test('a chain that was removed from the database is missed, and one that was erased is not', async () => {
  await world.database.transaction((tx) => events.erase(tx, item))
  expect(check(await exported()).code).toBe(0)
  rmSync(path.join(place, 'bundle-installation'), { recursive: true })
  await world.database.kysely.deleteFrom('event').where('subject_guid', '=', share).execute()
  await world.database.kysely.deleteFrom('event_head').where('subject_guid', '=', share).execute()
  expect(check(await exported()).out).toContain(`${share}: all events were removed since a head was signed`)
})

test('a chain whose beginning was erased is intact', async () => {
  await world.database.transaction(async (tx) => {
    for (let at = 0; at < 1100; at++)
      await events.record(tx, { subject: share, kind: 'Browse', client: null })
  })
  await audit.sign()
  await events.shorten(share)
  expect(check(await exported({ kind: 'share', guid: share }))).toMatchObject({ code: 0 })
})

test('a folder that is not empty stays as it is', async () => {
  const folder = await exported()
  await expect(exported()).rejects.toThrow('is not empty')
  expect(check(folder).code).toBe(0)
})

test('the export itself is on record, and the page in it says how to check it', async () => {
  const folder = await exported({ kind: 'share', guid: share })
  const row = await world.database.kysely
    .selectFrom('event')
    .select(['subject_guid', 'detail'])
    .where('kind', '=', 'AuditExported')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ subject_guid: 'installation', detail: `{"of":"${share}","scope":"share"}` })
  const page = readFileSync(path.join(folder, 'READ-ME.html'), 'utf8')
  expect(page).toContain(`node verify.mjs ${auditKey.fingerprint}`)
})

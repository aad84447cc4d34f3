// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from './open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { insertRow, userRow, type Row } from '#tests/support/unit/raw-rows.ts'

let database: Database

const user = userRow
const object: Row = { guid: 'object', size: 0, crc32: 0, sha256: null, wrapped_key: 'x', created_at: 1 }
const file: Row = {
  guid: 'file',
  owner_guid: 'user',
  object_guid: 'object',
  name: 'a.pdf',
  media_type: 'application/pdf',
  kind: 'pdf',
  size: 0,
  render_status: 'In Progress',
  render_error: null,
  render_started_at: null,
  page_count: 0,
  created_at: 1,
  taken_at: null,
}
const share: Row = {
  guid: 'share',
  owner_guid: 'user',
  file_guid: 'file',
  message: '',
  visibility: 'people',
  may_download: 0,
  may_print: 0,
  watermark_size: null,
  watermark_colour: null,
  status: 'Active',
  destruct_seconds: -1,
  expires_at: null,
  first_viewed_at: null,
  created_at: 1,
  killed_at: null,
}
const recipient: Row = {
  guid: 'recipient',
  share_guid: 'share',
  email: 'bob@example.com',
  name: '',
  first_viewed_at: null,
  added_at: 1,
  mail_status: 'Waiting',
}
const page: Row = { file_guid: 'file', number: 1, width: 595.28, height: 841.89 }
const pageImage: Row = { file_guid: 'file', number: 1, width: 800, object_guid: 'object', created_at: 1 }
const session: Row = {
  guid: 'session',
  user_guid: 'user',
  secret_hash: 'x',
  previous_hash: null,
  rotated_at: 1,
  is_secret_seen: 1,
  method: 'password',
  created_at: 1,
  seen_at: 1,
  idle_until: 2,
  ends_at: 3,
  is_remembered: 0,
  ip: '',
  user_agent: '',
}
const token: Row = {
  id_hash: 'token',
  purpose: 'reset',
  user_guid: 'user',
  created_at: 1,
  expires_at: 2,
  used_at: null,
}
const challenge: Row = {
  id_hash: 'challenge',
  user_guid: 'user',
  method: 'password',
  is_remembered: 0,
  tries: 0,
  created_at: 1,
  expires_at: 2,
}
const handOff: Row = {
  id_hash: 'hand-off',
  user_guid: 'user',
  method: 'password',
  issued_at: 1,
  expires_at: 2,
  used_at: null,
}
const code: Row = {
  guid: 'code',
  share_guid: 'share',
  email: 'bob@example.com',
  code_hash: 'x',
  tries: 0,
  created_at: 1,
  expires_at: 2,
  used_at: null,
}
const passkey: Row = {
  share_guid: 'share',
  salt: 'x',
  memory_kib: 8,
  passes: 1,
  key_sealed: 'x',
  created_at: 1,
}
const heldKey: Row = {
  share_guid: 'share',
  holder_hash: 'x',
  reader_key: 'x',
  half: 'x',
  locked_key: 'x',
  created_at: 1,
  ends_at: 2,
}
const visit: Row = {
  guid: 'visit',
  share_guid: 'share',
  recipient_guid: 'recipient',
  reader_key: 'x',
  started_at: 1,
  seen_at: 1,
}
const head: Row = { subject_guid: 'share', sequence: 1, hash: '' }
const event: Row = {
  subject_guid: 'share',
  sequence: 1,
  at: 1,
  kind: 'View',
  email: null,
  visit_guid: null,
  ip: '',
  country: '',
  user_agent: '',
  detail: '{}',
  hash: '',
}
const job: Row = {
  guid: 'job',
  kind: 'x',
  payload: '{}',
  run_at: 1,
  tries: 0,
  leased_until: null,
  leased_by: null,
  created_at: 1,
  failed_at: null,
  error: null,
}

function insert(table: string, row: Row, into: Database = database): Promise<unknown> {
  return insertRow(into, table, row)
}

async function openWithRows(): Promise<Database> {
  const opened = await openTemporaryDatabase()
  await insert('user', user, opened)
  await insert('object', object, opened)
  await insert('file', file, opened)
  await insert('share', share, opened)
  await insert('recipient', recipient, opened)
  await insert('event_head', head, opened)
  return opened
}

// Shared: the tests that change rows open their own.
beforeAll(async () => {
  database = await openWithRows()
})

afterAll(() => database.close())

const unique = /UNIQUE constraint failed|violates unique constraint/
const check = /CHECK constraint failed|violates check constraint/
const foreign = /FOREIGN KEY constraint failed|violates foreign key constraint/

test.each<[string, string, Row, RegExp]>([
  [
    'a second account with the same address in capitals',
    'user',
    { ...user, guid: 'two', email: 'ANN@Example.com' },
    unique,
  ],
  ['an account with an unknown status', 'user', { ...user, guid: 'two', email: 'x', status: 'Gone' }, check],
  ['an operator flag of 2', 'user', { ...user, guid: 'two', email: 'x', is_operator: 2 }, check],
  ['a tier below 0', 'user', { ...user, guid: 'two', email: 'x', tier_code: -1 }, check],
  [
    'a text where a time belongs',
    'user',
    { ...user, guid: 'two', email: 'x', created_at: 'today' },
    /cannot store TEXT|invalid input syntax for type bigint/,
  ],
  [
    'an account without an address',
    'user',
    { ...user, guid: 'two', email: null },
    /NOT NULL|violates not-null/,
  ],
  ['a second installation row', 'installation', { id: 2, is_claimed: 0 }, check],
  ['a session of nobody', 'session', { ...session, user_guid: 'nobody' }, foreign],
  ['a token for another purpose', 'token', { ...token, purpose: 'login' }, check],
  ['a setup flag of 2', 'user', { ...user, guid: 'two', email: 'x', needs_setup: 2 }, check],
  ['a password flag of 2', 'user', { ...user, guid: 'two', email: 'x', has_password: 2 }, check],
  ['a change flag of 2', 'user', { ...user, guid: 'two', email: 'x', must_change_password: 2 }, check],
  ['a challenge of nobody', 'challenge', { ...challenge, user_guid: 'nobody' }, foreign],
  ['negative tries of a challenge', 'challenge', { ...challenge, tries: -1 }, check],
  ['a hand-off of nobody', 'hand_off', { ...handOff, user_guid: 'nobody' }, foreign],
  ['an object of negative size', 'object', { ...object, guid: 'two', size: -1 }, check],
  ['a file of nobody', 'file', { ...file, guid: 'two', owner_guid: 'nobody' }, foreign],
  ['a file without bytes', 'file', { ...file, guid: 'two', object_guid: 'none' }, foreign],
  ['a file of another kind', 'file', { ...file, guid: 'two', kind: 'video' }, check],
  ['an unknown render status', 'file', { ...file, guid: 'two', render_status: 'Done' }, check],
  ['a page 0', 'page', { ...page, number: 0 }, check],
  ['a page image without width', 'page_image', { ...pageImage, width: 0 }, check],
  ['a share of no file', 'share', { ...share, guid: 'two', file_guid: 'none' }, foreign],
  ['an unknown visibility', 'share', { ...share, guid: 'two', visibility: 'friends' }, check],
  ['an unknown status of a share', 'share', { ...share, guid: 'two', status: 'Paused' }, check],
  ['a download flag of 2', 'share', { ...share, guid: 'two', may_download: 2 }, check],
  ['an unknown watermark size', 'share', { ...share, guid: 'two', watermark_size: 'huge' }, check],
  ['a self-destruct of -2 seconds', 'share', { ...share, guid: 'two', destruct_seconds: -2 }, check],
  ['a fixed date without the date', 'share', { ...share, guid: 'two', destruct_seconds: 0 }, check],
  ['the same recipient twice', 'recipient', { ...recipient, guid: 'two', email: 'Bob@example.com' }, unique],
  [
    'an unknown mail status',
    'recipient',
    { ...recipient, guid: 'two', email: 'x', mail_status: 'Lost' },
    check,
  ],
  ['a code of no share', 'code', { ...code, share_guid: 'none' }, foreign],
  ['negative tries of a code', 'code', { ...code, tries: -1 }, check],
  ['a visit of no share', 'visit', { ...visit, share_guid: 'none' }, foreign],
  ['an event of an unknown subject', 'event', { ...event, subject_guid: 'none' }, foreign],
  ['an event numbered 0', 'event', { ...event, sequence: 0 }, check],
  ['an object locked twice over', 'object', { ...object, guid: 'two', is_locked: 2 }, check],
  ['a passkey of no share', 'passkey', { ...passkey, share_guid: 'none' }, foreign],
  ['a passkey that costs nothing', 'passkey', { ...passkey, passes: 0 }, check],
  ['a held key of no share', 'held_key', { ...heldKey, share_guid: 'none' }, foreign],
  ['negative tries of a job', 'job', { ...job, tries: -1 }, check],
])('%s is refused', async (_what, table, row, refusal) => {
  await expect(insert(table, row)).rejects.toThrow(refusal)
})

test('an object or a file that something still needs cannot be removed', async () => {
  await expect(sql`delete from object`.execute(database.kysely)).rejects.toThrow(foreign)
  await expect(sql`delete from file`.execute(database.kysely)).rejects.toThrow(foreign)
  await expect(sql`delete from "user"`.execute(database.kysely)).rejects.toThrow(foreign)
})

test('what belongs to a share goes with it; its events stay', async () => {
  const own = await openWithRows()
  onTestFinished(own.close)
  const rows = { page, page_image: pageImage, session, token, code, visit, event, job, passkey }
  for (const [table, row] of Object.entries({ ...rows, held_key: heldKey })) await insert(table, row, own)
  await sql`delete from share`.execute(own.kysely)
  const left = await Promise.all(
    (['recipient', 'code', 'visit', 'passkey', 'held_key', 'event'] as const).map((table) =>
      own.kysely.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(left.map((list) => list.length)).toEqual([0, 0, 0, 0, 0, 1])
})

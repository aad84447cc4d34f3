import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from './open.ts'
import { openTemporaryDatabase } from '../../tests/support/database.ts'
import { insertRow, planOf, userRow, type Row } from '../../tests/support/rows.ts'

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

test.each([
  [
    'the shares of an owner by key',
    sql`select * from share where owner_guid = 'u' and (created_at, guid) < (5, 'x') order by created_at desc, guid desc limit 50`,
  ],
  [
    'the shares of an owner before a known one',
    sql`select guid from share where owner_guid = 'u' and (created_at, guid) > (5, 'x') order by created_at, guid limit 200`,
  ],
  [
    'a page of the shares of an owner',
    sql`select guid from share where owner_guid = 'u' order by created_at desc, guid desc limit 200 offset 400`,
  ],
  [
    'whether the shares of an owner are more than a thousand',
    sql`select guid from share where owner_guid = 'u' limit 1001`,
  ],
  ['the number of the shares of an owner', sql`select count(*) from share where owner_guid = 'u'`],
  [
    'the shares of an owner in a bin',
    sql`select guid from share where owner_guid = 'u' and binned_at is not null and binned_at > 5
      order by binned_at desc, guid desc limit 200`,
  ],
  [
    'shares whose time in the bin is over',
    sql`select guid from share where binned_at is not null and binned_at <= 5 order by binned_at limit 1000`,
  ],
  ['the recipients of a share', sql`select * from recipient where share_guid = 's'`],
  [
    'a recipient of a share by address',
    sql`select * from recipient where share_guid = 's' and lower(email) = 'x'`,
  ],
  ['what an address received', sql`select * from recipient where lower(email) = 'x' order by added_at desc`],
  ['events in order', sql`select * from event where subject_guid = 's' order by sequence`],
  [
    'events after a known one',
    sql`select * from event where subject_guid = 's' and sequence > 5 order by sequence limit 2000`,
  ],
  ['the events of visits', sql`select * from event where subject_guid = 's' and visit_guid in ('a', 'b')`],
  [
    'openings since a time',
    sql`select count(*) from event where subject_guid in ('a', 'b') and kind = 'View' and at > 5 and at <= 9`,
  ],
  ['events by kind', sql`select count(*) from event where subject_guid in ('a', 'b') and kind = 'View'`],
  [
    'the visit of a reader',
    sql`select * from visit where share_guid = 's' and reader_key = 'r' order by seen_at desc limit 1`,
  ],
  ['the tracks of a visit', sql`select * from track where visit_guid = 'v'`],
  ['visits that are over', sql`select * from visit where seen_at < 5`],
  [
    'the pages of a screen',
    sql`select * from page where file_guid = 'f' and number >= 1 and number < 26 order by number`,
  ],
  [
    'a page image',
    sql`select object_guid from page_image where file_guid = 'f' and number = 1 and width = 1200`,
  ],
  ['page images that are old', sql`select * from page_image where created_at < 5 limit 1000`],
  ['objects in parts', sql`select guid from object where guid > 'o' order by guid limit 200`],
  ['the files of objects', sql`select object_guid from file where object_guid in ('o', 'p')`],
  ['the page images of objects', sql`select object_guid from page_image where object_guid in ('o', 'p')`],
  [
    'files in processing for too long',
    sql`select * from file where render_status = 'In Progress' and render_started_at < 5`,
  ],
  ['files that nothing took', sql`select * from file where taken_at is null and created_at < 5`],
  [
    'jobs that are due',
    sql`select * from job where kind = 'x' and failed_at is null and run_at <= 5 order by run_at`,
  ],
  [
    'the next job of a kind',
    sql`select min(run_at) from job where kind = 'x' and failed_at is null and (leased_until is null or leased_until <= 5)`,
  ],
  [
    'a job to claim',
    sql`select guid from job where kind = 'x' and failed_at is null and run_at <= 5
      and (leased_until is null or leased_until <= 5) order by run_at limit 1`,
  ],
  ['jobs that failed long ago', sql`select * from job where failed_at < 5`],
  ['codes that ran out', sql`select * from code where expires_at < 5`],
  ['links that ran out', sql`select * from token where expires_at <= 5`],
  ['sign-ins that nobody finished', sql`select * from challenge where expires_at <= 5`],
  ['the sign-ins that wait of a user', sql`select * from challenge where user_guid = 'u'`],
  ['hand-offs that ran out', sql`select * from hand_off where expires_at <= 5`],
  ['the hand-offs of a user', sql`select * from hand_off where user_guid = 'u'`],
  ['the account of an identity', sql`select user_guid from identity where issuer = 'i' and subject = 's'`],
  ['the identities of an account', sql`select * from identity where user_guid = 'u' order by created_at`],
  ['sign-ins that ran out', sql`select * from sign_in_flow where expires_at <= 5`],
  ['sign-ins under way of an account', sql`select * from sign_in_flow where user_guid = 'u'`],
  ['windows that are over', sql`select * from rate where window_ends_at <= 5`],
  [
    'who is signed in',
    sql`select "user".guid from session join "user" on "user".guid = session.user_guid where session.guid = 'g'`,
  ],
  [
    'the newest code',
    sql`select * from code where share_guid = 's' and email = 'e' order by created_at desc limit 1`,
  ],
  ['sessions that ended', sql`select * from session where idle_until < 5 or ends_at < 5`],
  ['the sessions of a user', sql`select * from session where user_guid = 'u' order by seen_at desc`],
  ['a second factor', sql`select * from second_factor where user_guid = 'u'`],
  ['a recovery code', sql`select guid from recovery_code where user_guid = 'u' and code_hash = 'h'`],
  ['the recovery codes that are left', sql`select count(*) from recovery_code where user_guid = 'u'`],
  [
    'second factors in parts',
    sql`select * from second_factor where user_guid > 'u' order by user_guid limit 9`,
  ],
  ['the presets of a person by name', sql`select * from preset where owner_guid = 'u' order by name`],
  ['the standard preset', sql`select * from preset where owner_guid = 'u' and is_standard = 1`],
  ['what a person sent at once', sql`select * from sending where owner_guid = 'u'`],
  ['the files of a sending', sql`select * from sending_file where sending_guid = 's' order by number`],
  ['the sending of a share', sql`select * from sending_file where share_guid = 's'`],
  ['what a browser holds', sql`select * from held_key where holder_hash = 'h'`],
  ['held keys that ran out', sql`select * from held_key where ends_at <= 5`],
  ['readers that ended', sql`select * from reader where idle_until < 5 or ends_at < 5`],
  [
    'what waits for an owner',
    sql`select guid from access_request where owner_guid = 'u' and status = 'Pending' order by created_at desc limit 11`,
  ],
  [
    'what somebody asked of a share',
    sql`select status from access_request where share_guid = 's' and email = 'e' order by created_at desc limit 20`,
  ],
  [
    'what a recipient asked for others',
    sql`select * from access_request where asked_by = 'r' order by created_at desc limit 100`,
  ],
  ['requests that ran out', sql`select * from access_request where status = 'Pending' and expires_at <= 5`],
  ['readers by address', sql`select * from reader where email = 'e'`],
  ['the comments of a thread', sql`select * from comment where recipient_guid = 'r' order by number`],
  ['the last comment of a share', sql`select max(number) from comment where share_guid = 's'`],
  [
    'what is recorded under an address',
    sql`select * from event where subject_guid = 's' and email = 'e' order by sequence desc limit 2000`,
  ],
])('%s are found by an index, without a sort', async (_what, query) => {
  const steps = await planOf(database, query)
  expect(steps.filter((step) => /\bSCAN\b|TEMP B-TREE|Seq Scan|Sort/.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

// @module-tag engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newGuid, type Database } from './open.ts'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'

let database: Database

beforeAll(async () => {
  database = await openUnusedDatabase()
})
afterAll(() => database.close())

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
    'shares whose time in the trash is over',
    sql`select guid from share where binned_at is not null and binned_at <= 5 order by binned_at limit 1000`,
  ],
  [
    'when the job of a file is tried again',
    sql`select min(run_at) from job where kind in ('render', 'render-media') and payload = 'x' and tries > 0
      and failed_at is null and leased_by is null`,
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
    'the events of visits by the first digits',
    sql`select * from event where subject_guid = 's' and visit_guid >= 'ab' and visit_guid < 'abg'`,
  ],
  [
    'the shares of an owner by their first digits',
    sql`select guid from share where owner_guid = 'u' and guid >= 'ab' and guid < 'abg' limit 5`,
  ],
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
    'how much waits for an owner',
    sql`select request.guid from access_request as request
      inner join share on share.guid = request.share_guid
      where request.owner_guid = 'u' and request.status = 'Pending' and request.expires_at > 5
      and share.status = 'Active' and share.binned_at is null limit 100`,
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

test.each([
  [
    'the next job of a kind',
    sql`select min(run_at) from job where kind = 'x' and failed_at is null and (leased_until is null or leased_until <= 5)`,
  ],
  [
    'a job to claim',
    sql`select guid from job where kind = 'x' and failed_at is null and run_at <= 5
      and (leased_until is null or leased_until <= 5) order by run_at limit 1`,
  ],
])('%s is not looked for among those of other kinds', async (_what, query) => {
  // PostgreSQL takes the one index or the other by what it knows of the rows.
  const others = Array.from({ length: 300 }, () => newGuid())
  const rows = others.map((guid) => ({ guid, kind: 'other', payload: '{}', run_at: 1, created_at: 1 }))
  await database.kysely.insertInto('job').values(rows).execute()
  onTestFinished(async () => void (await database.kysely.deleteFrom('job').execute()))
  if (database.kind === 'postgres') await sql`analyze job`.execute(database.kysely)
  expect((await planOf(database, query)).join()).toContain('job_due')
})

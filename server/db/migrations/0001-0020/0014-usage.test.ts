// @module-tag engines
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openUnusedDatabase } from '#tests/support/world/database.ts'
import { planOf } from '#tests/support/unit/query-plans.ts'
import { usage } from './0014-usage.ts'

test('an installation that is brought up to date has the storage of every account counted', async () => {
  const database = await openUnusedDatabase()
  onTestFinished(() => database.close())
  const { kysely } = database
  const person = {
    first_name: 'An',
    last_name: 'Na',
    password_hash: 'x',
    status: 'Active' as const,
    tier_code: 0,
    is_operator: 0 as const,
    time_zone: 'UTC',
    created_at: 1,
    password_changed_at: 1,
  }
  for (const guid of ['anna', 'bert'])
    await kysely
      .insertInto('user')
      .values({ guid, email: `${guid}@example.com`, ...person })
      .execute()
  for (const [guid, size] of [
    ['one', 300],
    ['two', 45],
  ] as const) {
    await kysely
      .insertInto('object')
      .values({ guid, size, crc32: 0, sha256: null, wrapped_key: 'x', created_at: 1 })
      .execute()
    await kysely
      .insertInto('file')
      .values({
        guid,
        owner_guid: 'anna',
        object_guid: guid,
        name: 'a.txt',
        media_type: 'text/plain',
        kind: 'text',
        size,
        render_status: 'Rendered',
        page_count: 1,
        created_at: 1,
        findings: '',
        shows_changes: 0,
      })
      .execute()
  }
  // As it was before.
  for (const index of ['user_closed_at', 'file_owner_size', 'user_storage'])
    await kysely.schema.dropIndex(index).execute()
  for (const column of ['storage_bytes', 'closed_at', 'closed_by'])
    await sql`alter table "user" drop column ${sql.ref(column)}`.execute(kysely)

  await usage.up(kysely as never, database.kind)
  expect(
    await kysely
      .selectFrom('user')
      .select(['guid', 'storage_bytes', 'closed_at', 'closed_by'])
      .orderBy('guid')
      .execute(),
  ).toEqual([
    { guid: 'anna', storage_bytes: 345, closed_at: null, closed_by: null },
    { guid: 'bert', storage_bytes: 0, closed_at: null, closed_by: null },
  ])
})

test.each([
  [
    'the largest files of an owner',
    sql`select guid from file where owner_guid = 'u' order by size desc, guid limit 5`,
  ],
  [
    'the oldest files of an owner',
    sql`select guid from file where owner_guid = 'u' order by created_at limit 5`,
  ],
  ['the sum of the files of an owner', sql`select sum(size) from file where owner_guid = 'u'`],
  [
    'accounts that were closed long ago',
    sql`select guid from "user" where closed_at is not null and closed_at <= 5 order by closed_at limit 100`,
  ],
])('%s are found by an index, without a sort', async (_what, query) => {
  const database = await openUnusedDatabase()
  onTestFinished(() => database.close())
  const steps = await planOf(database, query)
  expect(steps.filter((step) => /\bSCAN\b|TEMP B-TREE|Seq Scan|Sort/.test(step))).toEqual([])
  expect(steps.some((step) => /USING|Index|Bitmap/.test(step))).toBe(true)
})

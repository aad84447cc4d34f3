// @module-tag engines
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { copyRows, hasSameRows, isEmpty } from './copy-rows.ts'

let from: Database
let to: Database

beforeEach(async () => {
  from = await open()
  to = await open()
})

async function open(): Promise<Database> {
  const database = await openTemporaryDatabase()
  onTestFinished(database.close)
  return database
}

/** Subjects with events: more rows than one batch has, and texts that engines sort in different ways. */
async function fill({ kysely }: Database, subjects = 3, events = 400): Promise<void> {
  for (let subject = 0; subject < subjects; subject++) {
    const guid = `${subject % 2 ? 'Ä-b' : 'a_B'}${subject}`
    await kysely
      .insertInto('event_head')
      .values({ subject_guid: guid, sequence: events, hash: 'ü' })
      .execute()
    const rows = Array.from({ length: events }, (_, index) => ({
      subject_guid: guid,
      sequence: index + 1,
      at: 1_800_000_000_000 + index,
      kind: 'View',
      email: index % 2 ? null : 'ann@example.com',
      visit_guid: null,
      ip: '',
      country: '',
      user_agent: 'é\n"\'\\',
      detail: '{}',
      hash: String(index),
    }))
    await kysely.insertInto('event').values(rows).execute()
  }
}

test('every row arrives as it left, and both sides are the same', async () => {
  await fill(from)
  await sql`update installation set is_claimed = 1`.execute(from.kysely)
  expect(await isEmpty(to)).toBe(true)
  const counts = await copyRows(from, to)
  expect(counts).toMatchObject({ event: 1200, event_head: 3, installation: 1, user: 0 })
  expect(await hasSameRows(from, to)).toBe(true)
  expect(await to.kysely.selectFrom('installation').select('is_claimed').execute()).toEqual([
    { is_claimed: 1 },
  ])
  await to.kysely.updateTable('event').set({ ip: 'x' }).where('sequence', '=', 400).execute()
  expect(await hasSameRows(from, to)).toBe(false)
})

test('a target that has rows is refused, and nothing of it is changed', async () => {
  await fill(from)
  await fill(to, 1, 2)
  await expect(copyRows(from, to)).rejects.toThrow('not empty: it has rows in event_head, event')
  expect(await to.kysely.selectFrom('event').select('sequence').execute()).toHaveLength(2)
})

test('a target of another version is refused', async () => {
  // Put back, since PostgreSQL databases are used by several tests.
  await sql`insert into migration (name, applied_at) values ('9999-later', 0)`.execute(from.kysely)
  try {
    await expect(copyRows(from, to)).rejects.toThrow('different versions')
  } finally {
    await sql`delete from migration where name = '9999-later'`.execute(from.kysely)
  }
})

test('a copy that breaks off in the middle leaves the target empty', async () => {
  await fill(from)
  const broken: Database = {
    ...to,
    transaction: (work) =>
      to.transaction(async (tx) => {
        await work(tx)
        expect(await tx.selectFrom('event').select('sequence').limit(1).execute()).toHaveLength(1)
        throw new Error('the cable was pulled')
      }),
  }
  await expect(copyRows(from, broken)).rejects.toThrow('cable')
  expect(await isEmpty(to)).toBe(true)
  expect((await copyRows(from, to))['event']).toBe(1200)
})

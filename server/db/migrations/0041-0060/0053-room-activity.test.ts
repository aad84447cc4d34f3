// @module-tag engines
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { countInRoom } from '#server/tracking/rooms/room-figures.ts'
import { openRoom } from '#tests/support/unit/room-world.ts'
import { columnTypes, createTable, key, required } from '#server/db/tables/columns.ts'
import { roomActivity } from './0053-room-activity.ts'

const day = 86_400_000
const tables = ['room_day', 'item_day', 'member_day', 'member_item'] as const

test('an installation that is brought up to date counts what was done before as if it had always counted', async () => {
  const world = await openRoom()
  world.events.onCount('roomActivity', countInRoom)
  const { kysely } = world.database
  await world.add('plan.pdf', 'lease.pdf')
  const [ann, bob] = [await world.member('Ann@example.net', 1), await world.member('bob@example.net', 2)]
  const record = (kind: 'View' | 'Print' | 'Refused', path: string, who: { readerEmail: string | null }) =>
    world.events.record(null, {
      subject: world.guid(path),
      roomGuid: world.room,
      kind,
      actor: who.readerEmail,
    })
  await record('View', 'plan.pdf', ann)
  await record('View', 'plan.pdf', bob)
  world.now += 2 * day
  await record('View', 'plan.pdf', ann)
  await record('View', 'lease.pdf', ann)
  await record('Print', 'lease.pdf', bob)
  await record('Refused', 'lease.pdf', bob)
  const counted = await everything(kysely)
  expect(counted[0]).toHaveLength(3)

  // As it was before.
  for (const index of ['event_room', 'event_room_person']) await kysely.schema.dropIndex(index).execute()
  await sql`alter table event drop column room_guid`.execute(kysely)
  await sql`alter table notification_choice drop column is_told_of_week`.execute(kysely)
  await sql`alter table ${sql.ref('user')} drop column week_told`.execute(kysely)
  for (const table of tables) await kysely.schema.dropTable(table).execute()
  const { text, integer } = columnTypes(world.database.kind)
  await createTable(kysely as Kysely<unknown>, world.database.kind, 'member_time')
    .addColumn('member_guid', text, key)
    .addColumn('measured', integer, required)
    .addColumn('estimated', integer, required)
    .execute()
  await sql`insert into member_time (member_guid, measured, estimated) values (${ann.memberGuid}, 5000, 700)`.execute(
    kysely,
  )

  await roomActivity.up(kysely as Kysely<unknown>, world.database.kind)
  const time = { measured: 5000, estimated: 700 }
  const [rooms, items, members, pairs] = counted
  expect(await everything(kysely)).toEqual([
    rooms!.map((row) => (row['day'] === 0 ? { ...row, ...time } : row)),
    items,
    members!.map((row) =>
      row['day'] === 0 && row['member_guid'] === ann.memberGuid ? { ...row, ...time } : row,
    ),
    pairs,
  ])
})

/** The rows of the counts, table by table, in an order that says nothing. */
async function everything(kysely: Kysely<Schema>): Promise<Record<string, unknown>[][]> {
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(kysely)
      const plain = rows.map((row) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      return plain
        .map((row) =>
          Object.fromEntries(
            row.map(([name, value]) => [
              name,
              /^\d+$/.test(String(value)) && !name.endsWith('guid') ? Number(value) : value,
            ]),
          ),
        )
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }),
  )
}

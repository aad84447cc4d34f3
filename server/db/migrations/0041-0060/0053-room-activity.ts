import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import { columnTypes, createTable, flag, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

const counted = ['views', 'downloads', 'prints', 'measured', 'estimated'] as const

/**
 * What was done in a room by day, item and member, counted with each event, and the events of a room in their order:
 * its activity costs as much after a million of them. Of earlier events the counts are made here; how long was read is
 * known of members only, and begins at zero for files.
 */
export const roomActivity: Migration = {
  name: '0053-room-activity',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema
      .alterTable('notification_choice')
      .addColumn('is_told_of_week', integer, flag('is_told_of_week', 1))
      .execute()
    await schema.alterTable('user').addColumn('week_told', integer).execute()
    await schema.alterTable('event').addColumn('room_guid', text).execute()
    await sql`update event set room_guid =
        (select room_guid from event_head where event_head.subject_guid = event.subject_guid)
      where subject_guid in (select subject_guid from event_head where room_guid is not null)`.execute(
      database,
    )
    await sql`create index event_room on event (room_guid, at, subject_guid, sequence, kind)
      where room_guid is not null`.execute(database)
    await sql`create index event_room_person on event (room_guid, email, at, subject_guid, sequence)
      where room_guid is not null`.execute(database)

    const perDay = (table: string, more: readonly string[]) =>
      [...more, ...counted].reduce(
        (made, name) => made.addColumn(name, integer, required),
        createTable(database, kind, table)
          .addColumn('room_guid', text, ownedBy('room.guid'))
          .addColumn('day', integer, required) as CreateTableBuilder<string, string>,
      )
    await perDay('room_day', ['entries', 'refused', 'people'])
      .addPrimaryKeyConstraint('room_day_key', ['room_guid', 'day'])
      .execute()
    await perDay('item_day', ['refused', 'people', 'last_at'])
      .addColumn('item_guid', text, ownedBy('item.guid'))
      .addPrimaryKeyConstraint('item_day_key', ['room_guid', 'day', 'item_guid'])
      .execute()
    await schema.createIndex('item_day_item').on('item_day').columns(['item_guid', 'day']).execute()
    await perDay('member_day', ['entries', 'files', 'events', 'last_at'])
      .addColumn('member_guid', text, ownedBy('member.guid'))
      .addPrimaryKeyConstraint('member_day_key', ['room_guid', 'day', 'member_guid'])
      .execute()
    await schema.createIndex('member_day_member').on('member_day').columns(['member_guid', 'day']).execute()

    const pairs = createTable(database, kind, 'member_item')
      .addColumn('member_guid', text, ownedBy('member.guid'))
      .addColumn('item_guid', text, ownedBy('item.guid')) as CreateTableBuilder<string, string>
    await [...counted, 'last_at']
      .reduce((made, name) => made.addColumn(name, integer, required), pairs)
      .addPrimaryKeyConstraint('member_item_key', ['member_guid', 'item_guid'])
      .execute()
    await schema.createIndex('member_item_item').on('member_item').column('item_guid').execute()

    await countEvents(database)
    await takeTimes(database)
    await schema.dropTable('member_time').execute()
  },
}

const names = sql.join(counted.map((name) => sql.ref(name)))

/** Counts the events that there are, where nothing is counted yet. */
export async function countEvents(database: Kysely<unknown>): Promise<void> {
  const often = (kind: string) => sql`sum(case when event.kind = ${sql.lit(kind)} then 1 else 0 end)`
  const done = sql`${often('View')}, ${often('Download')}, ${often('Print')}, 0, 0`
  const [entries, refused] = [often('RoomEntered'), often('Refused')]
  const isCounted = sql`event.kind in ('RoomEntered', 'Refused', 'View', 'Download', 'Print')`
  const isDone = sql`event.kind in ('RoomEntered', 'View', 'Download', 'Print')`
  // Crossed, not joined: SQLite then begins with the events, and looks up the rest.
  const ofItem = sql`cross join item`
  const isOfItem = sql`item.guid = event.subject_guid and item.room_guid = event.room_guid`
  const ofMember = sql`cross join member`
  // Both sides lowered: beside a plain column SQLite does not use the index of the members' lowered addresses.
  const isOfMember = sql`member.room_guid = event.room_guid and lower(member.email) = lower(event.email)`
  for (const isAll of [true, false]) {
    const day = isAll ? sql`0` : sql`cast(event.at / 86400000 as integer)`
    const onlyOfAll = (column: string) =>
      isAll ? sql`count(distinct case when event.kind = 'View' then ${sql.ref(column)} end)` : sql`0`
    await sql`insert into room_day (room_guid, day, entries, refused, people, ${names})
      select room.guid, ${day}, ${entries}, ${refused}, count(distinct member.guid), ${done}
      from event cross join room left join member on ${isOfMember} and ${isDone}
      where room.guid = event.room_guid and ${isCounted} group by 1, 2`.execute(database)
    await sql`insert into item_day (room_guid, day, item_guid, refused, people, last_at, ${names})
      select item.room_guid, ${day}, item.guid, ${refused}, ${onlyOfAll('event.email')}, max(event.at), ${done}
      from event ${ofItem} where ${isOfItem} and ${isCounted} group by 1, 2, 3`.execute(database)
    await sql`insert into member_day
        (room_guid, day, member_guid, entries, files, events, last_at, ${names})
      select member.room_guid, ${day}, member.guid, ${entries}, ${onlyOfAll('event.subject_guid')},
        count(*), max(event.at), ${done}
      from event ${ofMember} where ${isOfMember} and ${isDone} group by 1, 2, 3`.execute(database)
  }
  await sql`insert into member_item (member_guid, item_guid, last_at, ${names})
    select member.guid, item.guid, max(event.at), ${done} from event ${ofItem} ${ofMember}
    where ${isOfItem} and ${isOfMember} and event.kind in ('View', 'Download', 'Print') group by 1, 2`.execute(
    database,
  )
}

/** How long members read so far was counted already. */
async function takeTimes(database: Kysely<unknown>): Promise<void> {
  await sql`insert into member_day
      (room_guid, day, member_guid, entries, files, events, last_at, ${names})
    select member.room_guid, 0, member.guid, 0, 0, 0, 0, 0, 0, 0, member_time.measured, member_time.estimated
    from member_time inner join member on member.guid = member_time.member_guid where true
    on conflict (room_guid, day, member_guid) do update
    set measured = excluded.measured, estimated = excluded.estimated`.execute(database)
  await sql`update room_day set (measured, estimated) =
      (select coalesce(sum(measured), 0), coalesce(sum(estimated), 0) from member_day
        where member_day.room_guid = room_day.room_guid and member_day.day = 0)
    where day = 0`.execute(database)
}

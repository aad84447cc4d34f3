import { sql, type Kysely, type SqlBool } from 'kysely'
import { columnTypes, createTable, flag, isAtLeast, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

type Times = {
  member_time: { member_guid: string; estimated: number }
  item_reading: {
    member_guid: string
    estimated: number
    shown_at: number | null
    shown_until: number | null
  }
}

/**
 * A visit within an opening begins when its reader comes back. The last screen of a visit counts nothing any more: what
 * was counted for those that are remembered is subtracted.
 */
export const trueTimes: Migration = {
  name: '0049-true-times',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('visit').addColumn('resumed_at', integer).execute()
    await subtractLastScreens(database as Kysely<Times>)

    await schema.dropIndex('item_reading_member').execute()
    await schema.dropIndex('item_reading_item').execute()
    await schema.alterTable('item_reading').renameTo('item_reading_before').execute()
    await createTable(database, kind, 'item_reading')
      .addColumn('visit_guid', text, ownedBy('visit.guid'))
      .addColumn('item_guid', text, ownedBy('item.guid'))
      .addColumn('member_guid', text, ownedBy('member.guid'))
      .addColumn('is_measured', integer, flag('is_measured'))
      .addColumn('estimated', integer, required)
      .addColumn('shown_pages', integer, (column) => column.check(isAtLeast('shown_pages', 0)))
      .addColumn('shown_at', integer)
      .addPrimaryKeyConstraint('item_reading_of_visit_key', ['visit_guid', 'item_guid'])
      .addCheckConstraint(
        'item_reading_screen_check',
        sql<SqlBool>`(shown_pages is null) = (shown_at is null)`,
      )
      .execute()
    await sql`insert into item_reading
      select visit_guid, item_guid, member_guid, is_measured, estimated, shown_pages, shown_at
      from item_reading_before`.execute(database)
    await schema.dropTable('item_reading_before').execute()
    await schema.createIndex('item_reading_member').on('item_reading').column('member_guid').execute()
    await schema.createIndex('item_reading_item').on('item_reading').column('item_guid').execute()
  },
}

async function subtractLastScreens(database: Kysely<Times>): Promise<void> {
  await database
    .updateTable('member_time')
    .set({
      estimated: sql<number>`estimated - coalesce((select sum(shown_until - shown_at) from item_reading
        where item_reading.member_guid = member_time.member_guid), 0)`,
    })
    .execute()
  await database
    .updateTable('item_reading')
    .set({ estimated: sql<number>`estimated - coalesce(shown_until - shown_at, 0)` })
    .execute()
}

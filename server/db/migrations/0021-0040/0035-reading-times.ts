import { sql, type SqlBool } from 'kysely'
import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** How long the members of rooms read. Earlier reading is only in the stream of events. */
export const readingTimes: Migration = {
  name: '0035-reading-times',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'member_time')
      .addColumn('member_guid', text, (column) => key(column).references('member.guid').onDelete('cascade'))
      .addColumn('measured', integer, required)
      .addColumn('estimated', integer, required)
      .execute()

    await createTable(database, kind, 'item_reading')
      .addColumn('visit_guid', text, ownedBy('visit.guid'))
      .addColumn('item_guid', text, ownedBy('item.guid'))
      .addColumn('member_guid', text, ownedBy('member.guid'))
      .addColumn('is_measured', integer, flag('is_measured'))
      .addColumn('estimated', integer, required)
      .addColumn('shown_pages', integer, (column) => column.check(isAtLeast('shown_pages', 0)))
      .addColumn('shown_at', integer)
      .addColumn('shown_until', integer)
      .addPrimaryKeyConstraint('item_reading_key', ['visit_guid', 'item_guid'])
      .addCheckConstraint(
        'item_reading_shown_check',
        sql<SqlBool>`(shown_pages is null) = (shown_at is null) and (shown_at is null) = (shown_until is null)`,
      )
      .execute()
    const { schema } = database
    await schema
      .createIndex('item_reading_member')
      .on('item_reading')
      .columns(['member_guid', 'shown_until'])
      .execute()
    await schema.createIndex('item_reading_item').on('item_reading').column('item_guid').execute()

    // What a program measures in a room is of one file; null of a track in a share, whose visit says which it is.
    await schema
      .alterTable('track')
      .addColumn('item_guid', text, (column) => column.references('item.guid').onDelete('set null'))
      .execute()
    await schema.createIndex('track_item').on('track').column('item_guid').execute()
  },
}

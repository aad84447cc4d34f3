import { columnTypes, createTable, flag, isOneOf, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Of what in someone’s cloud storage a file is a copy, so that it can be looked whether there is another version. */
export const cloudOrigins: Migration = {
  name: '0074-cloud-origins',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const clouds = isOneOf('cloud', ['box', 'dropbox', 'google'])
    await createTable(database, kind, 'cloud_origin')
      .addColumn('file_guid', text, (column) =>
        column.notNull().primaryKey().references('file.guid').onDelete('cascade'),
      )
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('cloud', text, (column) => column.notNull().check(clouds))
      .addColumn('item_id', text, required)
      .addColumn('export_as', text, (column) =>
        column.notNull().check(isOneOf('export_as', ['pdf', 'office'])),
      )
      .addColumn('revision', text)
      .addColumn('is_daily', integer, flag('is_daily'))
      .addColumn('checked_at', integer, required)
      .addColumn('note', text, required)
      .execute()
    const { schema } = database
    await schema.createIndex('cloud_origin_user').on('cloud_origin').column('user_guid').execute()
    await schema
      .createIndex('cloud_origin_daily')
      .on('cloud_origin')
      .columns(['is_daily', 'checked_at', 'file_guid'])
      .execute()
  },
}

import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Lists that are too long to be written while someone waits. */
export const preparedExports: Migration = {
  name: '0078-prepared-exports',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'prepared_export')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('share_guid', text, (column) => column.references('share.guid').onDelete('cascade'))
      .addColumn('room_guid', text, (column) => column.references('room.guid').onDelete('cascade'))
      .addColumn('list', text, required)
      .addColumn('filter', text, required)
      .addColumn('format', text, (column) => column.notNull().check(isOneOf('format', ['xlsx', 'csv'])))
      .addColumn('name', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('ready_at', integer)
      .addColumn('failed_at', integer)
      .addColumn('object_guid', text, (column) => column.references('object.guid'))
      .addColumn('size', integer)
      .execute()
    const { schema } = database
    for (const column of ['user_guid', 'share_guid', 'room_guid', 'created_at', 'object_guid'] as const)
      await schema
        .createIndex(`prepared_export_${column.replace(/_guid$|_at$/, '')}`)
        .on('prepared_export')
        .column(column)
        .execute()
  },
}

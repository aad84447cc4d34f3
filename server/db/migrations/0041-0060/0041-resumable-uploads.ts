import {
  columnTypes,
  createTable,
  key,
  ownedBy,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

/** Files that arrive in several requests. */
export const resumableUploads: Migration = {
  name: '0041-resumable-uploads',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'upload')
      .addColumn('guid', text, key)
      .addColumn('owner_guid', text, ownedBy('user.guid'))
      .addColumn('room_guid', text, (column) => column.references('room.guid').onDelete('cascade'))
      .addColumn('parent_guid', text)
      .addColumn('brought_by', text)
      .addColumn('name', text, required)
      .addColumn('size', integer, required)
      .addColumn('sha256', text)
      .addColumn('kind', text)
      .addColumn('media_type', text)
      .addColumn('received', integer, required)
      .addColumn('sealed', integer, required)
      .addColumn('crc32', integer, required)
      .addColumn('rest', text)
      .addColumn('mark', text, required)
      .addColumn('header', text, required)
      .addColumn('wrapped_key', text)
      .addColumn('created_at', integer, required)
      .addColumn('ends_at', integer, required)
      .addColumn('finished_at', integer)
      .addColumn('held_by', text)
      .addColumn('held_until', integer, required)
      .execute()
    await database.schema.createIndex('upload_owner').on('upload').column('owner_guid').execute()
    await database.schema.createIndex('upload_room').on('upload').column('room_guid').execute()
    await database.schema.createIndex('upload_ends_at').on('upload').column('ends_at').execute()
  },
}

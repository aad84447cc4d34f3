import { sql } from 'kysely'
import {
  columnTypes,
  createTable,
  isAtLeast,
  isFlag,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What a sender saves: presets, and the outcome of sharing several files. */
export const sending: Migration = {
  name: '0019-sending',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'preset')
      .addColumn('guid', text, key)
      .addColumn('owner_guid', text, ownedBy('user.guid'))
      .addColumn('name', text, required)
      .addColumn('choices', text, required)
      .addColumn('is_standard', integer, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('preset_standard_check', isFlag('is_standard'))
      .execute()
    await database.schema
      .createIndex('preset_owner')
      .unique()
      .on('preset')
      .columns(['owner_guid', 'name'])
      .execute()
    await sql`create unique index preset_standard on preset (owner_guid) where is_standard = 1`.execute(
      database,
    )

    await createTable(database, kind, 'sending')
      .addColumn('guid', text, key)
      .addColumn('owner_guid', text, ownedBy('user.guid'))
      .addColumn('created_at', integer, required)
      .addColumn('mailed_at', integer)
      .execute()
    await database.schema.createIndex('sending_owner').on('sending').column('owner_guid').execute()

    await createTable(database, kind, 'sending_file')
      .addColumn('sending_guid', text, ownedBy('sending.guid'))
      .addColumn('number', integer, required)
      .addColumn('name', text, required)
      .addColumn('share_guid', text, (column) => column.references('share.guid').onDelete('cascade'))
      .addColumn('reason', text, required)
      .addPrimaryKeyConstraint('sending_file_key', ['sending_guid', 'number'])
      .addCheckConstraint('sending_file_number_check', isAtLeast('number', 1))
      .execute()
    await database.schema.createIndex('sending_file_share').on('sending_file').column('share_guid').execute()
  },
}

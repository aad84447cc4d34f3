import { columnTypes, createTable, flag, isAtLeast, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Versions of a shared file: one that waits for its pages, and those whose file is no longer kept. */
export const details: Migration = {
  name: '0020-details',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await database.schema
      .alterTable('share_version')
      .addColumn('is_waiting', integer, flag('is_waiting'))
      .execute()

    await createTable(database, kind, 'removed_version')
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('number', integer, required)
      .addColumn('name', text, required)
      .addColumn('size', integer, required)
      .addColumn('page_count', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('removed_at', integer, required)
      .addPrimaryKeyConstraint('removed_version_key', ['share_guid', 'number'])
      .addCheckConstraint('removed_version_number_check', isAtLeast('number', 1))
      .execute()
  },
}

import { columnTypes, createTable, flag, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Sessions of programs, and the reading times that they measure. */
export const api: Migration = {
  name: '0025-api',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await database.schema.alterTable('session').addColumn('is_api', integer, flag('is_api')).execute()
    await createTable(database, kind, 'track')
      .addColumn('guid', text, key)
      .addColumn('visit_guid', text, ownedBy('visit.guid'))
      .addColumn('started_at', integer, required)
      .addColumn('stopped_at', integer)
      .execute()
    await database.schema.createIndex('track_visit').on('track').column('visit_guid').execute()
  },
}

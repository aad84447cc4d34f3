import { columnTypes, createTable, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Terms of a team that are fetched from an address, and who accepted a text, the newest first. */
export const termsSources: Migration = {
  name: '0062-terms-sources',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await createTable(database, kind, 'terms_source')
      .addColumn('guid', text, key)
      .addColumn('team_guid', text, ownedBy('team.guid'))
      .addColumn('url', text, required)
      .addColumn('asked_by', text, ownedBy('user.guid'))
      .addColumn('asked_at', integer, required)
      .addColumn('ended_at', integer)
      // Why there is no text, or null.
      .addColumn('failure', text)
      .execute()
    await schema.createIndex('terms_source_team').unique().on('terms_source').column('team_guid').execute()
    await schema.createIndex('terms_source_asked').on('terms_source').column('asked_by').execute()
    await schema.alterTable('terms').addColumn('source_url', text).execute()
    for (const table of ['acceptance', 'room_acceptance'] as const) {
      await schema.dropIndex(`${table}_terms`).execute()
      await schema
        .createIndex(`${table}_terms`)
        .on(table)
        .columns(['terms_guid', 'accepted_at', 'guid'])
        .execute()
    }
  },
}

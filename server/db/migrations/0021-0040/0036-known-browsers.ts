import { columnTypes, createTable, isOneOf, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/**
 * What tells a person from strangers who guess: the browsers that an account knows, and the one that requested a code.
 */
export const knownBrowsers: Migration = {
  name: '0036-known-browsers',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'known_browser')
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('browser_hash', text, required)
      .addColumn('proved_by', text, (column) =>
        column.notNull().check(isOneOf('proved_by', ['sign-in', 'reset'])),
      )
      .addColumn('seen_at', integer, required)
      .addPrimaryKeyConstraint('known_browser_key', ['user_guid', 'browser_hash'])
      .execute()
    await database.schema.createIndex('known_browser_seen_at').on('known_browser').column('seen_at').execute()
    await database.schema
      .alterTable('code')
      .addColumn('browser_hash', text, (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

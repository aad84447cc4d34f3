import { columnTypes, createTable, isAtLeast, ownedBy } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** When an account was last asked how satisfied it is, and how often it signed in since. */
export const survey: Migration = {
  name: '0063-survey',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'survey')
      .addColumn('user_guid', text, (column) => ownedBy('user.guid')(column).primaryKey())
      .addColumn('sessions', integer, (column) => column.notNull().check(isAtLeast('sessions', 0)))
      .addColumn('answered_at', integer)
      .execute()
  },
}

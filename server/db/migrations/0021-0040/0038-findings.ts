import { columnTypes, flag, type Migration } from '#server/db/tables/columns.ts'

/** What rendering found in a document that its sender should know, and whether tracked changes are shown. */
export const findings: Migration = {
  name: '0038-findings',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await database.schema
      .alterTable('file')
      .addColumn('findings', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await database.schema
      .alterTable('file')
      .addColumn('shows_changes', integer, flag('shows_changes'))
      .execute()
  },
}

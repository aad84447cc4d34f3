import { columnTypes, flag, type Migration } from '#server/db/tables/columns.ts'

/** Whether the emails about a share show its first page. */
export const pageInEmail: Migration = {
  name: '0043-page-in-email',
  async up(database, kind) {
    const { integer } = columnTypes(kind)
    await database.schema.alterTable('share').addColumn('shows_page', integer, flag('shows_page')).execute()
  },
}

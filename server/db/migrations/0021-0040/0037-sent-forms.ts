import { columnTypes, createTable, key, required, type Migration } from '#server/db/tables/columns.ts'

/** Forms that are processed once: the outcome of the first submission. */
export const sentForms: Migration = {
  name: '0037-sent-forms',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'sent_form')
      .addColumn('key', text, key)
      .addColumn('held_by', text, required)
      .addColumn('held_until', integer, required)
      .addColumn('outcome', text)
      .addColumn('ends_at', integer, required)
      .execute()
    await database.schema.createIndex('sent_form_ends_at').on('sent_form').column('ends_at').execute()
  },
}

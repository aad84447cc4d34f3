import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/**
 * The emails to recipients that wait until a file can be read, and the browser in which a session began, so that
 * signing out one device forgets that browser.
 */
export const heldLetters: Migration = {
  name: '0039-held-letters',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'held_letter')
      .addColumn('recipient_guid', text, (column) =>
        key(column).references('recipient.guid').onDelete('cascade'),
      )
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('batch', text, required)
      .addColumn('place', integer, required)
      .addColumn('kind', text, required)
      .addColumn('message', text, required)
      .addColumn('held_at', integer, required)
      .addCheckConstraint('held_letter_kind_check', isOneOf('kind', ['share', 'link', 'pass', 'access']))
      .execute()
    await database.schema.createIndex('held_letter_share').on('held_letter').column('share_guid').execute()
    await database.schema.createIndex('held_letter_batch').on('held_letter').column('batch').execute()
    await database.schema
      .alterTable('session')
      .addColumn('browser_hash', text, (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  isFlag,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What a recipient and the sender write to each other about a share, and what a reader can see of the record. */
export const comments: Migration = {
  name: '0023-comments',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'comment')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      // Whose thread it is.
      .addColumn('recipient_guid', text, ownedBy('recipient.guid'))
      // Counts from 1 for each share.
      .addColumn('number', integer, required)
      .addColumn('is_owners', integer, required)
      .addColumn('text', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('deleted_at', integer)
      .addColumn('read_at', integer)
      .addColumn('told_at', integer)
      .addCheckConstraint('comment_number_check', isAtLeast('number', 1))
      .addCheckConstraint('comment_owners_check', isFlag('is_owners'))
      .execute()
    await database.schema
      .createIndex('comment_number')
      .unique()
      .on('comment')
      .columns(['share_guid', 'number'])
      .execute()
    await database.schema
      .createIndex('comment_recipient')
      .on('comment')
      .columns(['recipient_guid', 'number'])
      .execute()

    await database.schema
      .alterTable('notification_choice')
      .addColumn('is_told_of_comments', integer, flag('is_told_of_comments', 1))
      .execute()

    // A reader asks what is recorded under one address, of a share that thousands may have opened.
    await database.schema
      .createIndex('event_email')
      .on('event')
      .columns(['subject_guid', 'email', 'sequence'])
      .execute()
  },
}

import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What members write about files in data rooms, where the owner shares comments. */
export const roomComments: Migration = {
  name: '0084-room-comments',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('room').addColumn('shares_comments', integer, flag('shares_comments')).execute()
    await createTable(database, kind, 'room_comment')
      .addColumn('guid', text, key)
      .addColumn('item_guid', text, ownedBy('item.guid'))
      .addColumn('number', integer, required)
      .addColumn('author_email', text, required)
      .addColumn('text', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('deleted_at', integer)
      .addCheckConstraint('room_comment_number_check', isAtLeast('number', 1))
      .execute()
    await schema
      .createIndex('room_comment_number')
      .unique()
      .on('room_comment')
      .columns(['item_guid', 'number'])
      .execute()
  },
}

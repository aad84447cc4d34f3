import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Files that are chosen in cloud storage, and copied from there. */
export const cloudCopies: Migration = {
  name: '0073-cloud-copies',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const clouds = isOneOf('cloud', ['box', 'dropbox', 'google'])
    const states = isOneOf('state', ['choosing', 'copying', 'disconnected', 'done', 'cancelled'])
    const itemStates = isOneOf('state', [
      'chosen',
      'waiting',
      'copying',
      'done',
      'failed',
      'skipped',
      'cancelled',
    ])
    await createTable(database, kind, 'cloud_copy')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('cloud', text, (column) => column.notNull().check(clouds))
      .addColumn('room_guid', text, (column) => column.references('room.guid').onDelete('cascade'))
      .addColumn('parent_guid', text)
      .addColumn('item_guid', text)
      .addColumn('share_guid', text, (column) => column.references('share.guid').onDelete('cascade'))
      .addColumn('batch_guid', text)
      .addColumn('same_name', text, (column) =>
        column.notNull().check(isOneOf('same_name', ['version', 'both'])),
      )
      .addColumn('export_as', text, (column) =>
        column.notNull().check(isOneOf('export_as', ['pdf', 'office'])),
      )
      .addColumn('form', text, required)
      .addColumn('reader_key', text, required)
      .addColumn('ip', text, required)
      .addColumn('user_agent', text, required)
      .addColumn('state', text, (column) => column.notNull().check(states))
      .addColumn('next_place', integer, required)
      .addColumn('waits_until', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('ended_at', integer)
      .execute()
    await createTable(database, kind, 'cloud_copy_item')
      .addColumn('copy_guid', text, ownedBy('cloud_copy.guid'))
      .addColumn('place', integer, required)
      .addColumn('space', text, required)
      .addColumn('item_id', text, required)
      .addColumn('kind', text, (column) => column.notNull().check(isOneOf('kind', ['file', 'folder'])))
      .addColumn('name', text, required)
      .addColumn('path', text, required)
      .addColumn('bytes', integer)
      .addColumn('state', text, (column) => column.notNull().check(itemStates))
      .addColumn('note', text, required)
      .addColumn('walked_to', text)
      .addColumn('revision', text)
      .addColumn('upload_guid', text)
      .addColumn('file_guid', text)
      .addColumn('placed_guid', text)
      .addColumn('turn', text)
      .addColumn('tries', integer, required)
      .addColumn('retry_at', integer, required)
      .addPrimaryKeyConstraint('cloud_copy_item_key', ['copy_guid', 'place'])
      .addUniqueConstraint('cloud_copy_item_once', ['copy_guid', 'item_id'])
      .execute()
    const { schema } = database
    await schema
      .createIndex('cloud_copy_user')
      .on('cloud_copy')
      .columns(['user_guid', 'created_at'])
      .execute()
    await schema.createIndex('cloud_copy_room').on('cloud_copy').column('room_guid').execute()
    await schema.createIndex('cloud_copy_share').on('cloud_copy').column('share_guid').execute()
    await schema.createIndex('cloud_copy_age').on('cloud_copy').column('created_at').execute()
    await schema
      .createIndex('cloud_copy_item_state')
      .on('cloud_copy_item')
      .columns(['copy_guid', 'state', 'place'])
      .execute()
    await schema.createIndex('cloud_copy_item_upload').on('cloud_copy_item').column('upload_guid').execute()
  },
}

import { sql, type Kysely } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { columnTypes, createTable, isOneOf, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What was added to rooms at once, the outcome of each file, and whom to notify. */
export const roomNews: Migration = {
  name: '0031-room-news',
  async up(database, kind) {
    await makeArrivals(database, kind)
    await makeNews(database, kind)
  },
}

async function makeArrivals(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text, integer } = columnTypes(kind)
  const { schema } = database
  // Who uploaded a file that waits to be added to a room: the file itself is the room owner's.
  await createTable(database, kind, 'room_arrival')
    .addColumn('file_guid', text, (column) =>
      column.notNull().primaryKey().references('file.guid').onDelete('cascade'),
    )
    .addColumn('email', text, required)
    .execute()

  await createTable(database, kind, 'room_batch')
    .addColumn('guid', text, key)
    .addColumn('room_guid', text, ownedBy('room.guid'))
    .addColumn('parent_guid', text, required)
    .addColumn('added_by', text, required)
    .addColumn('added_at', integer, required)
    .addColumn('choice', text)
    .addCheckConstraint('room_batch_choice_check', isOneOf('choice', ['all', 'nobody', 'later']))
    .execute()
  await schema
    .createIndex('room_batch_room')
    .on('room_batch')
    .columns(['room_guid', 'choice', 'added_at', 'guid'])
    .execute()

  await createTable(database, kind, 'room_batch_line')
    .addColumn('batch_guid', text, ownedBy('room_batch.guid'))
    .addColumn('place', integer, required)
    .addColumn('name', text, required)
    .addColumn('item_guid', text, (column) => column.references('item.guid').onDelete('cascade'))
    .addColumn('version', integer)
    .addColumn('file_guid', text, (column) => column.references('file.guid').onDelete('set null'))
    .addColumn('note', text, required)
    .addPrimaryKeyConstraint('room_batch_line_key', ['batch_guid', 'place'])
    .execute()
  await schema.createIndex('room_batch_line_item').on('room_batch_line').column('item_guid').execute()
  await schema.createIndex('room_batch_line_file').on('room_batch_line').column('file_guid').execute()
}

async function makeNews(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text, integer } = columnTypes(kind)
  await createTable(database, kind, 'member_news')
    .addColumn('member_guid', text, ownedBy('member.guid'))
    .addColumn('batch_guid', text, ownedBy('room_batch.guid'))
    .addColumn('told_at', integer)
    .addPrimaryKeyConstraint('member_news_key', ['member_guid', 'batch_guid'])
    .execute()
  // What waits of a batch, and what goes with it.
  await sql.raw('create index member_news_batch on member_news (batch_guid, told_at)').execute(database)
}

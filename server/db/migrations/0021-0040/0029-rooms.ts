import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  isFlag,
  isOneOf,
  key,
  ownedBy,
  refersTo,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Data rooms, each with a tree of folders and files. */
export const rooms: Migration = {
  name: '0029-rooms',
  async up(database, kind) {
    await makeRooms(database, kind)
    await makeItems(database, kind)
  },
}

async function makeRooms(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text, integer } = columnTypes(kind)
  await createTable(database, kind, 'room')
    .addColumn('guid', text, key)
    .addColumn('owner_guid', text, refersTo('user.guid'))
    .addColumn('version', integer, required)
    .addColumn('name', text, required)
    .addColumn('description', text, required)
    .addColumn('created_at', integer, required)
    .addColumn('archived_at', integer)
    .addColumn('binned_at', integer)
    .addColumn('revision', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('may_download', integer, flag('may_download', 1))
    .addColumn('may_print', integer, flag('may_print', 1))
    .addColumn('may_read_text', integer, flag('may_read_text'))
    .addColumn('watermark_size', text)
    .addColumn('watermark_colour', text)
    .addColumn('watermark_text', text, (column) => column.notNull().defaultTo(''))
    .addColumn('terms_mode', text, (column) => column.notNull().defaultTo('off'))
    .addColumn('terms_guid', text, (column) => column.references('terms.guid'))
    .addColumn('asks_terms_again', integer, flag('asks_terms_again', 1))
    .addColumn('tells_acceptance', integer, flag('tells_acceptance'))
    .addColumn('tells_entry', integer, flag('tells_entry'))
    .addColumn('destruct_seconds', integer, (column) => column.notNull().defaultTo(-1))
    .addColumn('expires_at', integer)
    .addColumn('hides_new_folders', integer, flag('hides_new_folders'))
    .addColumn('contributors_arrange_all', integer, flag('contributors_arrange_all'))
    .addColumn('shows_index', integer, flag('shows_index', 1))
    .addColumn('news_choice', text, (column) => column.notNull().defaultTo('later'))
    .addCheckConstraint('room_version_check', isOneOf('version', [1, 2]))
    .addCheckConstraint('room_watermark_size_check', isOneOf('watermark_size', ['small', 'medium', 'large']))
    .addCheckConstraint('room_watermark_colour_check', isOneOf('watermark_colour', ['grey', 'red', 'blue']))
    .addCheckConstraint('room_terms_mode_check', isOneOf('terms_mode', ['off', 'team', 'custom']))
    .addCheckConstraint('room_destruct_seconds_check', isAtLeast('destruct_seconds', -1))
    .addCheckConstraint(
      'room_expires_at_check',
      sql<SqlBool>`destruct_seconds <> 0 or expires_at is not null`,
    )
    .addCheckConstraint('room_news_choice_check', isOneOf('news_choice', ['all', 'nobody', 'later']))
    .execute()
  const { schema } = database
  await schema.createIndex('room_owner').on('room').columns(['owner_guid', 'created_at', 'guid']).execute()
  await schema.createIndex('room_terms').on('room').column('terms_guid').execute()
  await sql
    .raw('create index room_binned_at on room (binned_at) where binned_at is not null')
    .execute(database)
}

async function makeItems(database: Kysely<unknown>, kind: Engine): Promise<void> {
  const { text, integer } = columnTypes(kind)
  const { schema } = database
  // Whose files are removed with the room, and count for its owner until then.
  await schema
    .alterTable('file')
    .addColumn('room_guid', text, (column) => column.references('room.guid'))
    .execute()
  await schema.createIndex('file_room').on('file').column('room_guid').execute()

  // The first item of a room is its root, a folder with the room's own guid.
  await createTable(database, kind, 'item')
    .addColumn('guid', text, key)
    .addColumn('room_guid', text, ownedBy('room.guid'))
    // No foreign key: a copy of the database brings items in the order of their guids.
    .addColumn('parent_guid', text)
    .addColumn('kind', text, required)
    .addColumn('name', text, required)
    .addColumn('name_key', text, required)
    .addColumn('position', integer, required)
    .addColumn('file_guid', text, (column) => column.references('file.guid'))
    .addColumn('version', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('is_closed', integer, required)
    .addColumn('added_by', text, required)
    .addColumn('added_at', integer, required)
    .addColumn('changed_at', integer, required)
    .addColumn('binned_at', integer)
    .addColumn('binned_by', text)
    .addColumn('revision', integer, (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('item_kind_check', isOneOf('kind', ['folder', 'file']))
    .addCheckConstraint('item_file_check', sql<SqlBool>`(kind = 'file') = (file_guid is not null)`)
    .addCheckConstraint('item_is_closed_check', isFlag('is_closed'))
    .addCheckConstraint('item_root_check', sql<SqlBool>`(parent_guid is null) = (guid = room_guid)`)
    .execute()
  await sql
    .raw('create index item_siblings on item (parent_guid, position, guid) where binned_at is null')
    .execute(database)
  await sql
    .raw('create index item_bin on item (room_guid, binned_at, guid) where binned_at is not null')
    .execute(database)
  await sql
    .raw('create index item_binned_at on item (binned_at) where binned_at is not null')
    .execute(database)
  await schema.createIndex('item_names').on('item').columns(['parent_guid', 'name_key']).execute()
  await schema.createIndex('item_room').on('item').columns(['room_guid', 'kind']).execute()
  await schema.createIndex('item_file').on('item').column('file_guid').execute()

  await createTable(database, kind, 'item_version')
    .addColumn('item_guid', text, ownedBy('item.guid'))
    .addColumn('number', integer, required)
    .addColumn('file_guid', text, refersTo('file.guid'))
    .addColumn('added_by', text, required)
    .addColumn('created_at', integer, required)
    .addPrimaryKeyConstraint('item_version_key', ['item_guid', 'number'])
    .addCheckConstraint('item_version_number_check', isAtLeast('number', 1))
    .execute()
  await schema.createIndex('item_version_file').on('item_version').column('file_guid').execute()

  await createTable(database, kind, 'item_word')
    .addColumn('room_guid', text, ownedBy('room.guid'))
    // Compared byte by byte in both engines, so that all words with the same beginning are together.
    .addColumn('word', text, (column) =>
      kind === 'sqlite' ? column.notNull() : column.notNull().modifyEnd(sql`collate "C"`),
    )
    .addColumn('item_guid', text, ownedBy('item.guid'))
    .addPrimaryKeyConstraint('item_word_key', ['room_guid', 'word', 'item_guid'])
    .execute()
  await schema.createIndex('item_word_item').on('item_word').columns(['item_guid', 'word']).execute()
}

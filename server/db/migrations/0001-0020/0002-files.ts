import {
  columnTypes,
  createTable,
  isAtLeast,
  isOneOf,
  key,
  ownedBy,
  refersTo,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const files: Migration = {
  name: '0002-files',
  async up(database, kind) {
    const { text, integer, real } = columnTypes(kind)

    await createTable(database, kind, 'object')
      .addColumn('guid', text, key)
      .addColumn('size', integer, required)
      .addColumn('crc32', integer, required)
      .addColumn('sha256', text)
      .addColumn('wrapped_key', text, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('object_size_check', isAtLeast('size', 0))
      .addCheckConstraint('object_crc32_check', isAtLeast('crc32', 0))
      .execute()
    await database.schema.createIndex('object_created_at').on('object').column('created_at').execute()

    await createTable(database, kind, 'file')
      .addColumn('guid', text, key)
      .addColumn('owner_guid', text, refersTo('user.guid'))
      .addColumn('object_guid', text, refersTo('object.guid'))
      .addColumn('name', text, required)
      .addColumn('media_type', text, required)
      .addColumn('kind', text, required)
      .addColumn('size', integer, required)
      .addColumn('render_status', text, required)
      .addColumn('render_error', text)
      .addColumn('render_started_at', integer)
      .addColumn('page_count', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('taken_at', integer)
      .addCheckConstraint('file_kind_check', isOneOf('kind', ['pdf', 'image', 'text']))
      .addCheckConstraint('file_size_check', isAtLeast('size', 0))
      .addCheckConstraint(
        'file_render_status_check',
        isOneOf('render_status', ['In Progress', 'Rendered', 'Error']),
      )
      .addCheckConstraint('file_page_count_check', isAtLeast('page_count', 0))
      .execute()
    await database.schema
      .createIndex('file_owner')
      .on('file')
      .columns(['owner_guid', 'created_at desc', 'guid'])
      .execute()
    await database.schema.createIndex('file_object').on('file').column('object_guid').execute()
    await database.schema
      .createIndex('file_not_taken')
      .on('file')
      .columns(['created_at', 'taken_at'])
      .where('taken_at', 'is', null)
      .execute()
    await database.schema
      .createIndex('file_render_status')
      .on('file')
      .columns(['render_status', 'created_at'])
      .execute()

    await createTable(database, kind, 'page')
      .addColumn('file_guid', text, ownedBy('file.guid'))
      .addColumn('number', integer, required)
      .addColumn('width', real, required)
      .addColumn('height', real, required)
      .addPrimaryKeyConstraint('page_key', ['file_guid', 'number'])
      .addCheckConstraint('page_number_check', isAtLeast('number', 1))
      .addCheckConstraint('page_width_check', isAtLeast('width', 0))
      .addCheckConstraint('page_height_check', isAtLeast('height', 0))
      .execute()

    await createTable(database, kind, 'page_image')
      .addColumn('file_guid', text, ownedBy('file.guid'))
      .addColumn('number', integer, required)
      .addColumn('width', integer, required)
      .addColumn('object_guid', text, refersTo('object.guid'))
      .addColumn('created_at', integer, required)
      .addPrimaryKeyConstraint('page_image_key', ['file_guid', 'number', 'width'])
      .addCheckConstraint('page_image_number_check', isAtLeast('number', 1))
      .addCheckConstraint('page_image_width_check', isAtLeast('width', 1))
      .execute()
    await database.schema.createIndex('page_image_object').on('page_image').column('object_guid').execute()
  },
}

import {
  columnTypes,
  createTable,
  flag,
  isOneOf,
  ownedBy,
  refersTo,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** More kinds of files, their conversions, and two choices of a share. */
export const kinds: Migration = {
  name: '0027-kinds',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('file').dropConstraint('file_kind_check').execute()
    await schema
      .alterTable('file')
      .addCheckConstraint(
        'file_kind_check',
        isOneOf('kind', ['pdf', 'image', 'text', 'office', 'sheet', 'mail', 'media', 'other']),
      )
      .execute()
    await schema.alterTable('file').addColumn('password_sealed', text).execute()

    await schema.alterTable('share').addColumn('may_read_text', integer, flag('may_read_text')).execute()
    await schema
      .alterTable('share')
      .addColumn('watermark_text', text, (column) => column.notNull().defaultTo(''))
      .execute()

    await createTable(database, kind, 'conversion')
      .addColumn('file_guid', text, ownedBy('file.guid'))
      .addColumn('purpose', text, required)
      .addColumn('object_guid', text, refersTo('object.guid'))
      .addColumn('media_type', text, required)
      .addColumn('created_at', integer, required)
      .addPrimaryKeyConstraint('conversion_key', ['file_guid', 'purpose'])
      .addCheckConstraint('conversion_purpose_check', isOneOf('purpose', ['pages', 'media', 'grid']))
      .execute()
    await schema.createIndex('conversion_object').on('conversion').column('object_guid').execute()
  },
}

import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import {
  columnTypes,
  createTable,
  isAtLeast,
  isFlag,
  isOneOf,
  key,
  ownedBy,
  refersTo,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const shares: Migration = {
  name: '0003-shares',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'share')
      .addColumn('guid', text, key)
      .addColumn('owner_guid', text, refersTo('user.guid'))
      .addColumn('file_guid', text, refersTo('file.guid'))
      .addColumn('message', text, required)
      .addColumn('visibility', text, required)
      .addColumn('may_download', integer, required)
      .addColumn('may_print', integer, required)
      .addColumn('watermark_size', text)
      .addColumn('watermark_colour', text)
      .addColumn('status', text, required)
      .addColumn('destruct_seconds', integer, required)
      .addColumn('expires_at', integer)
      .addColumn('first_viewed_at', integer)
      .addColumn('created_at', integer, required)
      .addColumn('killed_at', integer)
      .addCheckConstraint('share_visibility_check', isOneOf('visibility', ['people', 'public']))
      .addCheckConstraint('share_may_download_check', isFlag('may_download'))
      .addCheckConstraint('share_may_print_check', isFlag('may_print'))
      .addCheckConstraint(
        'share_watermark_size_check',
        isOneOf('watermark_size', ['small', 'medium', 'large']),
      )
      .addCheckConstraint(
        'share_watermark_colour_check',
        isOneOf('watermark_colour', ['grey', 'red', 'blue']),
      )
      .addCheckConstraint('share_status_check', isOneOf('status', ['Active', 'Killed']))
      .addCheckConstraint('share_destruct_seconds_check', isAtLeast('destruct_seconds', -1))
      // 0 says "on a fixed date", so there must be one.
      .addCheckConstraint(
        'share_expires_at_check',
        sql<SqlBool>`destruct_seconds <> 0 or expires_at is not null`,
      )
      .execute()
    await database.schema
      .createIndex('share_owner')
      .on('share')
      .columns(['owner_guid', 'created_at desc', 'guid desc'])
      .execute()
    await database.schema.createIndex('share_file').on('share').column('file_guid').execute()

    await createTable(database, kind, 'recipient')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('email', text, required)
      .addColumn('name', text, required)
      .addColumn('first_viewed_at', integer)
      .addColumn('added_at', integer, required)
      .addColumn('mail_status', text, required)
      .addCheckConstraint(
        'recipient_mail_status_check',
        isOneOf('mail_status', ['Waiting', 'Sent', 'Failed']),
      )
      .execute()
    await database.schema
      .createIndex('recipient_share')
      .unique()
      .on('recipient')
      .column('share_guid')
      .expression(sql`lower(email)`)
      .execute()
    await database.schema
      .createIndex('recipient_email')
      .on('recipient')
      .expression(sql`lower(email)`)
      .column('added_at desc')
      .execute()

    await createTable(database, kind, 'code')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('email', text, required)
      .addColumn('code_hash', text, required)
      .addColumn('tries', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .addCheckConstraint('code_tries_check', isAtLeast('tries', 0))
      .execute()
    await database.schema
      .createIndex('code_share')
      .on('code')
      .columns(['share_guid', 'email', 'created_at desc'])
      .execute()
    await database.schema.createIndex('code_expires_at').on('code').column('expires_at').execute()

    await createTable(database, kind, 'reader')
      .addColumn('id_hash', text, key)
      .addColumn('email', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('seen_at', integer, required)
      .addColumn('idle_until', integer, required)
      .addColumn('ends_at', integer, required)
      .addColumn('ip', text, required)
      .addColumn('user_agent', text, required)
      .execute()
    await database.schema.createIndex('reader_email').on('reader').column('email').execute()
    await database.schema.createIndex('reader_idle_until').on('reader').column('idle_until').execute()
    await database.schema.createIndex('reader_ends_at').on('reader').column('ends_at').execute()

    await createTable(database, kind, 'visit')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('recipient_guid', text, (column) => column.references('recipient.guid').onDelete('cascade'))
      .addColumn('reader_key', text, required)
      .addColumn('started_at', integer, required)
      .addColumn('seen_at', integer, required)
      .execute()
    await database.schema
      .createIndex('visit_reader')
      .on('visit')
      .columns(['share_guid', 'reader_key', 'seen_at desc'])
      .execute()
    await database.schema.createIndex('visit_recipient').on('visit').column('recipient_guid').execute()
  },
}

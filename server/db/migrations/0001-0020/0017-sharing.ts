import { sql } from 'kysely'
import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  isOneOf,
  key,
  ownedBy,
  refersTo,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What a share can have beyond the first version: more protections, versions of its file, conditions to enter. */
export const sharing: Migration = {
  name: '0017-sharing',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'terms')
      .addColumn('guid', text, key)
      // Of a team, or of the person who wrote them for a share.
      .addColumn('team_guid', text, (column) => column.references('team.guid').onDelete('cascade'))
      .addColumn('owner_guid', text, (column) => column.references('user.guid').onDelete('cascade'))
      .addColumn('version', integer, required)
      .addColumn('text', text, required)
      .addColumn('sha256', text, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('terms_version_check', isAtLeast('version', 1))
      .execute()
    await database.schema
      .createIndex('terms_team')
      .unique()
      .on('terms')
      .columns(['team_guid', 'version'])
      .execute()
    await database.schema.createIndex('terms_owner').on('terms').column('owner_guid').execute()

    const share = () => database.schema.alterTable('share')
    await share()
      .addColumn('name', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await share().addColumn('needs_passkey', integer, flag('needs_passkey')).execute()
    await share()
      .addColumn('print_count', integer, (column) =>
        column
          .notNull()
          .defaultTo(-1)
          .check(sql`print_count between -1 and 9999`),
      )
      .execute()
    await share()
      .addColumn('prints_spent', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await share().addColumn('may_forward', integer, flag('may_forward')).execute()
    await share().addColumn('is_web_view', integer, flag('is_web_view', 1)).execute()
    await share().addColumn('asks_name', integer, flag('asks_name')).execute()
    await share()
      .addColumn('terms_mode', text, (column) =>
        column
          .notNull()
          .defaultTo('off')
          .check(isOneOf('terms_mode', ['off', 'team', 'custom'])),
      )
      .execute()
    await share()
      .addColumn('terms_guid', text, (column) => column.references('terms.guid'))
      .execute()
    await share().addColumn('asks_terms_again', integer, flag('asks_terms_again', 1)).execute()
    await share().addColumn('tells_acceptance', integer, flag('tells_acceptance')).execute()
    await share().addColumn('reminds', integer, flag('reminds')).execute()
    await share().addColumn('reminded_at', integer).execute()
    await share()
      .addColumn('other_options', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await share()
      .addColumn('version', integer, (column) => column.notNull().defaultTo(1))
      .execute()
    await share()
      .addColumn('revision', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await share().addColumn('binned_at', integer).execute()
    await sql`update share set name = (select name from file where file.guid = share.file_guid)`.execute(
      database,
    )

    const recipient = () => database.schema.alterTable('recipient')
    await recipient().addColumn('revoked_at', integer).execute()
    await recipient().addColumn('expires_at', integer).execute()
    await recipient().addColumn('is_view_only', integer, flag('is_view_only')).execute()
    await recipient()
      .addColumn('prints_spent', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await recipient().addColumn('forwarded_by', text).execute()
    await recipient()
      .addColumn('mail_reason', text, (column) => column.notNull().defaultTo(''))
      .execute()
    await recipient().addColumn('mailed_at', integer).execute()

    await createTable(database, kind, 'share_version')
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('number', integer, required)
      .addColumn('file_guid', text, refersTo('file.guid'))
      .addColumn('created_at', integer, required)
      .addPrimaryKeyConstraint('share_version_key', ['share_guid', 'number'])
      .addCheckConstraint('share_version_number_check', isAtLeast('number', 1))
      .execute()
    await database.schema.createIndex('share_version_file').on('share_version').column('file_guid').execute()
    await sql`
      insert into share_version (share_guid, number, file_guid, created_at)
      select guid, 1, file_guid, created_at from share`.execute(database)

    await createTable(database, kind, 'acceptance')
      .addColumn('guid', text, key)
      .addColumn('share_guid', text, ownedBy('share.guid'))
      // Who reads: the recipient, or the browser of a link's visitor.
      .addColumn('reader', text, required)
      .addColumn('email', text)
      .addColumn('terms_guid', text, ownedBy('terms.guid'))
      .addColumn('sha256', text, required)
      .addColumn('accepted_at', integer, required)
      .addColumn('ip', text, required)
      .addColumn('user_agent', text, required)
      .execute()
    await database.schema
      .createIndex('acceptance_reader')
      .on('acceptance')
      .columns(['share_guid', 'reader', 'terms_guid'])
      .execute()
    await database.schema.createIndex('acceptance_terms').on('acceptance').column('terms_guid').execute()

    await createTable(database, kind, 'introduction')
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addColumn('reader', text, required)
      .addColumn('first_name', text, required)
      .addColumn('last_name', text, required)
      // As entered by a visitor whom no one verified; null for people who confirmed an address.
      .addColumn('email', text)
      .addColumn('created_at', integer, required)
      .addPrimaryKeyConstraint('introduction_key', ['share_guid', 'reader'])
      .execute()
  },
}

import type { ColumnDefinitionBuilder } from 'kysely'
import {
  columnTypes,
  createTable,
  isAtLeast,
  isFlag,
  isOneOf,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/**
 * Sessions whose secret changes, sign-ins in two steps, hand-offs, accounts in setup. Sessions and emailed links are
 * recreated: SQLite cannot change a check, and everyone just signs in again.
 */
export const signIn: Migration = {
  name: '0008-sign-in',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database

    const flag = (name: string, standard: 0 | 1) => (column: ColumnDefinitionBuilder) =>
      column.notNull().defaultTo(standard).check(isFlag(name))
    for (const [name, standard] of [
      ['must_change_password', 0],
      ['needs_setup', 0],
      ['has_password', 1],
    ] as const) {
      await schema.alterTable('user').addColumn(name, integer, flag(name, standard)).execute()
    }

    await schema.dropTable('session').execute()
    await createTable(database, kind, 'session')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('secret_hash', text, required)
      .addColumn('previous_hash', text)
      .addColumn('rotated_at', integer, required)
      .addColumn('is_secret_seen', integer, required)
      .addColumn('method', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('seen_at', integer, required)
      .addColumn('idle_until', integer, required)
      .addColumn('ends_at', integer, required)
      .addColumn('is_remembered', integer, required)
      .addColumn('ip', text, required)
      .addColumn('user_agent', text, required)
      .addCheckConstraint('session_is_secret_seen_check', isFlag('is_secret_seen'))
      .addCheckConstraint('session_is_remembered_check', isFlag('is_remembered'))
      .execute()
    await schema.createIndex('session_user').on('session').columns(['user_guid', 'seen_at desc']).execute()
    await schema.createIndex('session_idle_until').on('session').column('idle_until').execute()
    await schema.createIndex('session_ends_at').on('session').column('ends_at').execute()

    await schema.dropTable('token').execute()
    await createTable(database, kind, 'token')
      .addColumn('id_hash', text, key)
      .addColumn('purpose', text, required)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .addCheckConstraint(
        'token_purpose_check',
        isOneOf('purpose', ['activate', 'reset', 'setup', 'address']),
      )
      .execute()
    await schema.createIndex('token_user').on('token').columns(['user_guid', 'purpose']).execute()
    await schema.createIndex('token_expires_at').on('token').column('expires_at').execute()

    await createTable(database, kind, 'challenge')
      .addColumn('id_hash', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('method', text, required)
      .addColumn('is_remembered', integer, required)
      .addColumn('tries', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addCheckConstraint('challenge_is_remembered_check', isFlag('is_remembered'))
      .addCheckConstraint('challenge_tries_check', isAtLeast('tries', 0))
      .execute()
    await schema.createIndex('challenge_user').on('challenge').column('user_guid').execute()
    await schema.createIndex('challenge_expires_at').on('challenge').column('expires_at').execute()

    await createTable(database, kind, 'hand_off')
      .addColumn('id_hash', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('method', text, required)
      .addColumn('issued_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .execute()
    await schema.createIndex('hand_off_user').on('hand_off').column('user_guid').execute()
    await schema.createIndex('hand_off_expires_at').on('hand_off').column('expires_at').execute()
  },
}

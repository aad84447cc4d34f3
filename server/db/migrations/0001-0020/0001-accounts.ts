import { sql } from 'kysely'
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

export const accounts: Migration = {
  name: '0001-accounts',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'installation')
      .addColumn('id', integer, key)
      .addColumn('is_claimed', integer, required)
      .addCheckConstraint('installation_id_check', isOneOf('id', [1]))
      .addCheckConstraint('installation_is_claimed_check', isFlag('is_claimed'))
      .execute()
    await sql`insert into installation (id, is_claimed) values (1, 0)`.execute(database)

    await createTable(database, kind, 'user')
      .addColumn('guid', text, key)
      .addColumn('email', text, required)
      .addColumn('first_name', text, required)
      .addColumn('last_name', text, required)
      .addColumn('password_hash', text, required)
      .addColumn('status', text, required)
      .addColumn('tier_code', integer, required)
      .addColumn('is_operator', integer, required)
      .addColumn('time_zone', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('password_changed_at', integer, required)
      .addCheckConstraint('user_status_check', isOneOf('status', ['Active', 'Pending', 'Suspended']))
      .addCheckConstraint('user_tier_code_check', isAtLeast('tier_code', 0))
      .addCheckConstraint('user_is_operator_check', isFlag('is_operator'))
      .execute()
    await database.schema
      .createIndex('user_email')
      .unique()
      .on('user')
      .expression(sql`lower(email)`)
      .execute()

    await createTable(database, kind, 'session')
      .addColumn('id_hash', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('created_at', integer, required)
      .addColumn('seen_at', integer, required)
      .addColumn('idle_until', integer, required)
      .addColumn('ends_at', integer, required)
      .addColumn('is_remembered', integer, required)
      .addColumn('ip', text, required)
      .addColumn('user_agent', text, required)
      .addCheckConstraint('session_is_remembered_check', isFlag('is_remembered'))
      .execute()
    await database.schema
      .createIndex('session_user')
      .on('session')
      .columns(['user_guid', 'seen_at desc'])
      .execute()
    await database.schema.createIndex('session_idle_until').on('session').column('idle_until').execute()
    await database.schema.createIndex('session_ends_at').on('session').column('ends_at').execute()

    await createTable(database, kind, 'token')
      .addColumn('id_hash', text, key)
      .addColumn('purpose', text, required)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .addCheckConstraint('token_purpose_check', isOneOf('purpose', ['activate', 'reset']))
      .execute()
    await database.schema.createIndex('token_user').on('token').columns(['user_guid', 'purpose']).execute()
    await database.schema.createIndex('token_expires_at').on('token').column('expires_at').execute()
  },
}

import { sql } from 'kysely'
import {
  columnTypes,
  createTable,
  isAtLeast,
  isFlag,
  key,
  ownedBy,
  required,
} from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const addresses: Migration = {
  name: '0013-addresses',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'address')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('email', text, required)
      .addColumn('code_hash', text)
      .addColumn('tries', integer, required)
      .addColumn('code_expires_at', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('confirmed_at', integer)
      .addCheckConstraint('address_tries_check', isAtLeast('tries', 0))
      .execute()
    // Many may try to add an address; one account has it.
    await database.schema
      .createIndex('address_confirmed')
      .unique()
      .on('address')
      .expression(sql`lower(email)`)
      .where(sql.ref('confirmed_at'), 'is not', null)
      .execute()
    await database.schema
      .createIndex('address_user')
      .unique()
      .on('address')
      .column('user_guid')
      .expression(sql`lower(email)`)
      .execute()
    await database.schema
      .createIndex('address_waiting')
      .on('address')
      .columns(['code_expires_at', 'confirmed_at'])
      .where('confirmed_at', 'is', null)
      .execute()

    await createTable(database, kind, 'notification_choice')
      .addColumn('user_guid', text, (column) => ownedBy('user.guid')(column).primaryKey())
      .addColumn('is_told_of_openings', integer, required)
      .addColumn('is_told_of_devices', integer, required)
      .addCheckConstraint('notification_choice_openings_check', isFlag('is_told_of_openings'))
      .addCheckConstraint('notification_choice_devices_check', isFlag('is_told_of_devices'))
      .execute()

    await createTable(database, kind, 'known_device')
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('device_hash', text, required)
      .addColumn('seen_at', integer, required)
      .addPrimaryKeyConstraint('known_device_key', ['user_guid', 'device_hash'])
      .execute()
    await database.schema.createIndex('known_device_seen_at').on('known_device').column('seen_at').execute()
  },
}

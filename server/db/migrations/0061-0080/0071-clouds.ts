import {
  columnTypes,
  createTable,
  isFlag,
  isOneOf,
  key,
  ownedBy,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

const clouds = ['box', 'dropbox', 'google']

/** Whose cloud storage is connected, and the connections that have begun. */
export const cloudConnections: Migration = {
  name: '0071-clouds',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'cloud_connection')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('cloud', text, (column) => column.notNull().check(isOneOf('cloud', clouds)))
      .addColumn('account_id', text, required)
      .addColumn('account_name', text, required)
      .addColumn('tokens_sealed', text, required)
      .addColumn('tokens_number', integer, required)
      .addColumn('access_ends_at', integer)
      .addColumn('is_lost', integer, (column) => column.notNull().defaultTo(0).check(isFlag('is_lost')))
      .addColumn('browser_hash', text)
      .addColumn('created_at', integer, required)
      .addColumn('renewed_by', text)
      .addColumn('renewed_until', integer)
      .addUniqueConstraint('cloud_connection_once', ['user_guid', 'cloud'])
      .execute()
    await database.schema
      .createIndex('cloud_connection_browser')
      .on('cloud_connection')
      .columns(['browser_hash', 'cloud'])
      .execute()
    await createTable(database, kind, 'cloud_revocation')
      .addColumn('guid', text, key)
      .addColumn('cloud', text, (column) => column.notNull().check(isOneOf('cloud', clouds)))
      .addColumn('tokens_sealed', text, required)
      .addColumn('created_at', integer, required)
      .execute()
    await createTable(database, kind, 'cloud_flow')
      .addColumn('id_hash', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('session_hash', text, required)
      .addColumn('browser_hash', text, required)
      .addColumn('cloud', text, (column) => column.notNull().check(isOneOf('cloud', clouds)))
      .addColumn('verifier', text, required)
      .addColumn('back', text)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .execute()
    await database.schema.createIndex('cloud_flow_user').on('cloud_flow').column('user_guid').execute()
    await database.schema.createIndex('cloud_flow_end').on('cloud_flow').column('expires_at').execute()
  },
}

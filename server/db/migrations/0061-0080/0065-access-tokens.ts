import {
  columnTypes,
  createTable,
  key,
  ownedBy,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

/** Personal access tokens. */
export const accessTokens: Migration = {
  name: '0065-access-tokens',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'access_token')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('name', text, required)
      .addColumn('token_hash', text, (column) => column.notNull().unique())
      .addColumn('scopes', text, required)
      .addColumn('method', text, required)
      .addColumn('created_at', integer, required)
      .addColumn('ends_at', integer)
      .addColumn('used_at', integer)
      .addColumn('used_from', text, required)
      .execute()
    await database.schema
      .createIndex('access_token_of')
      .on('access_token')
      .columns(['user_guid', 'created_at'])
      .execute()
  },
}

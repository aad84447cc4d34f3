import { columnTypes, createTable, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** From when a team requires the second factor, and the codes by which members can sign in. */
export const teamRules: Migration = {
  name: '0059-team-rules',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('team').addColumn('second_factor_from', integer).execute()
    await schema.alterTable('team').addColumn('second_factor_reminded', integer).execute()

    await createTable(database, kind, 'sign_in_code')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('browser_hash', text, required)
      .addColumn('code_hash', text, required)
      .addColumn('tries', integer, required)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .execute()
    await schema.createIndex('sign_in_code_user').on('sign_in_code').column('user_guid').execute()
    await schema.createIndex('sign_in_code_expires_at').on('sign_in_code').column('expires_at').execute()
  },
}

import { columnTypes, createTable, isAtLeast, key, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const secondFactor: Migration = {
  name: '0009-second-factor',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'second_factor')
      .addColumn('user_guid', text, (column) => ownedBy('user.guid')(key(column)))
      .addColumn('secret_sealed', text, required)
      .addColumn('confirmed_at', integer)
      .addColumn('last_step', integer, required)
      .addColumn('created_at', integer, required)
      .addCheckConstraint('second_factor_last_step_check', isAtLeast('last_step', 0))
      .execute()

    await createTable(database, kind, 'recovery_code')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('second_factor.user_guid'))
      .addColumn('code_hash', text, required)
      .addColumn('used_at', integer)
      .execute()
    await database.schema
      .createIndex('recovery_code_user')
      .unique()
      .on('recovery_code')
      .columns(['user_guid', 'code_hash'])
      .execute()
  },
}

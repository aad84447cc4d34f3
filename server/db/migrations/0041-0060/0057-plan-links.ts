import {
  columnTypes,
  createTable,
  isAtLeast,
  key,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

/** Plans that are given by a link, and which notifications of payments were received. */
export const planLinks: Migration = {
  name: '0057-plan-links',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    await createTable(database, kind, 'plan_link')
      .addColumn('token_hash', text, key)
      .addColumn('tier_code', integer, required)
      .addColumn('days', integer, (column) => column.check(isAtLeast('days', 1)))
      .addColumn('seats', integer, (column) => column.check(isAtLeast('seats', 1)))
      .addColumn('email', text)
      .addColumn('note', text, required)
      .addColumn('expires_at', integer, required)
      .addColumn('used_at', integer)
      .execute()
    await createTable(database, kind, 'plan_payment')
      .addColumn('event_hash', text, key)
      .addColumn('received_at', integer, required)
      .execute()
  },
}

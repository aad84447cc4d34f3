import { sql, type SqlBool } from 'kysely'
import {
  columnTypes,
  createTable,
  flag,
  isAtLeast,
  isOneOf,
  key,
  ownedBy,
  required,
  type Migration,
} from '#server/db/tables/columns.ts'

/** Plans that end, what they close, and what accounts ask for. */
export const plans: Migration = {
  name: '0056-plans',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema.alterTable('user').addColumn('had_trial', integer, flag('had_trial')).execute()
    await schema.alterTable('user').addColumn('tier_ends_at', integer).execute()
    await schema
      .alterTable('user')
      .addColumn('seats', integer, (column) => column.check(isAtLeast('seats', 1)))
      .execute()
    await sql`update ${sql.table('user')} set had_trial = 1 where tier_code in (3, 5, 10)`.execute(database)
    // For those that have a plan that ends, and no end yet.
    await sql`create index user_tier on ${sql.table('user')} (tier_code) where tier_ends_at is null`.execute(
      database,
    )
    for (const table of ['share', 'room'])
      await schema.alterTable(table).addColumn('over_plan_at', integer).execute()
    await createTable(database, kind, 'plan_request')
      .addColumn('guid', text, key)
      .addColumn('user_guid', text, ownedBy('user.guid'))
      .addColumn('kind', text, (column) =>
        column.notNull().check(isOneOf('kind', ['upgrade', 'seats', 'invoice'])),
      )
      .addColumn('tier_code', integer, required)
      .addColumn('seats', integer, (column) => column.check(isAtLeast('seats', 1)))
      .addColumn('message', text, required)
      .addColumn('status', text, (column) =>
        column
          .notNull()
          .defaultTo('Waiting')
          .check(isOneOf('status', ['Waiting', 'Approved', 'Declined', 'Withdrawn'])),
      )
      .addColumn('created_at', integer, required)
      .addColumn('decided_at', integer)
      .addColumn('decided_by', text)
      .addColumn('note', text, (column) => column.notNull().defaultTo(''))
      .addCheckConstraint(
        'plan_request_decided_check',
        sql<SqlBool>`(status = 'Waiting') = (decided_at is null)`,
      )
      .execute()
    // One account has one request that waits, however often its form is sent.
    await sql`create unique index plan_request_waiting on plan_request (user_guid) where status = 'Waiting'`.execute(
      database,
    )
    await schema.createIndex('plan_request_list').on('plan_request').columns(['created_at', 'guid']).execute()
    await schema
      .createIndex('plan_request_of')
      .on('plan_request')
      .columns(['user_guid', 'created_at'])
      .execute()
  },
}

import { sql } from 'kysely'
import { columnTypes, createTable, isFlag, isOneOf, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What the operator's screens need: fresh sign-ins, what operations found, emails that were given up, ordered lists. */
export const operatorScreens: Migration = {
  name: '0058-operator',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const { schema } = database
    await schema
      .alterTable('session')
      .addColumn('proved_at', integer, (column) => column.notNull().defaultTo(0))
      .execute()

    await createTable(database, kind, 'operation')
      .addColumn('guid', text, key)
      .addColumn('kind', text, (column) => column.notNull().check(isOneOf('kind', ['backup', 'verify'])))
      .addColumn('asked_by', text)
      .addColumn('started_at', integer, required)
      .addColumn('finished_at', integer)
      .addColumn('has_failed', integer, (column) => column.check(isFlag('has_failed')))
      .addColumn('report', text, required)
      .addCheckConstraint('operation_end_check', sql`(finished_at is null) = (has_failed is null)`)
      .execute()
    await schema
      .createIndex('operation_kind')
      .on('operation')
      .columns(['kind', 'started_at', 'guid'])
      .execute()

    await createTable(database, kind, 'lost_email')
      .addColumn('guid', text, key)
      .addColumn('email', text, required)
      .addColumn('reason', text, required)
      .addColumn('failed_at', integer, required)
      .execute()
    await schema.createIndex('lost_email_at').on('lost_email').columns(['failed_at', 'guid']).execute()

    await schema.createIndex('user_created').on('user').columns(['created_at', 'guid']).execute()
    await schema.createIndex('user_status').on('user').columns(['status', 'created_at', 'guid']).execute()
    await schema.createIndex('user_storage').on('user').columns(['storage_bytes', 'guid']).execute()
    // By their first letters, which only an order by bytes finds in an index.
    const byBytes = kind === 'sqlite' ? sql`` : sql` collate "C"`
    for (const name of ['email', 'first_name', 'last_name'])
      await sql`create index ${sql.ref(`user_${name}_start`)} on ${sql.table('user')}
        ((lower(${sql.ref(name)})${byBytes}))`.execute(database)
    await sql`create index user_operator on ${sql.table('user')} (created_at, guid) where is_operator = 1`.execute(
      database,
    )
    await sql`create index job_waiting on job (run_at, guid) where failed_at is null`.execute(database)
    await schema.dropIndex('job_failed').execute()
    await sql`create index job_failed on job (failed_at, guid) where failed_at is not null`.execute(database)
    // Of the few events that say that someone was stopped: what is read and shared costs nothing here.
    await sql`create index event_stopped on event (at, subject_guid, sequence)
      where kind in ('Refused', 'PasskeyLocked', 'PasskeyGuessed', 'CodesGuessed', 'AccountLocked', 'SecondFactorFailed')`.execute(
      database,
    )
  },
}

import { columnTypes, createTable, isAtLeast, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const machinery: Migration = {
  name: '0005-machinery',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'job')
      .addColumn('guid', text, key)
      .addColumn('kind', text, required)
      .addColumn('payload', text, required)
      .addColumn('run_at', integer, required)
      .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('leased_until', integer)
      .addColumn('leased_by', text)
      .addColumn('created_at', integer, required)
      .addColumn('failed_at', integer)
      .addColumn('error', text)
      .addCheckConstraint('job_tries_check', isAtLeast('tries', 0))
      .execute()
    await database.schema
      .createIndex('job_due')
      .on('job')
      .columns(['kind', 'run_at', 'failed_at'])
      .where('failed_at', 'is', null)
      .execute()
    await database.schema.createIndex('job_failed').on('job').column('failed_at').execute()

    await createTable(database, kind, 'rate')
      .addColumn('key', text, key)
      .addColumn('count', integer, required)
      .addColumn('window_ends_at', integer, required)
      .addCheckConstraint('rate_count_check', isAtLeast('count', 1))
      .execute()
    await database.schema.createIndex('rate_window_ends_at').on('rate').column('window_ends_at').execute()
  },
}

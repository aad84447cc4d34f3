import { sql } from 'kysely'
import { columnTypes, isAtLeast, isOneOf } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** How much room an account's files take, counted as they come and go; and accounts that are closed, to be erased. */
export const usage: Migration = {
  name: '0014-usage',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const user = database.schema.alterTable('user')
    await user
      .addColumn('storage_bytes', integer, (column) =>
        column.notNull().defaultTo(0).check(isAtLeast('storage_bytes', 0)),
      )
      .execute()
    await user.addColumn('closed_at', integer).execute()
    await user
      .addColumn('closed_by', text, (column) => column.check(isOneOf('closed_by', ['owner', 'operator'])))
      .execute()
    await sql`update "user" set storage_bytes =
      (select cast(coalesce(sum(file.size), 0) as bigint) from file where file.owner_guid = "user".guid)`.execute(
      database,
    )
    await database.schema
      .createIndex('user_closed_at')
      .on('user')
      .column('closed_at')
      .where('closed_at', 'is not', null)
      .execute()
    // Holds the sizes, so that they are summed up and put in order by the index alone.
    await database.schema
      .createIndex('file_owner_size')
      .on('file')
      .columns(['owner_guid', 'size desc', 'guid'])
      .execute()
  },
}

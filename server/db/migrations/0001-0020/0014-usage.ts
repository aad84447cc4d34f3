import { sql } from 'kysely'
import { columnTypes, isAtLeast, isOneOf } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** An account's storage, counted as files are added and removed; and closed accounts, to be erased. */
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
    // Contains the sizes, so that they are summed up and sorted by the index alone.
    await database.schema
      .createIndex('file_owner_size')
      .on('file')
      .columns(['owner_guid', 'size desc', 'guid'])
      .execute()
  },
}

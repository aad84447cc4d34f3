import { columnTypes, createTable, key, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Reminders before a share ends, and the addresses that want no such emails. */
export const letters: Migration = {
  name: '0024-letters',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await createTable(database, kind, 'quiet_address')
      .addColumn('email', text, key)
      .addColumn('created_at', integer, required)
      .execute()
    await database.schema
      .createIndex('share_to_remind')
      .on('share')
      .columns(['expires_at', 'reminds', 'reminded_at'])
      .where('reminds', '=', 1)
      .where('reminded_at', 'is', null)
      .execute()
  },
}

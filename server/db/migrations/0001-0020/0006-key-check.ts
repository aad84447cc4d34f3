import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

export const keyCheck: Migration = {
  name: '0006-key-check',
  async up(database, kind) {
    const { text } = columnTypes(kind)
    await database.schema.alterTable('installation').addColumn('key_check', text).execute()
  },
}

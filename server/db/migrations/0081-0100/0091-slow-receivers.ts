import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** Until when a webhook's receiver counts as slow: one quick answer in between does not make it a quick one. */
export const slowReceivers: Migration = {
  name: '0091-slow-receivers',
  async up({ schema }, kind) {
    const { integer } = columnTypes(kind)
    await schema
      .alterTable('webhook')
      .addColumn('slow_until', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('webhook').dropColumn('is_slow').execute()
  },
}

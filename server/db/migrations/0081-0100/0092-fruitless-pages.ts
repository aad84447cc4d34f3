import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** How many pages of a folder in a row brought nothing new, by which a list that does not end is told. */
export const fruitlessPages: Migration = {
  name: '0092-fruitless-pages',
  async up({ schema }, kind) {
    const { integer } = columnTypes(kind)
    await schema
      .alterTable('cloud_copy_item')
      .addColumn('fruitless', integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

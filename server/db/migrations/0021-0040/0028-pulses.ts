import { columnTypes, type Migration } from '#server/db/tables/columns.ts'

/** Up to when the reading of a visit is measured, so that no one measures more time than has passed. */
export const pulses: Migration = {
  name: '0028-pulses',
  async up(database, kind) {
    const { integer } = columnTypes(kind)
    await database.schema.alterTable('visit').addColumn('measured_until', integer).execute()
  },
}

import { columnTypes, type Migration } from '#server/db/tables/columns.ts'

/** More days for one recipient whose access has ended: what is asked for, and until when it was given. */
export const moreTime: Migration = {
  name: '0040-more-time',
  async up(database, kind) {
    const { integer } = columnTypes(kind)
    await database.schema.alterTable('recipient').addColumn('extended_until', integer).execute()
    await database.schema.alterTable('access_request').addColumn('extra_days', integer).execute()
  },
}

import type { Migration } from '#server/db/tables/columns.ts'

const counted = ['views', 'downloads', 'prints', 'measured', 'estimated', 'last_at'] as const

/**
 * The counts of days in the order in which they are added up: by item and by member. The sums of a period are then read
 * from one index, in its order, without its rows and without a sort.
 */
export const sumsOfDays: Migration = {
  name: '0064-sums-of-days',
  async up({ schema }) {
    const indexes = [
      { table: 'item_day', of: 'item_guid', more: [] },
      { table: 'member_day', of: 'member_guid', more: ['entries', 'files'] },
    ]
    for (const { table, of, more } of indexes) {
      await schema
        .createIndex(`${table}_sums`)
        .on(table)
        .columns(['room_guid', of, 'day', ...counted, ...more])
        .execute()
      // With the day in it, SQLite jumps through it from item to item, and reads each row.
      const old = `${table}_${of.replace('_guid', '')}`
      await schema.dropIndex(old).execute()
      await schema.createIndex(old).on(table).column(of).execute()
    }
  },
}

import type { Migration } from '#server/db/tables/columns.ts'

/** Each page asks which archives are on their way to its person. */
export const zipsOfAPerson: Migration = {
  name: '0090-zips-of-a-person',
  async up({ schema }) {
    await schema.createIndex('zip_person').on('zip').columns(['person', 'created_at']).execute()
  },
}

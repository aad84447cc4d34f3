import { columnTypes } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** The share form that waits for files from cloud storage is sealed; one that waits right now is asked for again. */
export const sealedForms: Migration = {
  name: '0087-sealed-forms',
  async up(database, kind) {
    const { text } = columnTypes(kind)
    await database.schema.alterTable('cloud_copy').addColumn('form_sealed', text).execute()
    await database.schema.alterTable('cloud_copy').dropColumn('form').execute()
  },
}

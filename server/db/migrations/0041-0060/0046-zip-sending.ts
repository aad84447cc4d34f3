import { sql } from 'kysely'
import { columnTypes, type Migration } from '#server/db/tables/columns.ts'

/** Which files of an archive were sent, and which parts as a whole. */
export const zipSending: Migration = {
  name: '0046-zip-sending',
  async up(database, kind) {
    const { integer } = columnTypes(kind)
    await database.schema.alterTable('zip_entry').addColumn('sent_at', integer).execute()
    await database.schema.alterTable('zip_part').addColumn('completed_at', integer).execute()
    // Until now a part that was fetched counted as sent, and some of its files may still have to be recorded.
    await sql`update zip_entry set sent_at = (
      select fetched_at from zip_part
      where zip_part.zip_guid = zip_entry.zip_guid and zip_part.number = zip_entry.part
    )`.execute(database)
  },
}

import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import { columnTypes, createTable, ownedBy, required } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** What was read in each folder of a room on each day: its picture no longer adds up the days of every file. */
export const folderDays: Migration = {
  name: '0094-folder-days',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)
    const table = createTable(database, kind, 'folder_day')
      .addColumn('room_guid', text, ownedBy('room.guid'))
      .addColumn('day', integer, required)
      .addColumn('folder_guid', text, ownedBy('item.guid')) as CreateTableBuilder<string, string>
    await table
      .addColumn('views', integer, required)
      .addColumn('time', integer, required)
      .addPrimaryKeyConstraint('folder_day_key', ['room_guid', 'day', 'folder_guid'])
      .execute()
    await database.schema.createIndex('folder_day_folder').on('folder_day').column('folder_guid').execute()
    await countFolders(database)
  },
}

/** Counts what is counted of files, in the folders where they are, where no folder is counted yet. */
export async function countFolders(database: Kysely<unknown>): Promise<void> {
  await sql`insert into folder_day (room_guid, day, folder_guid, views, time)
    select item_day.room_guid, item_day.day, folder.guid, sum(views), sum(measured + estimated)
    from item_day inner join item on item.guid = item_day.item_guid
    inner join item as folder on folder.guid = item.parent_guid
    where item_day.day > 0 and item.kind = 'file' group by 1, 2, 3`.execute(database)
}

import type { Database } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { Flag } from '#server/db/tables/flag.ts'
import type { FileKey } from '#server/storage/vault.ts'

/** What rendering has to know about a file before it begins. */
export type WaitingFile = Pick<
  FileTable,
  'guid' | 'kind' | 'object_guid' | 'size' | 'render_status' | 'name' | 'media_type'
> & {
  is_locked: Flag
  shows_changes: Flag
  key?: FileKey
}

export function findWaitingFile(
  kysely: Database['kysely'],
  fileGuid: string,
): Promise<WaitingFile | undefined> {
  return kysely
    .selectFrom('file')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select(['file.guid', 'file.kind', 'file.object_guid', 'file.size', 'file.render_status'])
    .select(['file.name', 'file.media_type', 'file.shows_changes'])
    .select('object.is_locked')
    .where('file.guid', '=', fileGuid)
    .executeTakeFirst()
}

/** Works on a file while it is there: after it was removed, which can happen in the middle, no failure is one. */
export async function whileThere(
  { database }: { database: Database },
  fileGuid: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const file = database.kysely.selectFrom('file').select('guid').where('guid', '=', fileGuid)
    if (await file.executeTakeFirst()) throw error
  }
}

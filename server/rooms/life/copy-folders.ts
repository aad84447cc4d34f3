import { newGuid, type Transaction } from '#server/db/open.ts'
import { indexItems } from '#server/rooms/rows.ts'

const batchSize = 500

/**
 * Copies all folders of a room that are not in the trash into a new room, in their order and closed where they are
 * closed. Returns the guid of each copy by that of its folder, including the root.
 */
export async function copyFolders(
  tx: Transaction,
  { from, to, addedBy, now }: { from: string; to: string; addedBy: string; now: number },
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('item')
    .select(['guid', 'parent_guid', 'name', 'name_key', 'position', 'is_closed'])
    .where('room_guid', '=', from)
    .where('kind', '=', 'folder')
    .where('binned_at', 'is', null)
    .execute()
  const children = Map.groupBy(rows, ({ parent_guid }) => parent_guid ?? '')
  const copies = new Map([[from, to]])
  // From the root down: this does not reach what is in a folder that is in the trash.
  const folders = []
  for (const waiting = [from]; waiting.length > 0;) {
    for (const folder of children.get(waiting.pop()!) ?? []) {
      copies.set(folder.guid, newGuid())
      folders.push(folder)
      waiting.push(folder.guid)
    }
  }
  for (let at = 0; at < folders.length; at += batchSize) {
    const values = folders.slice(at, at + batchSize).map(({ guid, parent_guid, ...folder }) => ({
      ...folder,
      guid: copies.get(guid)!,
      room_guid: to,
      parent_guid: copies.get(parent_guid!)!,
      kind: 'folder' as const,
      file_guid: null,
      added_by: addedBy,
      added_at: now,
      changed_at: now,
    }))
    await tx.insertInto('item').values(values).execute()
    await indexItems(tx, values)
  }
  const root = rows.find(({ guid }) => guid === from)
  await tx
    .updateTable('item')
    .set({ is_closed: root?.is_closed ?? 0 })
    .where('guid', '=', to)
    .execute()
  return copies
}

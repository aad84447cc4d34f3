import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { TreeItem } from '#server/rules/rooms/room-rights.ts'

/** An item of a whole tree, with what it is called; the root has no name. */
export type NamedItem = TreeItem & { name: string }

/** All items of a room but those in its bin, siblings in their order. What is below one in the bin has no way to the root. */
export async function loadTree(kysely: Kysely<Schema>, roomGuid: string): Promise<NamedItem[]> {
  const rows = await kysely
    .selectFrom('item')
    .select(['guid', 'parent_guid', 'kind', 'is_closed', 'name'])
    .where('room_guid', '=', roomGuid)
    .where('binned_at', 'is', null)
    .orderBy('position')
    .orderBy('guid')
    .execute()
  return rows.map((row) => ({ ...treeItem(row), name: row.name }))
}

/** An item in the words of the rules on rights. */
export function treeItem(item: {
  guid: string
  parent_guid: string | null
  kind: 'folder' | 'file'
  is_closed: number
}): TreeItem {
  return {
    guid: item.guid,
    parentGuid: item.parent_guid,
    isFolder: item.kind === 'folder',
    isClosed: item.is_closed === 1,
  }
}

/** The names of the folders above an item, the root left out. */
export function folderNames(items: ReadonlyMap<string, NamedItem>, guid: string | null): string[] {
  const names: string[] = []
  for (let at = items.get(guid ?? ''); at && at.parentGuid !== null; at = items.get(at.parentGuid))
    names.push(at.name)
  return names.toReversed()
}

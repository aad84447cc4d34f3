import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { TreeItem } from '#server/rules/rooms/room-rights.ts'

/** An item of a whole tree, with its name; the root has no name. */
export type NamedItem = TreeItem & { name: string }

/**
 * All items of a room except those in its trash, siblings in their order. What is below one in the trash has no path to
 * the root.
 */
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

/** An item as the rules on permissions need it. */
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

/** The names of the folders above an item, without the root. */
export function folderNames(items: ReadonlyMap<string, NamedItem>, guid: string | null): string[] {
  const names: string[] = []
  for (let at = items.get(guid ?? ''); at && at.parentGuid !== null; at = items.get(at.parentGuid))
    names.push(at.name)
  return names.toReversed()
}

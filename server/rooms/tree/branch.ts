import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { rightsInTree } from '#server/rules/rooms/room-rights.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'
import { treeItem } from './whole-tree.ts'

const columns = [
  'guid',
  'parent_guid',
  'kind',
  'name',
  'name_key',
  'position',
  'file_guid',
  'is_closed',
  'added_by',
] as const

/**
 * An item with everything below it that is not in the trash, each after the folder it is in, and siblings in their
 * order.
 */
export async function branchOf(kysely: Kysely<Schema>, itemGuid: string) {
  const rows = await kysely
    .withRecursive('branch', (query) =>
      query
        .selectFrom('item')
        .select(columns)
        .where('guid', '=', itemGuid)
        .where('binned_at', 'is', null)
        .unionAll((below) =>
          below
            .selectFrom('item')
            .innerJoin('branch', 'branch.guid', 'item.parent_guid')
            .select(columns.map((column) => `item.${column}` as const))
            .where('item.binned_at', 'is', null),
        ),
    )
    .selectFrom('branch')
    .select(columns)
    .orderBy('position')
    .orderBy('guid')
    .execute()
  return inDepth(rows, itemGuid)
}

export type BranchItem = Awaited<ReturnType<typeof branchOf>>[number]

function inDepth<Item extends { guid: string; parent_guid: string | null }>(
  items: readonly Item[],
  topGuid: string,
): (Item & { depth: number })[] {
  const children = Map.groupBy(items, ({ parent_guid }) => parent_guid ?? '')
  const ordered: (Item & { depth: number })[] = []
  const waiting = items.filter(({ guid }) => guid === topGuid).map((item) => ({ ...item, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const depth = next.depth + 1
    ordered.push(next)
    for (const child of (children.get(next.guid) ?? []).toReversed()) waiting.push({ ...child, depth })
  }
  return ordered
}

/** The items of a branch that someone sees; `way` is the path to its top. */
export function seenOf(
  room: RoomAccess,
  path: readonly ItemRow[],
  branch: readonly BranchItem[],
): BranchItem[] {
  if (room.grants === 'all') return [...branch]
  const rights = rightsInTree(room.grants, [...path.slice(0, -1).map(treeItem), ...branch.map(treeItem)])
  return branch.filter(({ guid }) => rights.has(guid))
}

/** How many files and folders someone sees at the end of a path, including that item. */
export async function countSeen(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  path: readonly ItemRow[],
): Promise<{ files: number; folders: number }> {
  const item = path.at(-1)!
  if (item.kind === 'file') return { files: 1, folders: 0 }
  const seen = seenOf(room, path, await branchOf(kysely, item.guid))
  const files = seen.filter(({ kind }) => kind === 'file').length
  return { files, folders: seen.length - files }
}

/** How many folders are nested in each other in a branch, including its top. */
export function heightOf(branch: readonly BranchItem[]): number {
  return branch.reduce((max, { kind, depth }) => (kind === 'folder' ? Math.max(max, depth + 1) : max), 0)
}

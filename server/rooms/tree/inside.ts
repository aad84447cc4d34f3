import { sql, type Kysely } from 'kysely'
import { countedUpTo } from '#server/db/count-up-to.ts'
import { prepared, type Slots, type Value } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { rightsInTree, type Step } from '#server/rules/rooms/room-rights.ts'
import type { ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathTo } from '#server/rooms/rows.ts'
import { isSeen, type FolderVisibility } from '#server/rooms/rights/visibility-filter.ts'
import { treeItem } from './whole-tree.ts'

/** How many items are directly in each folder, as far as they are visible; at most `most`, since each is counted. */
export async function countsInside(
  kysely: Kysely<Schema>,
  path: readonly Step[],
  folders: readonly Step[],
  visibilityIn: (path: readonly Step[]) => FolderVisibility,
  max: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const visibles = folders.map(({ guid, isClosed }) => ({
    guid,
    visible: visibilityIn([...path, { guid, isClosed }]),
  }))
  // Folders with the same visibility are counted together: the exceptions of one are in no other.
  for (const alike of Map.groupBy(visibles, ({ visible }) => visible.rest).values()) {
    const visible: FolderVisibility = {
      rest: alike[0]!.visible.rest,
      never: alike.flatMap(({ visible: { never } }) => never),
      always: alike.flatMap(({ visible: { always } }) => always),
    }
    const guids = alike.map(({ guid }) => guid)
    for (const row of await insideOf(kysely, guids, visible, max).execute()) {
      counts.set(row.guid, Number(row.inside))
    }
  }
  return counts
}

export function insideOf(
  kysely: Kysely<Schema>,
  guids: readonly string[],
  visible: FolderVisibility,
  max: number,
) {
  return kysely
    .selectFrom('item as folder')
    .select((folder) => [
      'folder.guid',
      folder
        .selectFrom(
          folder
            .selectFrom('item')
            .select(sql<number>`1`.as('one'))
            .whereRef('item.parent_guid', '=', 'folder.guid')
            .where('item.binned_at', 'is', null)
            .where((item) => isSeen(item, visible))
            .limit(max)
            .as('inside'),
        )
        .select((row) => row.fn.countAll<number>().as('count'))
        .as('inside'),
    ])
    .where('folder.guid', 'in', guids)
}

/** What someone sees below a folder, at any depth, in files and their bytes, and by the folder directly in it. */
export type Weight = { files: number; bytes: number }

/**
 * Adds up what is below each folder that is directly in a folder, as far as it is visible, and below the folder itself.
 * It reads everything below, so it is only done on request.
 */
export async function weightsBelow(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  { path, item: folder }: Pick<ItemFound, 'path' | 'item'>,
): Promise<Map<string, Weight>> {
  const rows = await branchRows(kysely, folder.guid).execute()
  const above = path.map((step) => ({ ...treeItem(step), isFolder: true }))
  const rights = rightsInTree(room.grants, [...above, ...rows.map(treeItem)])
  const parents = new Map(rows.map((row) => [row.guid, row.parent_guid!]))
  const weights = new Map<string, Weight>()
  const branches = branchesOf(rows, folder.guid, parents)
  for (const { guid, kind, size } of rows) {
    if (kind === 'folder' || !rights.has(guid)) continue
    for (const whole of new Set([branches.get(guid)!, folder.guid])) {
      const known = weights.get(whole) ?? { files: 0, bytes: 0 }
      weights.set(whole, { files: known.files + 1, bytes: known.bytes + Number(size ?? 0) })
    }
  }
  return weights
}

/** In a room with more items than this, adding them up for each page would take too long. */
const maxWeighed = 1000

/** What someone sees in a whole room; null in a large one. */
export async function weightOf(kysely: Kysely<Schema>, room: RoomAccess): Promise<Weight | null> {
  const [items] = await itemCount(kysely, { roomGuid: room.guid })
  if (Number(items!.count) > maxWeighed) return null
  if (room.grants === 'all') return wholeWeight(kysely, room.guid)
  const path = await pathTo(kysely, room.guid)
  const weights = await weightsBelow(kysely, room, { path, item: path.at(-1)! })
  return weights.get(room.guid) ?? { files: 0, bytes: 0 }
}

/** All of a room, the trash included; no more than are weighed, and one. */
const itemCount = prepared((kysely, { roomGuid }: Slots<{ roomGuid: string }>) =>
  countedUpTo(
    kysely,
    maxWeighed + 1,
    kysely.selectFrom('item').select('guid').where('room_guid', '=', roomGuid),
  ),
)

/** For someone who sees everything, the database adds it up: one row instead of one for each item. */
async function wholeWeight(kysely: Kysely<Schema>, roomGuid: string): Promise<Weight> {
  const [row] = await sumOfBranch(kysely, { folderGuid: roomGuid })
  return { files: Number(row!.files), bytes: Number(row!.bytes ?? 0) }
}

const sumOfBranch = prepared((kysely, { folderGuid }: Slots<{ folderGuid: string }>) =>
  branch(kysely, folderGuid)
    .where('below.kind', '=', 'file')
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('file.size').as('bytes')]),
)

type BranchRow = Awaited<ReturnType<ReturnType<typeof branchRows>['execute']>>[number]

function branchRows(kysely: Kysely<Schema>, folderGuid: string) {
  return branch(kysely, folderGuid).select([
    'below.guid',
    'below.parent_guid',
    'below.kind',
    'below.is_closed',
    'file.size',
  ])
}

/** Everything below a folder, with its files; nothing below what is in the trash. */
function branch(kysely: Kysely<Schema>, folderGuid: Value<string>) {
  const columns = ['guid', 'parent_guid', 'kind', 'is_closed', 'file_guid'] as const
  return kysely
    .withRecursive('below', (query) =>
      query
        .selectFrom('item')
        .select(columns)
        .where('parent_guid', '=', folderGuid)
        .where('binned_at', 'is', null)
        .unionAll((deeper) =>
          deeper
            .selectFrom('below')
            .innerJoin('item', 'item.parent_guid', 'below.guid')
            .select(columns.map((column) => `item.${column}` as const))
            .where('item.binned_at', 'is', null),
        ),
    )
    .selectFrom('below')
    .leftJoin('file', 'file.guid', 'below.file_guid')
}

/** Which of the items directly in the folder each item is below, or is itself. */
function branchesOf(
  rows: readonly BranchRow[],
  folderGuid: string,
  parents: ReadonlyMap<string, string>,
): Map<string, string> {
  const branches = new Map<string, string>()
  for (const { guid } of rows) {
    const climbed: string[] = []
    let at = guid
    while (!branches.has(at) && parents.get(at) !== folderGuid) {
      climbed.push(at)
      at = parents.get(at)!
    }
    const branch = branches.get(at) ?? at
    for (const below of [at, ...climbed]) branches.set(below, branch)
  }
  return branches
}

import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Step } from '#server/rules/rooms/room-rights.ts'

/** One step of a path: a folder, or the item at its end. */
export type PathStep = {
  guid: string
  parent_guid: string | null
  name: string
  is_closed: number
  binned_at: number | null
}

/** Below what either engine accepts as parameters of one statement. */
const guidsPerBatch = 10_000

/**
 * The paths to several items, each from the root of its room down, by the guids of the items. Those that do not exist,
 * or are in the trash with something above them, have none. One query, whatever their number and depth.
 */
export async function pathsTo(
  kysely: Kysely<Schema>,
  guids: readonly string[],
): Promise<Map<string, PathStep[]>> {
  const steps = new Map<string, PathStep>()
  for (let at = 0; at < guids.length; at += guidsPerBatch) {
    const rows = await stepsAbove(kysely, guids.slice(at, at + guidsPerBatch)).execute()
    for (const row of rows) steps.set(row.guid, row)
  }
  const paths = new Map<string, PathStep[]>()
  for (const guid of guids) {
    const path = pathUp(steps, guid)
    if (path) paths.set(guid, path)
  }
  return paths
}

const columns = ['guid', 'parent_guid', 'name', 'is_closed', 'binned_at'] as const

/** The items and everything above them, each once: paths that meet continue as one. */
export function stepsAbove(kysely: Kysely<Schema>, guids: readonly string[]) {
  return kysely
    .withRecursive('up', (query) =>
      query
        .selectFrom('item')
        .select(columns)
        .where('guid', 'in', guids)
        .union((above) =>
          above
            .selectFrom('up')
            .innerJoin('item', 'item.guid', 'up.parent_guid')
            .select(columns.map((column) => `item.${column}` as const)),
        ),
    )
    .selectFrom('up')
    .select(columns)
}

function pathUp(steps: ReadonlyMap<string, PathStep>, guid: string): PathStep[] | null {
  const path: PathStep[] = []
  for (let next: string | null = guid; next !== null;) {
    const step = steps.get(next)
    if (!step || step.binned_at !== null) return null
    path.push(step)
    next = step.parent_guid
  }
  return path.toReversed()
}

/** An item with its path, to decide what someone may do with it. */
export type ItemPath = { guid: string; name: string; path: Step[] }

/** The existing items, in their order, each with its path; without those in the trash, or in a folder that is. */
export async function itemsWithPaths(
  kysely: Kysely<Schema>,
  itemGuids: readonly string[],
): Promise<ItemPath[]> {
  const paths = await pathsTo(kysely, itemGuids)
  return itemGuids.flatMap((guid) => {
    const path = paths.get(guid)
    if (!path) return []
    const steps = path.map((step) => ({ guid: step.guid, isClosed: step.is_closed === 1 }))
    return [{ guid, name: path.at(-1)!.name, path: steps }]
  })
}

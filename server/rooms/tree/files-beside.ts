import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { rightAt } from '#server/rules/rooms/room-rights.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'

/** A file in a room, as its authorized reader has it: the path leads from the root to the file. */
export type VisibleFile = { room: RoomAccess; path: readonly ItemRow[] }
export type FileBeside = { guid: string; name: string }
export type FilesBeside = { previous: FileBeside | null; next: FileBeside | null }

/** Mostly the first one is visible. If it is not, this many are checked together, and then this many at a time. */
const batchSizes = [1, 50, 1000] as const

/**
 * The previous and next file in the order of its folder, among those that this person sees: what is hidden, in the
 * trash or a folder is skipped and leaves no gap.
 */
export async function filesBeside(kysely: Kysely<Schema>, { room, path }: VisibleFile): Promise<FilesBeside> {
  const above = ancestorsOf(path.slice(0, -1))
  const [folder, file] = path.slice(-2)
  if (!folder || !file) return { previous: null, next: null }
  const sees = (step: { guid: string; isClosed: boolean }) =>
    (rightAt(room.grants, [...above, step]) ?? 0) > 0
  // Where files without a rule of their own are hidden, only those with their own grant can be visible.
  const isOpen = sees({ guid: '', isClosed: false })
  const only = isOpen ? null : room.rules.filter(({ code }) => code > 0).map(({ itemGuid }) => itemGuid)
  const find = async (side: 'before' | 'after'): Promise<FileBeside | null> => {
    let from: { guid: string; position: number } = file
    for (let turn = 0; ; turn++) {
      const limit = batchSizes[turn] ?? batchSizes.at(-1)!
      const rows = await filesFrom(kysely, { folderGuid: folder.guid, from, side, only })
        .limit(limit)
        .execute()
      const seen = rows.find(({ guid, is_closed: isClosed }) => sees({ guid, isClosed: isClosed === 1 }))
      if (seen) return { guid: seen.guid, name: seen.name }
      if (rows.length < limit) return null
      from = rows.at(-1)!
    }
  }
  const [previous, next] = await Promise.all([find('before'), find('after')])
  return { previous, next }
}

export type Range = {
  folderGuid: string
  from: { guid: string; position: number }
  side: 'before' | 'after'
  /** Only these are of interest. */
  only: readonly string[] | null
}

/** The files of a folder from one place on, the nearest first. */
export function filesFrom(kysely: Kysely<Schema>, { folderGuid, from, side, only }: Range) {
  const here = sql`(${from.position}, ${from.guid})`
  const place = sql`(position, guid)`
  const direction = side === 'before' ? 'desc' : 'asc'
  return kysely
    .selectFrom('item')
    .select(['guid', 'name', 'position', 'is_closed'])
    .where('parent_guid', '=', folderGuid)
    .where('binned_at', 'is', null)
    .where('kind', '=', 'file')
    .where(side === 'before' ? sql<boolean>`${place} < ${here}` : sql<boolean>`${place} > ${here}`)
    .$if(only !== null, (items) => items.where('guid', 'in', only!.length > 0 ? only! : ['']))
    .orderBy('position', direction)
    .orderBy('guid', direction)
}

import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** From which day (since 1970, in UTC) to which, both included, and how many of them are one column. */
export type HeatRange = { first: number; last: number; daysEach: number }

/**
 * How often files were opened that were in a folder then, at any depth, and how long they were read (ms), column by
 * column. A folder that is moved takes along what was read in it, a file does not.
 */
export type FolderHeat = { guid: string; name: string; views: number[]; times: number[] }

const maxRows = 12

/**
 * The folders at the top of a room, in their order, where anything was opened; the room itself for files in none. Of
 * very many those with the most.
 */
export async function folderHeat(
  kysely: Kysely<Schema>,
  roomGuid: string,
  range: HeatRange,
): Promise<FolderHeat[]> {
  const cells = await openedIn(kysely, roomGuid, range).execute()
  const folders = await kysely
    .selectFrom('item')
    .select(['guid', 'parent_guid', 'name'])
    .where('room_guid', '=', roomGuid)
    .where('kind', '=', 'folder')
    .orderBy('position')
    .orderBy('guid')
    .execute()
  const parents = new Map(folders.map(({ guid, parent_guid: parent }) => [guid, parent]))
  const columns = Math.floor((range.last - range.first) / range.daysEach) + 1
  const none = () => Array.from({ length: columns }, () => 0)
  const heat = new Map<string, { views: number[]; times: number[] }>()
  for (const { folder, column, views, time } of cells) {
    const top = topOf(parents, folder)
    const row = heat.get(top) ?? { views: none(), times: none() }
    heat.set(top, row)
    row.views[Number(column)]! += Number(views)
    row.times[Number(column)]! += Number(time)
  }
  const rows = folders.flatMap(({ guid, name }) => {
    const row = heat.get(guid)
    return row && row.views.some((views) => views > 0) ? [{ guid, name, ...row }] : []
  })
  const busiest = new Set(rows.toSorted((a, b) => total(b.views) - total(a.views)).slice(0, maxRows))
  return rows.filter((row) => busiest.has(row))
}

/** By the folder that a file was in, and column. */
export function openedIn(kysely: Kysely<Schema>, roomGuid: string, { first, last, daysEach }: HeatRange) {
  const column = sql<number>`(day - ${sql.lit(first)}) / ${sql.lit(daysEach)}`
  return kysely
    .selectFrom('folder_day')
    .select(['folder_guid as folder', column.as('column')])
    .select(({ fn }) => [fn.sum<number>('views').as('views'), fn.sum<number>('time').as('time')])
    .where('room_guid', '=', roomGuid)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy(['folder_guid', column])
}

/** The folder directly in the room that something is in; the room itself for what is in none. */
function topOf(parents: ReadonlyMap<string, string | null>, guid: string): string {
  let at = guid
  for (let above = parents.get(at); above && parents.get(above) !== null; above = parents.get(at)) at = above
  return at
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

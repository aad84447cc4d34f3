import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { FilesSorted } from '#server/rules/rooms/activity-lists.ts'
import { pathsTo } from '#server/rooms/tree/paths.ts'
import { allDays, timeOf } from '#server/tracking/rooms/member-times.ts'
import type { Done } from '#server/tracking/rooms/room-activity.ts'

/** `page` counts from 1; `only` those that no one opened. */
export type FilesRange = { page: number; pageSize: number; sort: FilesSorted; onlyUnread: boolean }

/** What was done with a file so far; `lastAt` in epoch milliseconds, null if nothing was. */
export type FileRead = Done & {
  guid: string
  name: string
  /** The folders above it, from the top; none in the room itself. */
  folders: string[]
  people: number
  lastAt: number | null
}

export type FilesRead = { files: FileRead[]; total: number; unread: number }

/** A page of the files of a room that are not in the trash. */
export async function filesRead(
  kysely: Kysely<Schema>,
  roomGuid: string,
  { page, pageSize, sort, onlyUnread }: FilesRange,
): Promise<FilesRead> {
  const rows = await filesOf(kysely, roomGuid)
    .select(['item.guid', 'item.name', ...figures])
    .$if(onlyUnread, (query) => query.where(views, '=', 0))
    .orderBy(amountOf[sort], 'desc')
    .orderBy(sql`coalesce(item_day.last_at, 0)`, 'desc')
    .orderBy('item.name_key')
    .orderBy('item.guid')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { all, unread } = await filesOf(kysely, roomGuid)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(views, '=', 0).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  const paths = await pathsTo(
    kysely,
    rows.map(({ guid }) => guid),
  )
  const files = rows.map((row) => ({
    guid: row.guid,
    name: row.name,
    folders: foldersIn(paths.get(row.guid) ?? []),
    views: Number(row.views ?? 0),
    downloads: Number(row.downloads ?? 0),
    prints: Number(row.prints ?? 0),
    time: timeOf(row),
    people: Number(row.people ?? 0),
    lastAt: row.last_at ? Number(row.last_at) : null,
  }))
  return { files, total: onlyUnread ? Number(unread) : Number(all), unread: Number(unread) }
}

const figures = [
  'item_day.views',
  'item_day.downloads',
  'item_day.prints',
  'item_day.measured',
  'item_day.estimated',
  'item_day.people',
  'item_day.last_at',
] as const

const views = sql<number>`coalesce(item_day.views, 0)`

const amountOf = {
  views,
  downloads: sql`coalesce(item_day.downloads, 0)`,
  prints: sql`coalesce(item_day.prints, 0)`,
  people: sql`coalesce(item_day.people, 0)`,
  time: sql`coalesce(item_day.measured + item_day.estimated, 0)`,
}

export function filesOf(kysely: Kysely<Schema>, roomGuid: string) {
  return kysely
    .selectFrom('item')
    .leftJoin('item_day', (join) =>
      join.onRef('item_day.item_guid', '=', 'item.guid').on('item_day.day', '=', allDays),
    )
    .where('item.room_guid', '=', roomGuid)
    .where('item.kind', '=', 'file')
    .where('item.binned_at', 'is', null)
}

/** Without the room and the file itself. */
function foldersIn(path: readonly { name: string; parent_guid: string | null }[]): string[] {
  return path
    .filter(({ parent_guid: parent }) => parent !== null)
    .map(({ name }) => name)
    .slice(0, -1)
}

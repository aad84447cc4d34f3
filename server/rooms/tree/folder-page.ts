import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Step } from '#server/rules/rooms/room-rights.ts'
import { isSeen, type FolderVisibility } from '#server/rooms/rights/visibility-filter.ts'

/** In which order a folder is listed: as it was arranged, by name, and so on. */
export const folderSorts = ['order', 'name', 'newest', 'largest', 'type'] as const
export type FolderSort = (typeof folderSorts)[number]

/** What was added after a moment, and not by this address. */
export type News = { since: number; email: string }

export type FolderRange = {
  /** From 1. */
  page: number
  pageSize: number
  sort: FolderSort
  news: News | null
  /** More are not counted. */
  countTo: number
}

/** What is directly in a folder, as far as it is visible. */
export function itemsSeen(kysely: Kysely<Schema>, folderGuid: string, visible: FolderVisibility) {
  return kysely
    .selectFrom('item')
    .where('item.parent_guid', '=', folderGuid)
    .where('item.binned_at', 'is', null)
    .where((item) => isSeen(item, visible))
}

type Range = Pick<FolderRange, 'page' | 'pageSize' | 'sort' | 'news'>

/** The guids of a page of a folder, in its order. */
export function pageGuids(
  kysely: Kysely<Schema>,
  folderGuid: string,
  visible: FolderVisibility,
  { page, pageSize, sort, news }: Range,
) {
  return listed(kysely, folderGuid, visible, news)
    .$if(sort === 'order', (items) => items.orderBy('item.position'))
    .$if(sort === 'newest', (items) => items.orderBy('item.changed_at', 'desc'))
    .$if(sort === 'largest', (items) =>
      items.leftJoin('file', 'file.guid', 'item.file_guid').orderBy(sql`coalesce(file.size, -1)`, 'desc'),
    )
    .$if(sort === 'type', (items) =>
      items.leftJoin('file', 'file.guid', 'item.file_guid').orderBy(sql`coalesce(file.kind, '')`),
    )
    .$if(sort !== 'order', (items) => items.orderBy('item.name_key'))
    .orderBy('item.guid')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

/** How many items the list of a folder has, up to one more than are counted. */
export function countListed(
  kysely: Kysely<Schema>,
  folderGuid: string,
  visible: FolderVisibility,
  { news, countTo }: Pick<FolderRange, 'news' | 'countTo'>,
) {
  return kysely
    .selectFrom(
      listed(kysely, folderGuid, visible, news)
        .limit(countTo + 1)
        .as('listed'),
    )
    .select((row) => row.fn.countAll<number>().as('total'))
}

function listed(kysely: Kysely<Schema>, folderGuid: string, visible: FolderVisibility, news: News | null) {
  const items = itemsSeen(kysely, folderGuid, visible).select('item.guid')
  if (news === null) return items
  return items
    .where('item.changed_at', '>', news.since)
    .where(broughtBy, '<>', news.email.toLowerCase()) as typeof items
}

/** Who added what is there now: the latest version, or else the item. */
export const broughtBy = sql<string>`lower(coalesce((
  select item_version.added_by from item_version
  where item_version.item_guid = item.guid and item_version.number = item.version), item.added_by))`

/** The positions of some items among everything visible in a folder, from 1, whatever a list is ordered by. */
export function placesOf(
  kysely: Kysely<Schema>,
  folderGuid: string,
  visible: FolderVisibility,
  guids: readonly string[],
) {
  const numbered = itemsSeen(kysely, folderGuid, visible).select([
    'item.guid',
    sql<number>`row_number() over (order by item.position, item.guid)`.as('place'),
  ])
  return kysely.selectFrom(numbered.as('numbered')).select(['guid', 'place']).where('guid', 'in', guids)
}

/** How many visible siblings come before each folder of a path; none for the root. */
export function placesOnWay(
  kysely: Kysely<Schema>,
  path: readonly (Step & { position: number })[],
  visibilityIn: (above: readonly Step[]) => FolderVisibility,
) {
  const counts = path.slice(1).map(({ guid, position }, at) =>
    itemsSeen(kysely, path[at]!.guid, visibilityIn(path.slice(0, at + 1)))
      .where(sql<boolean>`(item.position, item.guid) < (${position}, ${guid})`)
      .select((row) => [sql<number>`${at}`.as('at'), row.fn.countAll<number>().as('before')]),
  )
  const [first, ...others] = counts
  return first && others.reduce((all, count) => all.unionAll(count), first)
}

/** What a list shows of each item. */
export function itemRows(kysely: Kysely<Schema>, guids: readonly string[]) {
  return kysely
    .selectFrom('item')
    .leftJoin('file', 'file.guid', 'item.file_guid')
    .leftJoin('object', 'object.guid', 'file.object_guid')
    .select([
      'item.guid',
      'item.parent_guid',
      'item.kind',
      'item.name',
      'item.version',
      'item.is_closed',
      'item.changed_at',
      'item.added_by',
      broughtBy.as('brought_by'),
      'file.kind as file_kind',
      'file.size as file_size',
      'object.sha256 as file_sha256',
      'file.media_type',
      'file.page_count',
      'file.render_status',
      'file.render_error',
    ])
    .where('item.guid', 'in', guids)
}

export type ItemListed = Awaited<ReturnType<ReturnType<typeof itemRows>['execute']>>[number]

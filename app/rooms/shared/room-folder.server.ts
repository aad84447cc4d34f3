import { redirect } from '@remix-run/node'
import { arrangeActs, zipAct } from '#server/rooms/tree/arrange-forms.ts'
import { folderSorts, type FolderSort } from '#server/rooms/tree/folder-page.ts'
import type { FolderListed, PlaceFound } from '#server/rooms/lists/listing.ts'
import { countBadge, counted, fileSize } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import { href, routes } from '#app/routes.ts'
import type { FolderShown } from './folder-page.tsx'
import { countedAtMost, maxCounted } from '#app/request/counted-at-most.server.ts'
import { leftForRoom } from '#app/view-models/left-uploads.server.ts'
import { leadFromClosedRoom } from '#app/view-models/ended.server.ts'
import { pageNumber, type RequestContext, type ContextAt } from '#app/request/loader.server.ts'
import { askIdentity } from '#app/view-models/reading.server.ts'
import { roomHead, weightText } from './room-head.server.ts'
import { roomTree } from './room-tree.server.ts'
import type { RowAction } from '#app/ui/tables/row-menu.tsx'
import {
  addPath,
  arrangePath,
  folderCrumbs,
  folderPath,
  roomFilePath,
  versionAt,
} from '#app/view-models/room-links.server.ts'
import { newsFor, powersIn, shownItem } from './room-row.server.ts'
import { roomEntryPath } from '#app/request/room.server.ts'

/** What an address of a folder requests; anything else in it is ignored. */
type FolderQuery = { sort: FolderSort; isNew: boolean; withSizes: boolean; isRoot: boolean }

type Looking = ContextAt<'rooms.folder1' | 'rooms.folder2', 'visitor'>

/** The page of a folder, ready to display. At the address of the other version it leads to its own. */
export async function roomFolder(context: Looking): Promise<FolderShown> {
  const { services, url } = context
  const place = await placeLookedAt(context)
  const { room, item } = place
  if (item.kind === 'file') throw redirect(roomFilePath(room, item.guid, item.parent_guid!))
  if (room.version !== versionAt(url)) throw redirect(folderPath(room, item.guid) + url.search)
  const query = queryOf(url)
  const page = pageNumber(url)
  const news = newsFor(room)
  const powers = powersIn(context, place)
  const [list, beside, head, left] = await Promise.all([
    services.rooms.listing.list(place, {
      page,
      pageSize: rowsOnScreen,
      sort: query.sort,
      news: query.isNew ? news : null,
      countTo: maxCounted,
    }),
    query.isRoot ? null : services.rooms.listing.tree(place),
    roomHead(context, room, { here: 'files' }),
    powers.mayAdd ? leftForRoom(context, context.identity, { room: room.guid, folder: item.guid }) : [],
  ])
  if (page > 1 && list.rows.length === 0) throw new Problem('notFound')
  const timeZone = context.identity.user?.timeZone ?? 'UTC'
  const viewer = { room, timeZone, now: context.now, mayAdd: powers.mayAdd }
  const pathOf = (change: Partial<FolderQuery> & { page?: number; failed?: string }) =>
    folderPath(room, item.guid, written({ ...query, ...change }))
  const weights = query.withSizes ? await services.rooms.listing.weights(place) : null
  const sortHead = (sort: FolderSort, order: 'ascending' | 'descending') => ({
    to: pathOf({ sort }),
    sorted: sort === query.sort ? order : undefined,
  })
  const numberOf = (at: number) => (room.showsIndex ? [...list.places, at].join('.') : '')
  const mayZip = powers.mayZip
  const rows = list.rows.map((row) => {
    const shown = shownItem(row, viewer)
    const mayArrange = powers.mayChoose(row)
    const mayChoose = mayArrange || (mayZip && shown.status === null)
    const retry = powers.mayAdd && isRetried(context, row) ? pathOf({ page, failed: row.guid }) : null
    return {
      ...shown,
      number: numberOf(row.place),
      inside: row.inside === null ? '' : insideText(row.inside, weights && (weights.get(row.guid) ?? none)),
      mayChoose,
      retry,
      acts: [
        ...shown.acts,
        ...(retry ? [{ label: 'Try again', to: retry }] : []),
        ...(mayArrange ? rowActs(arrangePath(room.guid, item.guid), row.guid) : []),
      ],
    }
  })
  const pages = Math.ceil(Math.min(list.total, maxCounted) / rowsOnScreen)
  const hasNext = list.total > maxCounted ? rows.length === rowsOnScreen : page < pages
  return {
    head,
    tree: beside && roomTree(place, beside),
    root: { to: folderPath(room, room.guid), isHere: item.guid === room.guid },
    description: item.guid === room.guid ? room.description : '',
    title: item.guid === room.guid ? room.name : item.name,
    steps: query.isRoot ? null : folderCrumbs(room, place.path.slice(0, -1)),
    rows,
    counted: countedAtMost(list.total, 'item'),
    whole: weights && weightText(weights.get(item.guid) ?? none),
    isWaiting: rows.some(({ status }) => status?.isWaiting),
    isNarrowed: query.isNew,
    here: pathOf({ page }),
    all: pathOf({ isNew: false }),
    sorts: folderSorts.map((sort) => ({
      label: sortLabels[sort],
      to: pathOf({ sort }),
      isHere: sort === query.sort,
    })),
    heads: {
      name: sortHead('name', 'ascending'),
      largest: sortHead('largest', 'descending'),
      newest: sortHead('newest', 'descending'),
    },
    filters: news
      ? [
          { label: 'All', to: pathOf({ isNew: false }), isHere: !query.isNew },
          { label: 'New', to: pathOf({ isNew: true }), isHere: query.isNew },
          {
            label: 'New in all folders',
            to: href(routes.rooms.search, { RoomGuid: room.guid }, { new: 1 }),
            isHere: false,
          },
        ]
      : [],
    search: href(routes.rooms.search, { RoomGuid: room.guid }),
    more: [
      ...(powers.mayOrder && list.total > 1
        ? [{ label: 'Reorder', to: `${arrangePath(room.guid, item.guid)}?act=order` }]
        : []),
      ...(rows.some(({ kind }) => kind === 'folder') && !weights
        ? [{ label: 'Show folder sizes', to: pathOf({ page, withSizes: true }) }]
        : []),
      ...(mayZip && rows.length > 0 ? [{ label: 'Download as ZIP', to: zipOf(room.guid, item.guid) }] : []),
      ...(item.guid === room.guid ? moreOf(context, place) : []),
    ],
    left,
    add: powers.mayAdd ? addPath(room.guid, item.guid) : null,
    newFolder: powers.mayAdd ? `${addPath(room.guid, item.guid)}#folder` : null,
    largest: fileSize(context.services.config.plans.of(room.owner.tierCode).maxUploadBytes),
    arrange: rows.some(({ mayChoose }) => mayChoose) ? arrangePath(room.guid, item.guid) : null,
    acts: arrangeActs.filter((act) => (act === zipAct ? mayZip : list.rows.some(powers.mayChoose))),
    revision: item.revision,
    failed: failedOf(context, rows, pathOf({ page })),
    emptyWords: powers.mayAdd
      ? emptyForAdding
      : `Nothing here yet. Files that ${room.owner.name} or others add appear here.`,
    where: list.total > maxCounted ? `Page ${page}` : `Page ${page} of ${Math.max(1, pages)}`,
    previous: page > 1 ? pathOf({ page: page - 1 }) : null,
    next: hasNext ? pathOf({ page: page + 1 }) : null,
  }
}

/** Where a folder, or the whole room, is downloaded as one archive. */
function zipOf(RoomGuid: string, folder: string): string {
  return href(routes.rooms.zip, { RoomGuid }, { item: folder })
}

/** What can be done with one row; the form around the list does the same with several, and copies. */
function rowActs(path: string, item: string): RowAction[] {
  return [
    { label: 'Rename', to: `${path}?act=rename&item=${item}` },
    { label: 'Move', to: `${path}?act=move&item=${item}` },
    { label: 'Move to trash', to: `${path}?act=remove&item=${item}`, isBad: true },
  ]
}

/** What concerns the room as a whole and has no tab. */
function moreOf({ now }: RequestContext, { room }: PlaceFound): FolderShown['more'] {
  const RoomGuid = room.guid
  const may = (act: RoomAct) => decideInRoom(room.policyFacts, act, now) === null
  return [
    ...(may('add')
      ? [{ label: 'Notify members about new files', to: href(routes.rooms.emails.pending, { RoomGuid }) }]
      : []),
    ...(room.member ? [{ label: 'Emails', to: href(routes.rooms.emails.index, { RoomGuid }) }] : []),
    ...(may('manage') ? [{ label: 'Terms of access', to: href(routes.rooms.terms, { RoomGuid }) }] : []),
  ]
}

const emptyForAdding = 'Add files and folders here. Members see what their permissions allow.'

const sortLabels: Record<FolderSort, string> = {
  order: 'Room order',
  name: 'Name',
  newest: 'Newest',
  largest: 'Largest',
  type: 'Type',
}

function queryOf({ searchParams }: URL): FolderQuery {
  return {
    sort: folderSorts.find((name) => name === searchParams.get('sort')) ?? 'order',
    isNew: searchParams.get('new') === '1',
    withSizes: searchParams.get('sizes') === '1',
    isRoot: /^(1|true|yes)$/i.test(searchParams.get('isRoot') ?? ''),
  }
}

/** Defaults are left out of an address. */
function written(query: FolderQuery & { page?: number; failed?: string }) {
  return {
    sort: query.sort === 'order' ? undefined : query.sort,
    new: query.isNew ? 1 : undefined,
    sizes: query.withSizes ? 1 : undefined,
    isRoot: query.isRoot ? 'true' : undefined,
    page: query.page !== undefined && query.page > 1 ? query.page : undefined,
    failed: query.failed,
  }
}

/**
 * The place that the address names; someone who has not entered its room is led to the sign-in page, and on to the
 * place.
 */
async function placeLookedAt(context: Looking): Promise<PlaceFound> {
  const guid = context.params.ShareGuid
  const { refusal, ...place } = await context.services.rooms.listing
    .look(context.identity, guid)
    .catch((error: unknown) => askIdentity(context, error, guid))
  if (refusal && hasFlag(refusal, 'atRoomEntry')) throw redirect(roomEntryPath(context, place.room.guid))
  if (refusal) await leadFromClosedRoom(context, place.room.guid)
  if (refusal) throw new Problem(refusal)
  return place
}

type Weight = { files: number; bytes: number }
const none: Weight = { files: 0, bytes: 0 }

/** What a folder says about its contents. */
export function insideText(count: number, weight: Weight | null): string {
  if (weight) return weightText(weight)
  if (count === 0) return 'Empty'
  return count > 99 ? `${countBadge(count)} items` : counted(count, 'item')
}

function isRetried({ services }: RequestContext, row: FolderListed['rows'][number]): boolean {
  const { file_kind, render_status, render_error } = row
  if (file_kind === null || render_status === null) return false
  return services.rooms.itemFiles.mayRetry({ file_kind, render_status, render_error })
}

/** The file about whose failure the address asks, if it can be retried. */
function failedOf(
  { url }: RequestContext,
  rows: { guid: string; name: string; retry: string | null; status: { words: string } | null }[],
  close: string,
): FolderShown['failed'] {
  const row = rows.find(({ guid, retry }) => retry !== null && guid === url.searchParams.get('failed'))
  return row ? { guid: row.guid, name: row.name, words: row.status?.words ?? '', close } : null
}

import { day } from '#server/rules/sharing/expiry.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { counted } from '#server/rules/text/format.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { maxHits, type Found, type RoomQuery } from '#server/rooms/lists/room-search.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import type { ListFilter } from '#app/ui/tables/list-filters.tsx'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { newsFor, shownItem } from '#app/rooms/shared/room-row.server.ts'

/** What an address of the search requests; anything that it does not know is ignored. */
type Filters = { words: string; kind: FileKind | 'folder' | ''; days: string; isNew: boolean }

const days = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' } as const
const kinds = { folder: 'Folder', ...kindName } as const

/** What someone finds in a room, ready to display. */
export async function foundInRoom(context: ContextAt<'rooms.search', 'member can browse'>) {
  const { identity, room } = context
  const filters = filtersOf(context.url)
  const news = newsFor(room)
  const query: RoomQuery = {
    words: filters.words,
    kind: filters.kind || null,
    since: filters.days ? context.now - Number(filters.days) * day : null,
    news: filters.isNew ? news : null,
  }
  const isNarrowed =
    filters.words.trim() !== '' || query.kind !== null || query.since !== null || filters.isNew
  // For people who are here for the first time nothing can be older.
  const isNothingNew = filters.isNew && news === null
  const found =
    isNarrowed && !isNothingNew
      ? await context.services.rooms.search.find(room, query)
      : { hits: [], hasMore: false }
  const mayAddSomewhere = room.grants === 'all' && decideInRoom(room.policyFacts, 'add', context.now) === null
  const viewer = {
    room,
    timeZone: identity.user?.timeZone ?? 'UTC',
    now: context.now,
    mayAdd: mayAddSomewhere,
  }
  const rows = found.hits.map((hit) => ({
    ...shownItem(hit, viewer),
    above: hit.above.map(({ guid, name }) => ({
      name: guid === room.guid ? 'All files' : name,
      to: folderPath(room, guid),
    })),
  }))
  return {
    head: await roomHead(context, room, { here: 'files' }),
    title: isOnlyNews(filters) ? 'New since my last visit' : 'Search this room',
    action: href(routes.rooms.search, { RoomGuid: room.guid }),
    words: filters.words,
    filters: [
      filter('kind', 'Kind', filters.kind, 'Any kind', kinds),
      filter('since', 'Added', filters.days, 'Added any time', days),
      // Nothing can be new for people who are here for the first time.
      ...(news === null && !filters.isNew
        ? []
        : [filter('new', 'News', filters.isNew ? '1' : '', 'New and old', { 1: 'New since my last visit' })]),
    ],
    rows,
    counted: isNarrowed && rows.length > 0 ? countedOf(found) : null,
    nothing: isNarrowed && rows.length === 0 ? nothingOf(filters, room) : null,
    isWaiting: rows.some(({ status }) => status?.isWaiting),
  }
}

function filtersOf({ searchParams }: URL): Filters {
  const [kind, since] = [searchParams.get('kind') ?? '', searchParams.get('since') ?? '']
  return {
    words: (searchParams.get('q') ?? '').slice(0, maxSearchLength),
    kind: Object.hasOwn(kinds, kind) ? (kind as FileKind) : '',
    days: Object.hasOwn(days, since) ? since : '',
    isNew: searchParams.get('new') === '1',
  }
}

function isOnlyNews({ words, kind, days, isNew }: Filters): boolean {
  return isNew && words === '' && kind === '' && days === ''
}

function filter(
  name: string,
  label: string,
  value: string,
  any: string,
  options: Record<string, string>,
): ListFilter {
  const narrowed = Object.entries(options).map(([value, label]) => ({ value, label }))
  return { name, label, value, options: [{ value: '', label: any }, ...narrowed] }
}

function countedOf({ hits, hasMore }: Found): string {
  if (hasMore) return `More than ${maxHits} results; showing the first ${maxHits}. Narrow your search.`
  return counted(hits.length, 'item')
}

function nothingOf(filters: Filters, room: RoomAccess): string {
  if (isOnlyNews(filters)) return `Nothing new in ${room.name} since your last visit.`
  return 'No results. Search matches the beginning of words in file and folder names.'
}

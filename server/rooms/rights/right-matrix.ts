import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { holdersWithRules, loadHolders, loadRules, type RightHolder } from './right-holders.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { cellsOf, guidsOf, levelOf, pathToFolder, type RightCell, type RightItem } from './right-levels.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'

/** Whom the map shows: everyone, those for whom something is set somewhere in the room, or groups. */
export const mapShows = ['everyone', 'exceptions', 'groups'] as const
export type MapShows = (typeof mapShows)[number]

/** Both from 1; `search` in names and addresses. */
export type MatrixRange = { page: number; columns: number; search: string; show: MapShows }

/** Holders by folders: the folder itself first, where columns begin. */
export type Matrix = {
  /** The number of pages of holders; the last one, if a page beyond it was requested. */
  page: number
  pages: number
  path: ItemRow[]
  items: RightItem[]
  hasMoreItems: boolean
  rows: { holder: RightHolder; cells: RightCell[] }[]
  /** Holders that the search finds. */
  total: number
  /** Everyone with every permission: the owner first. */
  owners: string[]
}

/** Limits on columns of folders, which all fit on a phone, and rows of people. */
export const foldersBeside = 6
export const holdersOnScreen = 20

export async function loadMatrix(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderGuid: string,
  { page, columns, search, show }: MatrixRange,
): Promise<Matrix> {
  const path = await pathToFolder(kysely, room.guid, folderGuid)
  const range = { withFiles: false, offset: (columns - 1) * foldersBeside, limit: foldersBeside }
  const { items, hasMore } = await levelOf(kysely, folderGuid, range)
  const isShown = await shownBy(kysely, room.guid, show)
  const found = groupByGroup(await loadHolders(kysely, room.guid)).filter(
    (holder) => isFound(holder, search) && isShown(holder),
  )
  const shown = columns === 1 ? [itself(path), ...items] : items
  const rules = await loadRules(kysely, room.guid, guidsOf([...path, ...shown]))
  const pages = Math.max(1, Math.ceil(found.length / holdersOnScreen))
  const first = (Math.min(page, pages) - 1) * holdersOnScreen
  const rows = found
    .slice(first, first + holdersOnScreen)
    .map((holder) => ({ holder, cells: cellsOf(holder, rules, path, shown) }))
  return {
    page: Math.min(page, pages),
    pages,
    path,
    items: shown,
    hasMoreItems: hasMore,
    rows,
    total: found.length,
    owners: await ownersOf(kysely, room.guid),
  }
}

/** Each group followed by its members, then those who are in none. */
function groupByGroup(holders: readonly RightHolder[]): RightHolder[] {
  const members = Map.groupBy(holders, ({ group }) => group?.guid)
  return (members.get(undefined) ?? []).flatMap((holder) => [holder, ...(members.get(holder.guid) ?? [])])
}

async function shownBy(
  kysely: Kysely<Schema>,
  roomGuid: string,
  show: MapShows,
): Promise<(holder: RightHolder) => boolean> {
  if (show === 'everyone') return () => true
  if (show === 'groups') return ({ kind }) => kind === 'group'
  const ruled = await holdersWithRules(kysely, roomGuid)
  return ({ guid }) => ruled.has(guid)
}

function isFound({ name, email }: RightHolder, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = `${name} ${email ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The folder at the end of a path as a line of its own list. */
export function itself(path: readonly ItemRow[]): RightItem {
  const { guid, name, is_closed: isClosed } = path.at(-1)!
  return { guid, name, isFolder: true, isClosed: isClosed === 1, hasFolders: false }
}

async function ownersOf(kysely: Kysely<Schema>, roomGuid: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('member')
    .select('email')
    .where('room_guid', '=', roomGuid)
    .where('removed_at', 'is', null)
    .where('role', 'in', [roles.owner, roles.coOwner])
    .where(outOfTeam, '=', 0)
    .orderBy('role')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

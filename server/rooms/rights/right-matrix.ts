import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { loadHolders, loadRules, type RightHolder } from './right-holders.ts'
import { outOfTeam } from '#server/rooms/people/out-of-team.ts'
import { cellsOf, guidsOf, levelOf, wayToFolder, type RightCell, type RightItem } from './right-levels.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'

/** Both from 1; `search` in names and addresses. */
export type MatrixRange = { page: number; columns: number; search: string }

/** Holders by folders: the folder itself first, where columns begin. */
export type Matrix = {
  /** The number of pages of holders; the last one, if a page beyond it was requested. */
  page: number
  pages: number
  way: ItemRow[]
  items: RightItem[]
  hasMoreItems: boolean
  rows: { holder: RightHolder; cells: RightCell[] }[]
  /** Holders that the search finds. */
  total: number
  /** Everyone with every permission: the owner first. */
  owners: string[]
}

/**
 * Limits on columns of folders and rows of people. Each cell is a list of permissions to select from: a page of 200
 * people took half a second, and this takes a few milliseconds.
 */
export const foldersBeside = 5
export const holdersOnScreen = 20

export async function loadMatrix(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderGuid: string,
  { page, columns, search }: MatrixRange,
): Promise<Matrix> {
  const way = await wayToFolder(kysely, room.guid, folderGuid)
  const range = { withFiles: false, offset: (columns - 1) * foldersBeside, limit: foldersBeside }
  const { items, hasMore } = await levelOf(kysely, folderGuid, range)
  const found = (await loadHolders(kysely, room.guid)).filter((holder) => isFound(holder, search))
  const shown = columns === 1 ? [itself(way), ...items] : items
  const rules = await loadRules(kysely, room.guid, guidsOf([...way, ...shown]))
  const pages = Math.max(1, Math.ceil(found.length / holdersOnScreen))
  const first = (Math.min(page, pages) - 1) * holdersOnScreen
  const rows = found
    .slice(first, first + holdersOnScreen)
    .map((holder) => ({ holder, cells: cellsOf(holder, rules, way, shown) }))
  return {
    page: Math.min(page, pages),
    pages,
    way,
    items: shown,
    hasMoreItems: hasMore,
    rows,
    total: found.length,
    owners: await ownersOf(kysely, room.guid),
  }
}

function isFound({ name, email }: RightHolder, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = `${name} ${email ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The folder at the end of a path as a line of its own list. */
export function itself(way: readonly ItemRow[]): RightItem {
  const { guid, name, is_closed: isClosed } = way.at(-1)!
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

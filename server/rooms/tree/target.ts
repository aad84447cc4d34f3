import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { rightAt } from '#server/rules/rooms/room-rights.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'
import { heightOf, type BranchItem } from './branch.ts'
import { freeName, isNameTaken } from '#server/rooms/adding/namesakes.ts'
import { findItem, ancestorsOf, throughGuids, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'

/** Where items go, and what to do if the actor sees something with the same name there. */
export type Placing = { to: string; same: 'keep' | 'skip' }

/** A folder that something can be put into. Throws notFound, also for what is hidden, and roomRoleNeeded. */
export async function findTarget(kysely: Kysely<Schema>, room: RoomAccess, guid: string): Promise<ItemFound> {
  const target = await findItem(kysely, room, guid)
  if (target.item.kind !== 'folder') throw new Problem('notFound')
  if (!target.powers.mayAdd) throw new Problem('roomRoleNeeded')
  return target
}

/**
 * Requires that a branch can be put into a folder: not into itself, and not too deep. Throws moveIntoItself, tooDeep.
 */
export function requireFit(target: ItemFound, branch: readonly BranchItem[]): void {
  const top = branch[0]!.guid
  if (target.path.some(({ guid }) => guid === top)) throw new Problem('moveIntoItself')
  if (target.path.length - 1 + heightOf(branch) > deepestFolder) throw new Problem('tooDeep')
}

/** The name that an item gets in a folder; null if it is left out because the name is taken. */
export async function nameAt(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  target: ItemFound,
  { item, same }: { item: Pick<ItemRow, 'name' | 'kind'>; same: Placing['same'] },
): Promise<string | null> {
  if (same === 'keep') return freeName(kysely, room, target.path, item)
  return (await isNameTaken(kysely, room, target.path, item.name)) ? null : item.name
}

/**
 * A folder on the page that asks where to; `mayPut` says whether it accepts anything, and does not only lead deeper.
 */
export type FolderChoice = {
  path: { guid: string; name: string }[]
  mayPut: boolean
  folders: { guid: string; name: string }[]
}

/** A folder and those in it that someone sees, to select a place by links, one level at a time. */
export async function folderChoice(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderGuid: string,
): Promise<FolderChoice> {
  const { item, path, powers } = await findItem(kysely, room, folderGuid)
  if (item.kind !== 'folder') throw new Problem('notFound')
  const rows = await kysely
    .selectFrom('item')
    .select(['guid', 'name', 'is_closed'])
    .where('parent_guid', '=', folderGuid)
    .where('kind', '=', 'folder')
    .where('binned_at', 'is', null)
    .orderBy('position')
    .orderBy('guid')
    .execute()
  const seen = await seenIn(kysely, room, path, rows)
  return {
    path: path.map(({ guid, name }) => ({ guid, name: name || room.name })),
    mayPut: powers.mayAdd,
    folders: seen.map(({ guid, name }) => ({ guid, name })),
  }
}

/** Those of a folder's rows that someone sees, even only to pass through. */
export async function seenIn<Row extends { guid: string; is_closed: number }>(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  path: readonly ItemRow[],
  rows: readonly Row[],
): Promise<Row[]> {
  if (room.grants === 'all') return [...rows]
  const through = await throughGuids(kysely, room)
  const steps = ancestorsOf(path)
  return rows.filter((row) => {
    const right = rightAt(room.grants, [...steps, { guid: row.guid, isClosed: row.is_closed === 1 }])
    return right !== null && (right > 0 || through.has(row.guid))
  })
}

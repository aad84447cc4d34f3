import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { findItem, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

/**
 * A folder to which someone can add. Throws notFound for what is hidden, in the trash, in another room or not a folder,
 * and roomRoleNeeded if they can only see it.
 */
export async function placeIn(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  folderGuid: string,
): Promise<ItemFound> {
  const found = await findItem(kysely, room, folderGuid)
  if (found.item.kind !== 'folder') throw new Problem('notFound')
  if (!found.powers.mayAdd) throw new Problem('roomRoleNeeded')
  return found
}

/** Whether someone can change an existing item: its versions, its name. Contributors only their own. */
export function mayChange(room: RoomAccess, { item, powers }: ItemFound): boolean {
  if (room.grants === 'all') return true
  if (!powers.mayAdd) return false
  return room.contributorsArrangeAll || item.added_by.toLowerCase() === room.email?.toLowerCase()
}

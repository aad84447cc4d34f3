import type { Kysely } from 'kysely'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import {
  powersOf,
  rightAt,
  passableFolders,
  type Powers,
  type Right,
} from '#server/rules/rooms/room-rights.ts'
import { loadRoom, type RoomAccess } from './room-access.ts'
import { roomBefore } from './room-before.ts'
import { pathTo, type ItemRow } from '#server/rooms/rows.ts'
import { pathsTo } from '#server/rooms/tree/paths.ts'

/**
 * Authorizes an action in a room, or throws what the policy says. A room that does not exist gets the same answer as
 * one the person may not enter.
 */
export async function authorizeRoom(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuid: string,
  act: RoomAct,
  now: number,
): Promise<RoomAccess> {
  const room = await loadRoom(kysely, identity, roomGuid, now)
  if (!room) throw new Problem(strangerRefusal(identity))
  const refusal = decideInRoom(room.policyFacts, act, now)
  if (refusal) throw new Problem(refusal)
  return room
}

/**
 * Like `authorizeRoom`, and locks the room until the commit: a removal, or a change of its settings, comes before or after.
 */
export async function lockRoom(
  tx: Transaction,
  identity: Identity,
  roomGuid: string,
  act: RoomAct,
  now: number,
): Promise<RoomAccess> {
  await lockRoomRow(tx, roomGuid)
  return authorizeRoom(tx, identity, roomGuid, act, now)
}

/** An update that changes nothing. */
export async function lockRoomRow(tx: Transaction, roomGuid: string): Promise<void> {
  await tx
    .updateTable('room')
    .set((room) => ({ revision: room.ref('revision') }))
    .where('guid', '=', roomGuid)
    .execute()
}

/** An item as someone sees it: the path to it, and the permission there. */
export type ItemFound = { item: ItemRow; path: ItemRow[]; right: Right; powers: Powers }

/**
 * An item of a room that someone can see, including a folder where only something deeper is allowed. Throws notFound,
 * for what is hidden as for what does not exist or is in another room.
 */
export async function findItem(
  kysely: Kysely<Schema>,
  room: RoomAccess,
  itemGuid: string,
): Promise<ItemFound> {
  const path = await pathTo(kysely, itemGuid)
  const item = path.at(-1)
  if (!item || item.room_guid !== room.guid) throw new Problem('notFound')
  const right = rightAt(room.grants, ancestorsOf(path))
  const isSeen =
    right !== null &&
    (right > 0 || item.guid === room.guid || (await throughGuids(kysely, room)).has(item.guid))
  if (!isSeen) throw new Problem('notFound')
  return { item, path, right, powers: powersOf(right, room.allowance) }
}

/** Whether someone sees an item of a room, even only to pass through. */
export async function seesItem(kysely: Kysely<Schema>, room: RoomAccess, itemGuid: string): Promise<boolean> {
  try {
    await findItem(kysely, room, itemGuid)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The same for someone who is suspended, by the permissions from before: they know what they could see, and no more. */
export async function sawItem(
  kysely: Kysely<Schema>,
  identity: Identity,
  room: RoomAccess,
  itemGuid: string,
  now: number,
): Promise<boolean> {
  const before = await roomBefore(kysely, identity, room.guid, now)
  return before !== null && seesItem(kysely, before, itemGuid)
}

/**
 * Folders that someone can pass through to what is allowed deeper; people with permission everywhere do not need them.
 */
export async function throughGuids(kysely: Kysely<Schema>, room: RoomAccess): Promise<Set<string>> {
  const allowed = room.rules.filter(({ code }) => code > 0).map(({ itemGuid }) => itemGuid)
  const paths = await pathsTo(kysely, allowed)
  return passableFolders(room.grants, [...paths.values()].map(ancestorsOf))
}

export function ancestorsOf(
  path: readonly { guid: string; is_closed: number }[],
): { guid: string; isClosed: boolean }[] {
  return path.map(({ guid, is_closed: isClosed }) => ({ guid, isClosed: isClosed === 1 }))
}

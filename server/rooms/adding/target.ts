import type { Identity } from '#server/accounts/identity.ts'
import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { authorizeRoom, lockRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { lockFolder } from '#server/rooms/rows.ts'
import { placeIn } from '#server/rooms/tree/place.ts'

/** A folder of a room into which something goes. */
export type Target = { roomGuid: string; parentGuid: string }

/** The folder as someone sees it, and its room. */
export type Found = { room: RoomAccess; folder: ItemFound }

/** The folder, for someone who can add to it. Throws as `Adding.place`. */
export async function openTarget(
  kysely: Kysely<Schema>,
  identity: Identity,
  { roomGuid, parentGuid }: Target,
  now: number,
): Promise<Found> {
  const room = await authorizeRoom(kysely, identity, roomGuid, 'add', now)
  return { room, folder: await placeIn(kysely, room, parentGuid) }
}

/** The same, held until the end of the transaction. Throws as `Adding.place`. */
export async function lockTarget(
  tx: Transaction,
  identity: Identity,
  { roomGuid, parentGuid }: Target,
  now: number,
): Promise<Found> {
  const room = await lockRoom(tx, identity, roomGuid, 'add', now)
  const folder = await placeIn(tx, room, parentGuid)
  await lockFolder(tx, parentGuid)
  return { room, folder }
}

import type { Identity } from '#server/accounts/identity.ts'
import type { Transaction } from '#server/db/open.ts'
import { lockRoom, type ItemFound } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { lockFolder } from '#server/rooms/rows.ts'
import { placeIn } from '#server/rooms/tree/place.ts'

/** A folder of a room into which something goes. */
export type Target = { roomGuid: string; parentGuid: string }

/** The folder, held until the end of the transaction. Throws as `Adding.place`. */
export async function lockTarget(
  tx: Transaction,
  identity: Identity,
  { roomGuid, parentGuid }: Target,
  now: number,
): Promise<{ room: RoomAccess; folder: ItemFound }> {
  const room = await lockRoom(tx, identity, roomGuid, 'add', now)
  const folder = await placeIn(tx, room, parentGuid)
  await lockFolder(tx, parentGuid)
  return { room, folder }
}

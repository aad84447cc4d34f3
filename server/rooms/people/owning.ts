import type { Identity } from '#server/accounts/identity.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Transaction } from '#server/db/open.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

/**
 * Authorizes what only an owner can do. A room in the trash allows only what the trash offers. Throws what the policy
 * says.
 */
export async function authorizeOwner(...given: OwnerPass): Promise<RoomAccess> {
  const [kysely, identity, roomGuid, now] = given
  return notInTrash(await authorizeRoom(kysely, identity, roomGuid, 'own', now))
}

/** Like `authorizeOwner`, and locks the room until the commit. */
export async function lockOwned(
  tx: Transaction,
  identity: Identity,
  roomGuid: string,
  now: number,
): Promise<RoomAccess> {
  return notInTrash(await lockRoom(tx, identity, roomGuid, 'own', now))
}

type OwnerPass = [
  kysely: Parameters<typeof authorizeRoom>[0],
  identity: Identity,
  roomGuid: string,
  now: number,
]

function notInTrash(room: RoomAccess): RoomAccess {
  if (room.binnedAt !== null) throw new Problem('roomClosed')
  return room
}

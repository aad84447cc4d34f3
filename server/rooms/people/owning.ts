import type { Identity } from '#server/accounts/identity.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Transaction } from '#server/db/open.ts'
import { holdRoom, passRoom } from '#server/rooms/access/passing.ts'
import type { RoomFound } from '#server/rooms/access/room-found.ts'

/**
 * Lets the owner do what only an owner may do. A room in the bin allows only what the bin offers. Throws what
 * the gate says.
 */
export async function passOwner(...given: OwnerPass): Promise<RoomFound> {
  const [kysely, identity, roomGuid, now] = given
  return notBinned(await passRoom(kysely, identity, roomGuid, 'own', now))
}

/** As `passOwner`, and holds the room until the commit. */
export async function holdOwned(
  tx: Transaction,
  identity: Identity,
  roomGuid: string,
  now: number,
): Promise<RoomFound> {
  return notBinned(await holdRoom(tx, identity, roomGuid, 'own', now))
}

type OwnerPass = [kysely: Parameters<typeof passRoom>[0], identity: Identity, roomGuid: string, now: number]

function notBinned(room: RoomFound): RoomFound {
  if (room.binnedAt !== null) throw new Problem('roomClosed')
  return room
}

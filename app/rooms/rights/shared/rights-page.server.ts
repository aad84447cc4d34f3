import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ItemRow } from '#server/rooms/rows.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { href, routes } from '#app/routes.ts'
import type { RoomWide } from './rights-parts.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

/** The names of folders and files in a room: those of a path, and others that are listed. */
export function namesIn(
  room: RoomAccess,
  path: readonly ItemRow[],
  items: readonly { guid: string; name: string }[] = [],
): (itemGuid: string) => string {
  const names = new Map([...path, ...items].map((item) => [item.guid, item.name]))
  return (guid) => (guid === room.guid ? 'the whole room' : (names.get(guid) ?? ''))
}

/** What the pages about permissions say in a room of version 1, which has none; null in version 2. */
export async function roomWide(context: RequestContext, room: RoomAccess): Promise<RoomWide | null> {
  if (room.version === 2) return null
  const mayUpgrade = decideInRoom(room.policyFacts, 'own', context.now) === null
  return {
    head: await roomHead(context, room, { here: 'rights' }),
    upgrade: mayUpgrade ? href(routes.rooms.upgrade, { RoomGuid: room.guid }) : null,
  }
}

import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { href, routes } from '#app/routes.ts'
import type { PeopleHeadShown } from './people-head.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

/** The head of the pages about a room's people; version 1 has no groups. */
export async function peopleHead(context: RequestContext, room: RoomAccess): Promise<PeopleHeadShown> {
  const RoomGuid = room.guid
  const people = { name: 'People', to: href(routes.rooms.people.index, { RoomGuid }) }
  const groups = { name: 'Groups', to: href(routes.rooms.people.groups, { RoomGuid }) }
  const places = room.version === 1 ? [people] : [people, groups]
  return { head: await roomHead(context, room, { here: 'people' }), places }
}

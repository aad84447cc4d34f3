import type { User } from '#server/accounts/accounts.ts'
import { href } from '#app/routes.ts'
import type { Given } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { inRoom } from '#app/request/room.server.ts'
import { acceptedTerms } from '#app/view-models/terms-records.server.ts'

/** The terms of a room and who accepted them, for whoever manages it. Throws what the gate says to anybody else. */
export async function roomTermsRecords(given: Given, user: User) {
  const guid = given.params['RoomGuid'] ?? ''
  const { identity, room } = await inRoom(given, guid, 'manage')
  const here = { RoomGuid: guid }
  const accepted = await acceptedTerms(given, { identity, room: guid }, user.timeZone, {
    screen: (query) => href('roomTerms', here, query),
    csv: href('roomTermsExport', here),
  })
  return { ...accepted, head: roomHead(given, room, { here: 'settings' }) }
}

import { href, routes } from '#app/routes.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { acceptedTerms } from '#app/view-models/records/terms-records.server.ts'

/** The terms of a room and who accepted them, for whoever manages it. */
export async function roomTermsRecords(context: ContextAt<'rooms.terms', 'user can manage'>) {
  const { params, user, identity, room } = context
  const guid = params.RoomGuid
  const here = { RoomGuid: guid }
  const accepted = await acceptedTerms(context, { identity, room: guid }, user.timeZone, {
    screen: (query) => href(routes.rooms.terms, here, query),
    exportTo: {
      xlsx: href(routes.rooms.termsExport, here),
      csv: href(routes.rooms.termsExport, here, { format: 'csv' }),
    },
  })
  return { ...accepted, head: await roomHead(context, room, { here: 'settings' }) }
}

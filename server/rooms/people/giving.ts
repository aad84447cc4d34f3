import type { Events } from '#server/events/events.ts'
import { countedWithBytes, type OwnedPart } from '#server/teams/people/owned-part.ts'
import { changeOwner, type ChangeDeps } from './change-owner.ts'

/** Data rooms that become another account's without an offer; the previous owner has no access any more. */
export function roomsToGive(deps: ChangeDeps & { events: Events; clock: () => number }): OwnedPart {
  return {
    kind: 'room',

    async sizeOf(kysely, owners, until) {
      if (owners.length === 0) return { count: 0, bytes: 0 }
      const rooms = kysely
        .selectFrom('room')
        .select('room.guid')
        .where('owner_guid', 'in', owners)
        .where('created_at', '<=', until)
      const files = kysely
        .selectFrom('file')
        .where('owner_guid', 'in', owners)
        .where('room_guid', 'in', rooms)
      return countedWithBytes(kysely, rooms, files)
    },

    async give(tx, { from, to, until, actor }, most) {
      const rooms = await tx
        .selectFrom('room')
        .select('guid')
        .where('owner_guid', '=', from.guid)
        .where('created_at', '<=', until)
        .orderBy('guid')
        .limit(most)
        .execute()
      for (const { guid } of rooms) {
        const locked = await tx
          .updateTable('room')
          .set((room) => ({ revision: room('revision', '+', 1) }))
          .where('guid', '=', guid)
          .where('owner_guid', '=', from.guid)
          .returning('guid')
          .executeTakeFirst()
        // An offer was accepted meanwhile.
        if (!locked) continue
        await changeOwner(tx, deps, { roomGuid: guid, to, now: deps.clock(), isGiven: true })
        await tx.deleteFrom('room_offer').where('room_guid', '=', guid).execute()
        const detail = { from: from.email, to: to.email }
        await deps.events.record(tx, {
          subject: guid,
          roomGuid: guid,
          kind: 'RoomHandedOver',
          actor,
          detail,
        })
      }
      return rooms.length
    },
  }
}

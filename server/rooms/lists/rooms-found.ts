import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Schema } from '#server/db/schema.ts'
import { foundFor, nearestRow, type RoomAccess } from '#server/rooms/access/room-access.ts'
import { roomRows } from '#server/rooms/access/room-rows.ts'

/**
 * One room of several: without what is known about its items, so that no one makes a decision about an item with it.
 */
export type RoomListed = Omit<RoomAccess, 'grants' | 'rules'>

/** The facts about a person and several rooms, by guid: enough for the room's policy. */
export async function loadRooms(
  kysely: Kysely<Schema>,
  identity: Identity,
  roomGuids: string[],
  now: number,
): Promise<Map<string, RoomListed>> {
  if (roomGuids.length === 0) return new Map()
  const emails = await allProvedEmails(kysely, identity)
  const rows = await roomRows(kysely, identity, roomGuids, emails, now)
  const rooms = [...Map.groupBy(rows, ({ guid }) => guid)]
  return new Map(
    rooms.map(([guid, ofRoom]) => [guid, foundFor(nearestRow(ofRoom, emails)!, identity, emails, [])]),
  )
}
